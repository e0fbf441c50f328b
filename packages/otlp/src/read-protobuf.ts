import { type Attributes, type AttributeValue, OtlpError, type OtlpSpan, toInteger } from './otlp-span.ts';
import { getFields, WireError } from './protobuf-wire.ts';

/** Reads the spans of an `ExportTraceServiceRequest` in the Protocol Buffers encoding. @throws OtlpError */
export function readProtobufTraces(bytes: Uint8Array): OtlpSpan[] {
  try {
    return readMessages(bytes, 1).flatMap(readResourceSpans);
  } catch (error) {
    if (error instanceof WireError) throw new OtlpError(`must be a message of protocol buffers: ${error.message}`);
    throw error;
  }
}

function readResourceSpans(resourceSpans: Uint8Array): OtlpSpan[] {
  const resource = readAttributes(readMessages(resourceSpans, 1).at(-1) ?? new Uint8Array(), 1);
  return readMessages(resourceSpans, 2)
    .flatMap((scopeSpans) => readMessages(scopeSpans, 2))
    .map((span) => getSpan(span, resource));
}

function getSpan(span: Uint8Array, resource: Attributes): OtlpSpan {
  const ids = { traceId: '', spanId: '' };
  const numbers = { kind: 0, startNs: 0n, endNs: 0n };
  const attributes: [string, AttributeValue][] = [];
  for (const { field, value } of getFields(span)) {
    if (field === 1) ids.traceId = getHex(getBytes(value, 'trace_id'));
    else if (field === 2) ids.spanId = getHex(getBytes(value, 'span_id'));
    else if (field === 6) numbers.kind = Number(getNumber(value, 'kind'));
    else if (field === 7) numbers.startNs = getNumber(value, 'start_time_unix_nano');
    else if (field === 8) numbers.endNs = getNumber(value, 'end_time_unix_nano');
    else if (field === 9) attributes.push(readAttribute(getBytes(value, 'attributes')));
  }
  return { ...ids, ...numbers, attributes: new Map(attributes), resource };
}

function readAttributes(message: Uint8Array, field: number): Attributes {
  return new Map(readMessages(message, field).map(readAttribute));
}

/** Reads a `KeyValue`. */
function readAttribute(message: Uint8Array): [string, AttributeValue] {
  let key = '';
  let attribute: AttributeValue;
  for (const { field, value } of getFields(message)) {
    if (field === 1) key = getText(getBytes(value, 'key'));
    else if (field === 2) attribute = readAnyValue(getBytes(value, 'value'));
  }
  return [key, attribute];
}

/** Reads an `AnyValue`. Returns an array only if all its values are strings. */
function readAnyValue(message: Uint8Array): AttributeValue {
  let result: AttributeValue;
  for (const { field, value } of getFields(message)) {
    if (field === 1) result = getText(getBytes(value, 'string_value'));
    else if (field === 2) result = getNumber(value, 'bool_value') !== 0n;
    else if (field === 3) result = toInteger(BigInt.asIntN(64, getNumber(value, 'int_value')));
    else if (field === 4) result = toDouble(getNumber(value, 'double_value'));
    else if (field === 5) result = readTexts(getBytes(value, 'array_value'));
  }
  return result;
}

function readTexts(arrayValue: Uint8Array): string[] {
  const texts: string[] = [];
  for (const message of readMessages(arrayValue, 1)) {
    for (const { field, value } of getFields(message))
      if (field === 1) texts.push(getText(getBytes(value, 'string_value')));
  }
  return texts;
}

function readMessages(message: Uint8Array, wanted: number): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (const { field, value } of getFields(message))
    if (field === wanted) messages.push(getBytes(value, `field ${field}`));
  return messages;
}

function getBytes(value: bigint | Uint8Array, name: string): Uint8Array {
  if (typeof value === 'bigint') throw new OtlpError(`${name} has a number instead of bytes`);
  return value;
}

function getNumber(value: bigint | Uint8Array, name: string): bigint {
  if (typeof value !== 'bigint') throw new OtlpError(`${name} has bytes instead of a number`);
  return value;
}

function toDouble(bits: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

const getHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const getText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

import { type Attributes, type AttributeValue, OtlpError, type OtlpSpan } from './otlp-span.ts';
import { fieldsOf, WireError } from './protobuf-wire.ts';

/** Reads the spans of an `ExportTraceServiceRequest` in the Protocol Buffers encoding. @throws OtlpError */
export function readProtobufTraces(bytes: Uint8Array): OtlpSpan[] {
  try {
    return messagesIn(bytes, 1).flatMap(spansOfResource);
  } catch (error) {
    if (error instanceof WireError)
      throw new OtlpError(`The body is not a message of protocol buffers: ${error.message}`);
    throw error;
  }
}

function spansOfResource(resourceSpans: Uint8Array): OtlpSpan[] {
  const resource = attributesIn(messagesIn(resourceSpans, 1).at(-1) ?? new Uint8Array(), 1);
  return messagesIn(resourceSpans, 2)
    .flatMap((scopeSpans) => messagesIn(scopeSpans, 2))
    .map((span) => spanOf(span, resource));
}

function spanOf(span: Uint8Array, resource: Attributes): OtlpSpan {
  const ids = { traceId: '', spanId: '' };
  const numbers = { kind: 0, startNs: 0n, endNs: 0n };
  const attributes: [string, AttributeValue][] = [];
  for (const { field, value } of fieldsOf(span)) {
    if (field === 1) ids.traceId = hexOf(bytesOf(value, 'trace_id'));
    else if (field === 2) ids.spanId = hexOf(bytesOf(value, 'span_id'));
    else if (field === 6) numbers.kind = Number(numberOf(value, 'kind'));
    else if (field === 7) numbers.startNs = numberOf(value, 'start_time_unix_nano');
    else if (field === 8) numbers.endNs = numberOf(value, 'end_time_unix_nano');
    else if (field === 9) attributes.push(attributeOf(bytesOf(value, 'attributes')));
  }
  return { ...ids, ...numbers, attributes: new Map(attributes), resource };
}

function attributesIn(message: Uint8Array, field: number): Attributes {
  return new Map(messagesIn(message, field).map(attributeOf));
}

/** Reads a `KeyValue`. */
function attributeOf(message: Uint8Array): [string, AttributeValue] {
  let key = '';
  let attribute: AttributeValue;
  for (const { field, value } of fieldsOf(message)) {
    if (field === 1) key = textOf(bytesOf(value, 'key'));
    else if (field === 2) attribute = anyValueOf(bytesOf(value, 'value'));
  }
  return [key, attribute];
}

/** Reads an `AnyValue`. Returns an array only if all its values are strings. */
function anyValueOf(message: Uint8Array): AttributeValue {
  let result: AttributeValue;
  for (const { field, value } of fieldsOf(message)) {
    if (field === 1) result = textOf(bytesOf(value, 'string_value'));
    else if (field === 2) result = numberOf(value, 'bool_value') !== 0n;
    else if (field === 3) result = Number(BigInt.asIntN(64, numberOf(value, 'int_value')));
    else if (field === 4) result = doubleOf(numberOf(value, 'double_value'));
    else if (field === 5) result = textsIn(bytesOf(value, 'array_value'));
  }
  return result;
}

function textsIn(arrayValue: Uint8Array): string[] {
  const texts: string[] = [];
  for (const message of messagesIn(arrayValue, 1)) {
    for (const { field, value } of fieldsOf(message))
      if (field === 1) texts.push(textOf(bytesOf(value, 'string_value')));
  }
  return texts;
}

function messagesIn(message: Uint8Array, wanted: number): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (const { field, value } of fieldsOf(message))
    if (field === wanted) messages.push(bytesOf(value, `field ${field}`));
  return messages;
}

function bytesOf(value: bigint | Uint8Array, name: string): Uint8Array {
  if (typeof value === 'bigint') throw new OtlpError(`${name} has a number instead of bytes`);
  return value;
}

function numberOf(value: bigint | Uint8Array, name: string): bigint {
  if (typeof value !== 'bigint') throw new OtlpError(`${name} has bytes instead of a number`);
  return value;
}

function doubleOf(bits: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

import {
  type Attributes,
  type AttributeValue,
  OtlpError,
  type OtlpSpan,
  type OtlpTraces,
  SpanCollector,
  toInteger,
  toTexts,
} from './otlp-span.ts';
import { getFields } from './protobuf-wire.ts';

/** Reads the spans of an `ExportTraceServiceRequest` in the binary encoding of Protocol Buffers. @throws OtlpError */
export function readProtobufTraces(bytes: Uint8Array): OtlpTraces {
  const collector = new SpanCollector();
  for (const resourceSpans of readMessages(bytes, 1)) {
    const resource = readResourceAttributes(resourceSpans);
    for (const scopeSpans of readMessages(resourceSpans, 2))
      for (const span of readMessages(scopeSpans, 2)) collector.add(() => readSpan(span, resource));
  }
  return collector.getTraces();
}

/** Returns the attributes of a resource, or the error with which all its spans are rejected. */
function readResourceAttributes(resourceSpans: Uint8Array): Attributes | OtlpError {
  const resources = readMessages(resourceSpans, 1);
  try {
    // Messages that occur several times in a field are merged, which is the same as joining their bytes.
    return new Map(readMessages(Buffer.concat(resources), 1).map(readAttribute));
  } catch (error) {
    if (error instanceof OtlpError) return error;
    throw error;
  }
}

function readSpan(span: Uint8Array, resource: Attributes | OtlpError): OtlpSpan {
  if (resource instanceof OtlpError) throw resource;
  const ids = { traceId: '', spanId: '', parentSpanId: '' };
  const numbers = { kind: 0, startNs: 0n, endNs: 0n };
  const attributes: [string, AttributeValue][] = [];
  for (const { field, value } of getFields(span)) {
    if (field === 1) ids.traceId = getHex(getBytes(value, 'trace_id'));
    else if (field === 2) ids.spanId = getHex(getBytes(value, 'span_id'));
    else if (field === 4) ids.parentSpanId = getHex(getBytes(value, 'parent_span_id'));
    else if (field === 6) numbers.kind = Number(BigInt.asIntN(32, getNumber(value, 'kind')));
    else if (field === 7) numbers.startNs = getNumber(value, 'start_time_unix_nano');
    else if (field === 8) numbers.endNs = getNumber(value, 'end_time_unix_nano');
    else if (field === 9) attributes.push(readAttribute(getBytes(value, 'attributes')));
  }
  return { ...ids, ...numbers, attributes: new Map(attributes), resource };
}

/** Reads a `KeyValue`. */
function readAttribute(message: Uint8Array): [string, AttributeValue] {
  let key = '';
  const values: Uint8Array[] = [];
  for (const { field, value } of getFields(message)) {
    if (field === 1) key = getText(getBytes(value, 'key'));
    else if (field === 2) values.push(getBytes(value, 'value'));
  }
  return [key, readAnyValue(Buffer.concat(values))];
}

/** Reads an `AnyValue`. If it has several fields, the last one applies. */
function readAnyValue(message: Uint8Array): AttributeValue {
  let result: AttributeValue;
  let arrays: Uint8Array[] = [];
  for (const { field, value } of getFields(message)) {
    if (field === 5) {
      arrays.push(getBytes(value, 'array_value'));
    } else if (field <= 7) {
      arrays = [];
      result = readScalar(field, value);
    }
  }
  if (arrays.length === 0) return result;
  return toTexts(readMessages(Buffer.concat(arrays), 1).map(readElement));
}

/** Reads an element of an array. Arrays in arrays are not read: no log contains them, and their depth has no limit. */
function readElement(message: Uint8Array): AttributeValue {
  let result: AttributeValue;
  for (const { field, value } of getFields(message)) if (field <= 7) result = readScalar(field, value);
  return result;
}

/** Reads a field of an `AnyValue`. Returns undefined if it is a structure or bytes. */
function readScalar(field: number, value: bigint | Uint8Array): AttributeValue {
  if (field === 1) return getText(getBytes(value, 'string_value'));
  if (field === 2) return getNumber(value, 'bool_value') !== 0n;
  if (field === 3) return toInteger(BigInt.asIntN(64, getNumber(value, 'int_value')));
  return field === 4 ? toDouble(getNumber(value, 'double_value')) : undefined;
}

function readMessages(message: Uint8Array, wantedField: number): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (const { field, value } of getFields(message))
    if (field === wantedField) messages.push(getBytes(value, `field ${field}`));
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

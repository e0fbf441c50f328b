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
import {
  checkBytes,
  createProblem,
  getField,
  type JsonMessage,
  joinPath,
  parseProtoJson,
  readBoolean,
  readDouble,
  readEnum,
  readFixed64,
  readId,
  readInt64,
  readList,
  readMessage,
  readText,
} from './proto-json.ts';

/** Names of `SpanKind` at the index of their numbers. */
const SPAN_KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'].map(
  (kind) => `SPAN_KIND_${kind}`,
);

type ValueReader = (message: JsonMessage, name: string, path: string) => AttributeValue;

/** Functions that read the fields of `AnyValue`. A value has at most one of these fields. */
const VALUE_READERS: Readonly<Record<string, ValueReader>> = {
  stringValue: readText,
  boolValue: readBoolean,
  intValue: (...field) => toInteger(readInt64(...field)),
  doubleValue: readDouble,
  arrayValue: readArray,
  kvlistValue: (message, name, path) => void readMessage(getField(message, name), joinPath(path, name)),
  bytesValue: (...field) => checkBytes(...field),
};

/**
 * Reads the spans of an `ExportTraceServiceRequest` in the JSON mapping of Protocol Buffers. Reads only the fields that a log needs; all others may
 * have any value.
 * @throws OtlpError
 */
export function readJsonTraces(text: string): OtlpTraces {
  const collector = new SpanCollector();
  for (const [resourceSpans, path] of readMessages(readMessage(parseProtoJson(text), ''), 'resourceSpans', '')) {
    const resource = readResourceAttributes(resourceSpans, path);
    for (const [scopeSpans, scopePath] of readMessages(resourceSpans, 'scopeSpans', path)) {
      for (const [index, value] of readList(scopeSpans, 'spans', scopePath).entries())
        collector.add(() => readSpan(value, joinPath(joinPath(scopePath, 'spans'), index), resource));
    }
  }
  return collector.getTraces();
}

function readSpan(value: unknown, path: string, resource: Attributes | OtlpError): OtlpSpan {
  if (resource instanceof OtlpError) throw resource;
  const span = readMessage(value, path);
  return {
    traceId: readId(span, 'traceId', path),
    spanId: readId(span, 'spanId', path),
    parentSpanId: readId(span, 'parentSpanId', path),
    kind: readEnum(span, 'kind', SPAN_KINDS, path),
    startNs: readFixed64(span, 'startTimeUnixNano', path),
    endNs: readFixed64(span, 'endTimeUnixNano', path),
    attributes: readAttributes(span, path),
    resource,
  };
}

/** Returns the attributes of a resource, or the error with which all its spans are rejected. */
function readResourceAttributes(resourceSpans: JsonMessage, path: string): Attributes | OtlpError {
  const resourcePath = joinPath(path, 'resource');
  try {
    return readAttributes(readMessage(getField(resourceSpans, 'resource') ?? {}, resourcePath), resourcePath);
  } catch (error) {
    if (error instanceof OtlpError) return error;
    throw error;
  }
}

function readAttributes(message: JsonMessage, path: string): Attributes {
  return new Map(
    readMessages(message, 'attributes', path).map(([attribute, attributePath]) => {
      const value = getField(attribute, 'value') ?? {};
      return [readText(attribute, 'key', attributePath), readAnyValue(value, joinPath(attributePath, 'value'))];
    }),
  );
}

function readAnyValue(value: unknown, path: string): AttributeValue {
  const message = readMessage(value, path);
  const [field, ...others] = Object.entries(VALUE_READERS).filter(([name]) => getField(message, name) !== undefined);
  if (others.length > 0) throw createProblem(path, 'must have only one value', value);
  return field?.[1](message, field[0], path);
}

function readArray(message: JsonMessage, name: string, path: string): AttributeValue {
  const arrayPath = joinPath(path, name);
  const values = readMessages(readMessage(getField(message, name), arrayPath), 'values', arrayPath);
  // Arrays in arrays are not read: no log contains them, and their depth has no limit.
  const scalars = values.filter(([value]) => getField(value, 'arrayValue') === undefined);
  return toTexts(scalars.map(([value, valuePath]) => readAnyValue(value, valuePath)));
}

function readMessages(message: JsonMessage, name: string, path: string): (readonly [JsonMessage, path: string])[] {
  return readList(message, name, path).map((value, index) => {
    const elementPath = joinPath(joinPath(path, name), index);
    return [readMessage(value, elementPath), elementPath];
  });
}

import { type DescMessage, fromBinary, fromJsonString, toBinary, toJsonString } from '@bufbuild/protobuf';
import { isReflectMessage, type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { encodeBytesField, type OtlpSpan, readJsonTraces, readProtobufTraces } from './index.ts';
import { writeJsonVariant } from './json-variant.fixture.ts';
import { loadRequestSchema } from './oracle-schema.fixture.ts';
import type { AttributeValue } from './otlp-span.ts';
import { createChoices, createRandomMessage } from './random-message.fixture.ts';

const CASES = selectByTier(300, 5_000);
const schema = loadRequestSchema();

/** Returns the value of a field by its name in the .proto file. */
function get(message: ReflectMessage, name: string) {
  const field = message.fields.find((each) => each.name === name);
  if (field === undefined) throw new Error(`${message.desc.typeName} has no field ${name}`);
  return message.isSet(field) || field.fieldKind === 'scalar' || field.fieldKind === 'enum'
    ? message.get(field)
    : undefined;
}

const getMessages = (message: ReflectMessage | undefined, name: string): readonly ReflectMessage[] => {
  const list = message && get(message, name);
  return typeof list === 'object' && list !== null && Symbol.iterator in list
    ? [...list].filter((each) => isReflectMessage(each))
    : [];
};
const getHex = (message: ReflectMessage, name: string) => {
  const value = get(message, name);
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : '';
};

function getAttributeValue(value: unknown, isElement = false): AttributeValue {
  if (!isReflectMessage(value)) return undefined;
  const field = value.fields.find((each) => value.isSet(each));
  const content = field && value.get(field);
  if (typeof content === 'bigint') return Number.isSafeInteger(Number(content)) ? Number(content) : String(content);
  if (typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean') return content;
  if (field?.name !== 'array_value' || isElement || !isReflectMessage(content)) return undefined;
  return getMessages(content, 'values').flatMap((each) => {
    const element = getAttributeValue(each, true);
    return element === undefined ? [] : [String(element)];
  });
}

const getAttributes = (message: ReflectMessage | undefined) =>
  new Map(
    getMessages(message, 'attributes').map((attribute) => [
      String(get(attribute, 'key')),
      getAttributeValue(get(attribute, 'value')),
    ]),
  );

/** Returns the spans that a request contains according to the library. */
function getSpans(request: ReflectMessage): OtlpSpan[] {
  return getMessages(request, 'resource_spans').flatMap((resourceSpans) => {
    const resource = get(resourceSpans, 'resource');
    return getMessages(resourceSpans, 'scope_spans').flatMap((scopeSpans) =>
      getMessages(scopeSpans, 'spans').map((span) => ({
        traceId: getHex(span, 'trace_id'),
        spanId: getHex(span, 'span_id'),
        parentSpanId: getHex(span, 'parent_span_id'),
        kind: Number(get(span, 'kind')),
        startNs: BigInt(String(get(span, 'start_time_unix_nano'))),
        endNs: BigInt(String(get(span, 'end_time_unix_nano'))),
        attributes: getAttributes(span),
        resource: getAttributes(isReflectMessage(resource) ? resource : undefined),
      })),
    );
  });
}

const requests = Array.from({ length: CASES }, (_, seed) => ({
  seed,
  request: createRandomMessage(schema, createChoices(seed)),
}));

/** Returns the type of the messages at the end of a path of fields. */
function getMessageType(type: DescMessage, ...path: readonly string[]): DescMessage {
  return path.reduce((each, name) => {
    const next = each.fields.find((field) => field.name === name)?.message;
    if (next === undefined) throw new Error(`${each.typeName} has no messages in ${name}`);
    return next;
  }, type);
}

describe(`${CASES} random export requests of the official schema`, () => {
  it('the random export requests contain enough spans with every kind of value', () => {
    const spans = requests.flatMap(({ request }) => getSpans(request));
    const types = new Set(spans.flatMap(({ attributes }) => [...attributes.values()].map((value) => typeof value)));
    expect(spans.length).toBeGreaterThan(CASES);
    expect([...types].toSorted()).toEqual(['boolean', 'number', 'object', 'string', 'undefined']);
  });

  it('export requests in the binary encoding are read with the same result as by the Protocol Buffers library', () => {
    for (const { seed, request } of requests) {
      const bytes = toBinary(schema, request.message);
      const spans = getSpans(reflect(schema, fromBinary(schema, bytes)));
      expect(readProtobufTraces(bytes), `seed ${seed}`).toEqual({ spans, malformed: 0, problem: undefined });
    }
  });

  it('repeated messages in the binary encoding are merged with the same result as by the Protocol Buffers library', () => {
    const resourceSpans = getMessageType(schema, 'resource_spans');
    const keyValue = getMessageType(resourceSpans, 'scope_spans', 'spans', 'attributes');
    const encodeRandom = (type: DescMessage, seed: number) =>
      toBinary(type, createRandomMessage(type, createChoices(seed)).message);
    for (let seed = 0; seed < CASES; seed += 1) {
      const encodeTwice = (field: number, type: DescMessage) =>
        encodeBytesField(field, Buffer.concat([encodeRandom(type, seed), encodeRandom(type, CASES + seed)]));
      const span = encodeBytesField(2, encodeBytesField(2, encodeTwice(9, keyValue)));
      for (const bytes of [encodeTwice(1, resourceSpans), encodeBytesField(1, span)]) {
        const spans = getSpans(reflect(schema, fromBinary(schema, bytes)));
        expect(readProtobufTraces(bytes).spans, `seed ${seed}`).toEqual(spans);
      }
    }
  });

  it('every variant of the JSON mapping is read with the same result as the message from which it was written', () => {
    for (const { seed, request } of requests) {
      const text = writeJsonVariant(request, createChoices(seed), { ids: 'hex', longNumbers: true });
      expect(readJsonTraces(text), `seed ${seed}: ${text}`).toEqual({
        spans: getSpans(request),
        malformed: 0,
        problem: undefined,
      });
    }
  });

  it('the Protocol Buffers library accepts the JSON variants that the test writes', () => {
    for (const { seed, request } of requests) {
      const text = writeJsonVariant(request, createChoices(seed), { ids: 'base64', longNumbers: false });
      const message = fromJsonString(schema, text, { ignoreUnknownFields: true });
      expect(toJsonString(schema, message), `seed ${seed}: ${text}`).toBe(toJsonString(schema, request.message));
    }
  });
});

import { describe, expect, it } from 'vitest';
import { findIdProblem, getSpanRequest, OtlpError, readJsonTraces, readProtobufTraces } from './index.ts';
import { encodeBytesField, encodeVarintField } from './protobuf-wire.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';
const START_NS = 1_772_359_200_000_000_000n;
const ATTRIBUTES = {
  'http.request.method': 'GET',
  'server.address': 'api.example.com',
  'url.scheme': 'https',
  'url.path': '/pets/7',
  'http.response.status_code': 404,
};

const readSpan = (attributes: Readonly<Record<string, string | number>>, span: object = {}) => {
  const body = {
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    kind: 'SPAN_KIND_SERVER',
    startTimeUnixNano: String(START_NS),
    endTimeUnixNano: String(START_NS + 12_500_000n),
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
    })),
    ...span,
  };
  const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [body] }] }] });
  const [first] = readJsonTraces(text).spans;
  if (first === undefined) throw new Error('the request contains no span');
  return first;
};

const encodeText = (field: number, text: string) => encodeBytesField(field, Buffer.from(text));
const encodeFixed64 = (field: number, value: bigint) => {
  const bytes = Buffer.alloc(9);
  bytes[0] = field * 8 + 1;
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
};
const encodeAttribute = ([key, value]: readonly [string, string | number]) => {
  const encodedValue = typeof value === 'number' ? encodeVarintField(3, value) : encodeText(1, value);
  return encodeBytesField(9, Buffer.concat([encodeText(1, key), encodeBytesField(2, encodedValue)]));
};

describe('getSpanRequest', () => {
  it('returns the same request for both encodings of a span', () => {
    const span = Buffer.concat([
      encodeBytesField(1, Buffer.from(TRACE_ID, 'hex')),
      encodeBytesField(2, Buffer.from(SPAN_ID, 'hex')),
      encodeVarintField(6, 2),
      encodeFixed64(7, START_NS),
      encodeFixed64(8, START_NS + 12_500_000n),
      ...Object.entries(ATTRIBUTES).map(encodeAttribute),
    ]);
    const request = encodeBytesField(1, encodeBytesField(2, encodeBytesField(2, span)));
    const jsonSpan = readSpan(ATTRIBUTES);
    expect(readProtobufTraces(request).spans).toEqual([jsonSpan]);
    expect(getSpanRequest(jsonSpan)).toMatchObject({
      status: 404,
      method: 'GET',
      url: 'https://api.example.com/pets/7',
      timestamp: '2026-03-01T10:00:00.000Z',
      durationMs: 12.5,
      traceId: TRACE_ID,
    });
  });

  it.each([
    ['the full URL', { 'url.full': 'https://a.example/b?c=1' }, 'https://a.example/b?c=1'],
    ['a port that is not the default', { 'server.port': 8443 }, 'https://api.example.com:8443/pets/7'],
    ['the default port', { 'server.port': 443 }, 'https://api.example.com/pets/7'],
    ['a query', { 'url.query': 'a=1' }, 'https://api.example.com/pets/7?a=1'],
    ['no host', { 'server.address': '' }, '/pets/7'],
  ])('builds the URL of a span with %s', (_name, attributes, url) => {
    expect(getSpanRequest(readSpan({ ...ATTRIBUTES, ...attributes }))?.url).toBe(url);
  });

  it('returns undefined for a client span and for a span without an HTTP method', () => {
    expect(getSpanRequest(readSpan(ATTRIBUTES, { kind: 3 }))).toBeUndefined();
    expect(getSpanRequest(readSpan({ 'rpc.system': 'grpc' }))).toBeUndefined();
  });

  it('returns captured headers with hyphens in their names', () => {
    const attributes = { ...ATTRIBUTES, 'http.request.header.x_request_id': '1', 'http.response.header.etag': '"2"' };
    expect(getSpanRequest(readSpan(attributes))).toMatchObject({
      request: { headers: { 'x-request-id': '1' } },
      response: { headers: { etag: '"2"' } },
    });
  });
});

describe('findIdProblem', () => {
  it.each([
    [{ traceId: '0'.repeat(32) }, 'the trace id must have 16 bytes that are not all zero'],
    [{ spanId: 'b7' }, 'the span id must have 8 bytes that are not all zero'],
    [{}, undefined],
  ])('returns the problem of a span with the ids %j', (ids, problem) => {
    expect(findIdProblem(readSpan(ATTRIBUTES, ids))).toBe(problem);
  });
});

describe('malformed requests', () => {
  it.each([
    ['text that is not JSON', '{'],
    ['a list instead of an object', '[]'],
    ['an id that is not hexadecimal', '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"xyz"}]}]}]}'],
  ])('readJsonTraces rejects %s', (_name, text) => {
    expect(() => readJsonTraces(text)).toThrow(OtlpError);
  });

  it('readProtobufTraces rejects a truncated message', () => {
    expect(() => readProtobufTraces(Buffer.from([10, 5, 1]))).toThrow(OtlpError);
  });
});

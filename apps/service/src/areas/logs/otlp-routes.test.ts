import { gzipSync } from 'node:zlib';
import { encodeBytesField, encodeVarintField } from '@context-sync/otlp';
import { describe, expect, it } from 'vitest';
import { openService, projectPath } from '../../testing/service.fixture.ts';

const PATH = projectPath('/otlp/v1/traces');
const START = Date.UTC(2026, 2, 1, 10);
const PROTOBUF = { 'content-type': 'application/x-protobuf' };

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
});
const getAttributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => attribute(key, value));

const CURRENT = {
  'http.request.method': 'GET',
  'url.scheme': 'https',
  'server.address': 'api.example.com',
  'server.port': 443,
  'url.path': '/pets/7',
  'url.query': 'a=1',
  'http.route': '/pets/:petId',
  'http.response.status_code': 404,
  'user_agent.original': 'claude-code/2.1',
  'user.email': 'ann@example.com',
};
const OLDER = {
  'http.method': 'GET',
  'http.scheme': 'https',
  'http.host': 'api.example.com',
  'http.target': '/pets/7?a=1',
  'http.route': '/pets/:petId',
  'http.status_code': 404,
  'http.user_agent': 'claude-code/2.1',
  'enduser.id': 'ann@example.com',
};
const LOG = {
  status: 404,
  method: 'GET',
  url: 'https://api.example.com/pets/7?a=1',
  groupEmail: 'ann@example.com',
  timestamp: '2026-03-01T10:00:00.000Z',
  durationMs: 12.5,
  route: '/pets/{petId}',
  userAgent: 'claude-code/2.1',
  environment: 'staging',
  traceId: '0af7651916cd43dd8448eb211c80319c',
};

function getSpan(values: Readonly<Record<string, string | number>>, more: object = {}) {
  return {
    traceId: LOG.traceId,
    spanId: 'b7ad6b7169203331',
    kind: 2,
    startTimeUnixNano: `${START}000000`,
    endTimeUnixNano: `${START + 12}500000`,
    attributes: getAttributes(values),
    ...more,
  };
}

const createRequest = (...spans: readonly object[]) => ({
  resourceSpans: [
    { resource: { attributes: [attribute('deployment.environment.name', 'staging')] }, scopeSpans: [{ spans }] },
  ],
});

/** Encodes an export request as a Protocol Buffers message, with the current attribute names. */
function encodeRequest(spanId: string) {
  const encodeText = (field: number, text: string) => encodeBytesField(field, Buffer.from(text));
  const encodeTime = (field: number, text: string) => {
    const bytes = Buffer.alloc(9, field * 8 + 1);
    bytes.writeBigUInt64LE(BigInt(text), 1);
    return bytes;
  };
  const { traceId, startTimeUnixNano, endTimeUnixNano } = getSpan(CURRENT);
  const span = Buffer.concat([
    encodeBytesField(1, Buffer.from(traceId, 'hex')),
    encodeBytesField(2, Buffer.from(spanId, 'hex')),
    encodeVarintField(6, 2),
    encodeTime(7, startTimeUnixNano),
    encodeTime(8, endTimeUnixNano),
    ...Object.entries(CURRENT).map(([key, value]) => {
      const encodedValue = typeof value === 'number' ? encodeVarintField(3, value) : encodeText(1, value);
      return encodeBytesField(9, Buffer.concat([encodeText(1, key), encodeBytesField(2, encodedValue)]));
    }),
  ]);
  return encodeBytesField(1, encodeBytesField(2, encodeBytesField(2, span)));
}

async function open() {
  const service = await openService();
  const send = (json: object) => service.sendRequest<{ partialSuccess?: object }>('POST', PATH, { json });
  const logs = async () => (await service.sendRequest<{ logs: object[] }>('GET', projectPath('/logs'))).body.logs;
  return { ...service, send, logs };
}

describe('server spans', () => {
  it.each([
    ['current', CURRENT],
    ['older', OLDER],
  ])('stores OpenTelemetry server spans with the %s attribute names as logs', async (_name, values) => {
    const { send, logs } = await open();
    expect(await send(createRequest(getSpan(values)))).toMatchObject({ status: 200, body: {} });
    expect(await logs()).toMatchObject([LOG]);
  });

  it('stores a span once even if it is sent twice, in one request or in several', async () => {
    const { send, logs, sendRequest } = await open();
    const second = getSpan(CURRENT, { spanId: 'b7ad6b7169203332' });
    for (const request of [createRequest(getSpan(CURRENT)), createRequest(getSpan(CURRENT), second, second)]) {
      for (const _ of [1, 2]) expect((await send(request)).status).toBe(200);
    }
    expect(await logs()).toHaveLength(2);
    const since = '?since=2026-03-01T00:00:00Z&until=2026-03-02T00:00:00Z';
    const summary = await sendRequest('GET', projectPath(`/metrics/summary${since}`));
    expect(summary.body).toMatchObject({ requests: 2, status4xx: 2 });
  });

  it('a span is stored once even if it is sent in both encodings, with its ids in upper or lower case', async () => {
    const { app, keys, send, logs } = await open();
    const headers = { ...PROTOBUF, authorization: `Bearer ${keys.ann}` };
    const body = Uint8Array.from(encodeRequest('b7ad6b7169203331'));
    expect((await app.request(PATH, { method: 'POST', headers, body })).status).toBe(200);
    const [stored] = await logs();
    expect(stored).toMatchObject({ ...LOG, environment: 'production' });
    const ids = { traceId: LOG.traceId.toUpperCase(), spanId: 'B7AD6B7169203331' };
    for (const more of [{}, ids]) expect(await send(createRequest(getSpan(CURRENT, more)))).toMatchObject({ body: {} });
    expect(await logs()).toEqual([stored]);
  });

  it('accepts times and integers as JSON numbers with all their digits', async () => {
    const { sendRequest, logs } = await open();
    const request = JSON.stringify(createRequest(getSpan(CURRENT)));
    const text = request.replaceAll(/"(\d{19}|404)"/g, '$1');
    expect(text).toContain(`"startTimeUnixNano":${START}000000`);
    const response = await sendRequest('POST', PATH, { text, headers: { 'content-type': 'application/json' } });
    expect(response).toMatchObject({ status: 200, body: {} });
    expect(await logs()).toMatchObject([LOG]);
  });

  it('the log of a server span without a user contains the user of a span within the server span', async () => {
    const { send, logs } = await open();
    const { 'user.email': email, ...anonymous } = CURRENT;
    const inner = getSpan(
      { 'user.email': email },
      { kind: 1, spanId: 'c7ad6b7169203331', parentSpanId: 'b7ad6b7169203331' },
    );
    const other = getSpan(anonymous, { spanId: 'd7ad6b7169203331' });
    expect(await send(createRequest(inner, getSpan(anonymous), other))).toMatchObject({ status: 200, body: {} });
    const users = (await logs()).map((log) => ('groupEmail' in log ? log.groupEmail : undefined));
    expect(users.toSorted()).toEqual([email, null].toSorted());
  });

  it('stores the other spans of a request that contains malformed spans', async () => {
    const { send, logs } = await open();
    const malformedSpans = [
      null,
      getSpan(CURRENT, { traceId: 'CvdlGRbNQ92ESOshHIAxnA==' }),
      getSpan(CURRENT, { kind: 'SERVER' }),
    ];
    const { status, body } = await send({
      resourceSpans: [{ scopeSpans: [{ spans: [...malformedSpans, getSpan(CURRENT)] }] }],
    });
    expect([status, body]).toEqual([
      200,
      {
        partialSuccess: {
          rejectedSpans: '3',
          errorMessage: 'resourceSpans.0.scopeSpans.0.spans.0: must be an object (got null)',
        },
      },
    ]);
    expect(await logs()).toHaveLength(1);
  });

  it('stores valid spans, and the response counts the rejected ones and contains the problem', async () => {
    const { send, logs } = await open();
    const { status, body } = await send(
      createRequest(
        getSpan(CURRENT),
        getSpan({ ...CURRENT, 'http.response.status_code': 900 }, { spanId: 'b7ad6b7169203333' }),
        getSpan(CURRENT, { spanId: '0000000000000000' }),
      ),
    );
    expect([status, body]).toEqual([
      200,
      {
        partialSuccess: { rejectedSpans: '2', errorMessage: expect.stringMatching(/^span b7ad6b7169203333: status: /) },
      },
    ]);
    expect(await logs()).toHaveLength(1);
  });

  it('stores only HTTP server spans', async () => {
    const { send, logs } = await open();
    const other = getSpan({ 'rpc.system': 'grpc' }, { spanId: 'b7ad6b7169203334' });
    const client = getSpan(CURRENT, { kind: 3 });
    expect(await send(createRequest(other, client))).toMatchObject({ status: 200, body: {} });
    expect(await logs()).toEqual([]);
  });

  it('stores a span without a response as a log with status 499', async () => {
    const { send, logs } = await open();
    const { 'http.response.status_code': _status, ...aborted } = CURRENT;
    await send(createRequest(getSpan(aborted)));
    expect(await logs()).toMatchObject([{ status: 499 }]);
  });

  it('redacts secrets in the attributes of a span', async () => {
    const { send, everything } = await open();
    const secret = 'opaque-Secret-1';
    await send(
      createRequest(
        getSpan({
          ...CURRENT,
          'url.query': `api_key=${secret}`,
          'http.request.header.authorization': `Bearer ${secret}`,
        }),
      ),
    );
    expect(await everything()).not.toContain(secret);
  });

  it('accepts spans compressed with gzip, up to the size limit of an uncompressed body', async () => {
    const { app, keys, logs } = await open();
    const post = async (body: Buffer) =>
      app.request(PATH, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys.ann}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        },
        body: new Uint8Array(gzipSync(body)),
      });
    expect((await post(Buffer.from(JSON.stringify(createRequest(getSpan(CURRENT)))))).status).toBe(200);
    expect(await logs()).toHaveLength(1);
    const bomb = await post(Buffer.alloc(100 * 1024 * 1024, ' '));
    expect([bomb.status, await bomb.json()]).toMatchObject([
      413,
      { code: 8, message: expect.stringContaining('exceeds') },
    ]);
  });
});

describe('OTLP errors', () => {
  it.each([
    ['text that is not JSON', '{', 'body: is not valid JSON at line 1, column 2'],
    ['spans that are not a list', '{"resourceSpans":{}}', 'body.resourceSpans: must be an array (got an object)'],
    [
      'an id that is not hexadecimal',
      JSON.stringify(createRequest(getSpan(CURRENT, { traceId: 'xyz' }))),
      'hexadecimal',
    ],
  ])('an invalid OTLP request in JSON receives a google.rpc.Status: %s', async (_name, text, message) => {
    const { sendRequest, count } = await open();
    const response = await sendRequest('POST', PATH, { text, headers: { 'content-type': 'application/json' } });
    expect([response.status, response.body]).toMatchObject([
      400,
      { code: 3, message: expect.stringContaining(message) },
    ]);
    expect(await count('logs')).toBe(0);
  });

  it.each([
    ['a field that ends early', [0x0a, 0x05, 0x01], 'exceeds the message|ends within'],
    ['an unknown wire type', [0x0b], 'unknown wire type 3'],
    ['a number of more than ten bytes', Array.from({ length: 11 }, () => 0xff), 'more than 10 bytes'],
    ['a number instead of a message', [0x08, 0x01], 'field 1 has a number instead of bytes'],
  ])('an invalid OTLP request in protocol buffers receives a google.rpc.Status: %s', async (_name, bytes, message) => {
    const { app, keys } = await open();
    const headers = { ...PROTOBUF, authorization: `Bearer ${keys.ann}` };
    const response = await app.request(PATH, { method: 'POST', headers, body: Uint8Array.from(bytes) });
    const body = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/x-protobuf']);
    // The bytes are field 1 with the number 3 (INVALID_ARGUMENT), and the tag of field 2, which is a string.
    expect([...body.subarray(0, 3)]).toEqual([0x08, 3, 0x12]);
    expect(body.toString()).toMatch(new RegExp(message));
  });

  it('an OTLP request with an unknown key, project or Content-Type receives a google.rpc.Status', async () => {
    const { sendRequest } = await open();
    const json = createRequest();
    const problems = [
      await sendRequest('POST', PATH, { json, key: 'csk_unknown' }),
      await sendRequest('POST', projectPath('/otlp/v1/traces', 'nowhere'), { json }),
      await sendRequest('POST', PATH, { text: '<a/>', headers: { 'content-type': 'text/xml' } }),
    ];
    expect(problems.map(({ status, body }) => [status, body])).toMatchObject([
      [401, { code: 16, message: expect.any(String) }],
      [404, { code: 5, message: expect.any(String) }],
      [415, { code: 3, message: expect.stringContaining('got "text/xml"') }],
    ]);
  });
});

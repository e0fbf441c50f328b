import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import type { ErrorDetail } from '../../platform/errors/errors.ts';
import { errorBody, HAR, LOG, openService, projectPath } from '../../testing/service.fixture.ts';
import { MAX_LINE_BYTES, MAX_LOGS_PER_BATCH } from './ingest-limits.ts';

interface Taken {
  readonly accepted: number;
  readonly rejected: number;
  readonly problems: readonly { readonly line: number; readonly field: string | null; readonly message: string }[];
  readonly logs: readonly { readonly line?: number; readonly entry?: number; readonly id: string }[];
  readonly skipped?: readonly number[];
  readonly error: { readonly message: string; readonly details: readonly ErrorDetail[] };
}

const NDJSON = { 'content-type': 'application/x-ndjson' };
const getLines = (logs: readonly unknown[]) => logs.map((log) => JSON.stringify(log)).join('\n');

async function open() {
  const service = await openService();
  const post = (text: string, headers: Record<string, string> = {}, query = '') =>
    service.sendRequest<Taken>('POST', projectPath(`/logs-batch${query}`), {
      text,
      headers: { ...NDJSON, ...headers },
    });
  const postGzip = async (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
    const response = await service.app.request(projectPath('/logs-batch'), {
      method: 'POST',
      headers: { ...NDJSON, authorization: `Bearer ${service.keys.ann}`, 'content-encoding': 'gzip', ...headers },
      body,
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Taken };
  };
  const postHar = (json: unknown, query = '') =>
    service.sendRequest<Taken>('POST', projectPath(`/logs-har${query}`), { json });
  const read = async (id: string | undefined) => (await service.sendRequest('GET', projectPath(`/logs/${id}`))).body;
  return { ...service, post, postGzip, postHar, read };
}

describe('POST /logs-batch', () => {
  it('stores all lines of a log batch and returns the id of each line', async () => {
    const { post, read, count } = await open();
    const logs = [LOG, { ...LOG, url: '/second', groupEmail: null }, { ...LOG, url: '/\u2028third' }];
    const [first, second, third] = logs.map((log) => JSON.stringify(log));
    const { status, headers, body } = await post(`\n${first}\r\n\n${second}\n${third}`);
    expect(status).toBe(201);
    expect(headers.get('location')).toBeNull();
    expect(body).toMatchObject({ accepted: 3, logs: [{ line: 2 }, { line: 4 }, { line: 5 }] });
    for (const [index, log] of logs.entries()) {
      expect(await read(body.logs[index]?.id)).toEqual({ ...log, id: body.logs[index]?.id });
    }
    expect(await count('logs')).toBe(3);
  });

  it('the last of several batch lines with equal timestamps is the newest log', async () => {
    const { sendRequest, post } = await open();
    const manyLogs = Array.from({ length: 120 }, (_, index) => ({ ...LOG, url: `/${index}` }));
    const { body } = await post(getLines(manyLogs));
    const found = await sendRequest<{ logs: { id: string }[] }>('GET', projectPath('/logs?limit=200'));
    expect(found.body.logs.map(({ id }) => id)).toEqual(body.logs.map(({ id }) => id).reverse());
  });

  it('stores the valid lines of a log batch and reports the line, field and rule of each problem', async () => {
    const { post, read, count } = await open();
    const { status, body } = await post(
      [
        JSON.stringify(LOG),
        '{',
        JSON.stringify({ ...LOG, status: 99, colour: 'red' }),
        JSON.stringify({ ...LOG, durationMs: '12' }),
        JSON.stringify({ ...LOG, url: '/last' }),
      ].join('\n'),
      { 'idempotency-key': 'k' },
    );
    expect([status, body.accepted, body.rejected, await count('logs')]).toEqual([201, 2, 3, 2]);
    expect(body.logs.map(({ line }) => line)).toEqual([1, 5]);
    expect(await read(body.logs[1]?.id)).toMatchObject({ url: '/last' });
    expect(body.problems).toEqual([
      { line: 2, field: null, message: 'is not valid JSON at line 1, column 2' },
      { line: 3, field: 'status', message: 'must be at least 100 (got 99)' },
      {
        line: 3,
        field: 'colour',
        message: expect.stringMatching(/^does not exist; remove it, or use one of "status", /),
      },
      { line: 4, field: 'durationMs', message: 'must be a number (got "12")' },
    ]);
  });

  it('rejects an atomic log batch completely, and the error lists every invalid line', async () => {
    const { post, count } = await open();
    const { status, body } = await post(
      [JSON.stringify(LOG), '{', JSON.stringify({ ...LOG, status: 99, colour: 'red' }), 'null'].join('\n'),
      {},
      '?atomic=true',
    );
    expect(status).toBe(400);
    expect(body).toMatchObject(errorBody(400, 'invalid_request').body);
    expect(body.error.details.map(({ where }) => where)).toEqual([
      'line 2',
      'line 3.status',
      'line 3.colour',
      'line 4',
    ]);
    expect(await count('logs')).toBe(0);
  });

  it('the error response for a log batch contains at most twenty problems', async () => {
    const { post } = await open();
    expect((await post('x\n'.repeat(30))).body.error.details).toHaveLength(20);
  });

  it.each([
    ['no text', ''],
    ['only empty lines', '\n \r\n\n'],
    ['too many lines', `${getLines(Array.from({ length: MAX_LOGS_PER_BATCH + 1 }, () => LOG))}\n`],
    ['a line over the limit', JSON.stringify({ ...LOG, request: 'x'.repeat(MAX_LINE_BYTES) })],
  ])('rejects a log batch that contains %s', async (_name, text) => {
    const { post, count } = await open();
    expect(await post(text)).toMatchObject(errorBody(400, 'invalid_request'));
    expect(await count('logs')).toBe(0);
  });

  it('accepts a log batch with the maximum number of lines', async () => {
    const { post, count } = await open();
    const { status, body } = await post(getLines(Array.from({ length: MAX_LOGS_PER_BATCH }, () => LOG)));
    expect([status, body.accepted, await count('logs')]).toEqual([201, MAX_LOGS_PER_BATCH, MAX_LOGS_PER_BATCH]);
  });

  it('rejects a log batch above the size limit', async () => {
    const { post, count } = await open();
    expect(await post(`${JSON.stringify(LOG)}${' '.repeat(8_388_608)}`)).toMatchObject(
      errorBody(413, 'payload_too_large'),
    );
    expect(await count('logs')).toBe(0);
  });

  it.each(['application/json', 'text/plain', 'application/x-ndjsonx', ''])(
    'rejects a log batch with the Content-Type %s',
    async (type) => {
      const { post, count } = await open();
      expect(await post(JSON.stringify(LOG), { 'content-type': type })).toMatchObject(
        errorBody(415, 'unsupported_media_type'),
      );
      expect(await count('logs')).toBe(0);
    },
  );

  it.each(['application/x-ndjson; charset=utf-8', 'Application/NDJSON'])(
    'accepts a log batch with the Content-Type %s',
    async (type) => {
      const { post } = await open();
      expect((await post(JSON.stringify(LOG), { 'content-type': type })).status).toBe(201);
    },
  );

  it('stores a log batch once per Idempotency-Key', async () => {
    const { post, count } = await open();
    const key = { 'idempotency-key': 'batch-1' };
    const first = await post(getLines([LOG, LOG]), key);
    const againResponse = await post(getLines([LOG, LOG]), key);
    expect([againResponse.headers.get('idempotent-replayed'), againResponse.body]).toEqual(['true', first.body]);
    expect(await post(getLines([LOG]), key)).toMatchObject(errorBody(422, 'idempotency_key_reused'));
    expect(await count('logs')).toBe(2);
  });
});

describe('gzip', () => {
  const compress = (text: string) => new Uint8Array(gzipSync(text));

  it('stores a log batch compressed with gzip, and replays its response for a repeated request', async () => {
    const { postGzip, read, count } = await open();
    const body = compress(getLines([LOG, { ...LOG, url: '/second' }]));
    const first = await postGzip(body, { 'idempotency-key': 'k' });
    expect([first.status, first.body.accepted]).toEqual([201, 2]);
    expect(await read(first.body.logs[1]?.id)).toMatchObject({ url: '/second' });
    const againResponse = await postGzip(body, { 'idempotency-key': 'k' });
    expect([againResponse.headers.get('idempotent-replayed'), againResponse.body, await count('logs')]).toEqual([
      'true',
      first.body,
      2,
    ]);
  });

  it('rejects a compressed log batch as soon as its decompressed size exceeds the limit', async () => {
    const { postGzip, count } = await open();
    expect(await postGzip(compress('\n'.repeat(64 * 1_048_576)))).toMatchObject(errorBody(413, 'payload_too_large'));
    expect(await count('logs')).toBe(0);
  });

  it.each([
    ['not compressed', (body: Uint8Array<ArrayBuffer>) => new Uint8Array(gunzipSync(body))],
    ['truncated', (body: Uint8Array<ArrayBuffer>) => body.slice(0, -9)],
    ['empty', () => new Uint8Array()],
  ])('rejects a log batch with Content-Encoding: gzip if the body is %s', async (_name, damage) => {
    const { postGzip, count } = await open();
    expect(await postGzip(damage(compress(getLines([LOG]))))).toMatchObject(errorBody(400, 'invalid_request'));
    expect(await count('logs')).toBe(0);
  });

  it('rejects a log batch in an unsupported encoding and returns the supported ones', async () => {
    const { post } = await open();
    const response = await post(getLines([LOG]), { 'content-encoding': 'br' });
    expect(response).toMatchObject(errorBody(415, 'unsupported_media_type'));
    expect(response.headers.get('accept-encoding')).toBe('gzip, identity');
  });
});

describe('the route of a log', () => {
  it('the route of a log is the OpenAPI path, else the route in the request, else unmatched or derived from the URL', async () => {
    const { sendRequest, post, search } = await openRoutes();
    const users = '/users/ann@example.com/keys/0f8fad5b-d9cb-469f-a165-70867728950e?a=b';
    await post(getLines([404, 200].map((status) => ({ ...LOG, url: users, route: null, status }))));
    expect(await search('')).toEqual(['/users/{id}/keys/{id}', '{unmatched}']);
    const document = {
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      servers: [{ url: 'https://api.example.com/v1' }],
      paths: {
        '/pets/{petId}': { get: { operationId: 'getPet', responses: { 200: { description: 'x' } } } },
        '/pets/mine': { get: { operationId: 'listMine', responses: { 200: { description: 'x' } } } },
      },
    };
    expect((await sendRequest('PUT', projectPath('/api-description'), { json: document })).status).toBe(200);
    await post(
      getLines([
        { ...LOG, url: 'https://api.example.com/v1/pets/7?x=1', route: '/v1/pets/:id' },
        { ...LOG, url: 'https://api.example.com/pets/mine/', route: null },
        { ...LOG, url: 'https://api.example.com/v1/orders/7', route: '/v1/orders/:orderId' },
        { ...LOG, url: users, route: null, status: 200 },
      ]),
    );
    expect((await search('?limit=4')).slice(0, 4)).toEqual([
      '{unmatched}',
      '/v1/orders/{orderId}',
      '/pets/mine',
      '/pets/{petId}',
    ]);
    expect(await search('?route=/pets/{petId}')).toEqual(['/pets/{petId}']);
  });

  it('derives the route of a log from its URL if the OpenAPI document is invalid', async () => {
    const { store, projectId, post, search } = await openRoutes();
    await store.apiDescriptions.put(await projectId(), { format: 'json', text: '{' });
    expect((await post(getLines([{ ...LOG, url: '/pets/7', route: null, status: 200 }]))).status).toBe(201);
    expect(await search('')).toEqual(['/pets/{id}']);
  });

  async function openRoutes() {
    const service = await open();
    const search = async (query: string) => {
      const { body } = await service.sendRequest<{ logs: { route: string }[] }>('GET', projectPath(`/logs${query}`));
      return body.logs.map(({ route }) => route);
    };
    return { ...service, search };
  }
});

describe('POST /logs-har', () => {
  const [entry] = HAR.log.entries;
  const createHar = (...entries: unknown[]) => ({ log: { ...HAR.log, entries } });

  it('stores the entries of an HTTP Archive (HAR) as logs', async () => {
    const { postHar, read } = await open();
    const { status, body } = await postHar(HAR, '?groupEmail=team@example.com');
    expect([status, body]).toMatchObject([201, { accepted: 1, logs: [{ entry: 0 }], skipped: [] }]);
    expect(await read(body.logs[0]?.id)).toEqual({
      id: body.logs[0]?.id,
      status: 200,
      method: 'GET',
      url: 'https://api.example.com/pets/2',
      groupEmail: 'team@example.com',
      timestamp: '2026-03-01T10:00:00.000Z',
      durationMs: 12.5,
      route: '/pets/{id}',
      userAgent: null,
      errorCode: null,
      environment: 'production',
      traceId: null,
      recoveryHintId: null,
      request: { headers: [{ name: 'Accept', value: '*/*' }] },
      response: { statusText: 'OK', content: { mimeType: 'application/json', text: '{"id":2}' }, time: 12.5 },
    });
  });

  it.each([
    ['has the status 0', { status: 0 }],
    ['is null', null],
    ['is missing', undefined],
  ])('skips the entries of an HTTP Archive whose response %s', async (_name, response) => {
    const { postHar, count } = await open();
    const { status, body } = await postHar(createHar({ ...entry, response }, { ...entry, time: null }));
    expect([status, body]).toMatchObject([201, { accepted: 1, logs: [{ entry: 1 }], skipped: [0] }]);
    expect(await count('logs')).toBe(1);
  });

  it('secrets in Base64-encoded text of an HTTP Archive are redacted', async () => {
    const { postHar, read } = await open();
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const createContent = (text: string) => ({ mimeType: 'application/json', encoding: 'base64', text: encode(text) });
    const response = { status: 200, content: createContent('{"id":1.10,"token":"Zq7xW2mK9"}') };
    const { body } = await postHar(createHar({ ...entry, response }));
    expect(await read(body.logs[0]?.id)).toMatchObject({
      response: { content: createContent('{"id":1.10,"token":"[redacted]"}') },
    });
  });

  it.each([
    ['an object that is not an archive', {}, 'body.log'],
    ['an unsupported version', { log: { ...HAR.log, version: '2.0' } }, 'body.log.version'],
    ['no entries', createHar(), 'body.log.entries'],
    ['an entry without a time', createHar({ ...entry, startedDateTime: 'now' }), 'body.log.entries[0].startedDateTime'],
    [
      'an entry with an invalid status',
      createHar(entry, { ...entry, response: { status: 99 } }),
      'body.log.entries[1].response.status',
    ],
    ['an entry without a URL', createHar({ ...entry, request: { method: 'GET' } }), 'body.log.entries[0].request.url'],
    ['too many entries', createHar(...Array.from({ length: MAX_LOGS_PER_BATCH + 1 }, () => entry)), 'body.log.entries'],
  ])(
    'rejects an invalid HTTP Archive completely and reports the location of the problem: %s',
    async (_name, json, invalidProperty) => {
      const { postHar, count } = await open();
      const response = await postHar(json);
      expect(response).toMatchObject(errorBody(400, 'invalid_request'));
      expect(response.body.error.details).toMatchObject([{ where: invalidProperty }]);
      expect(await count('logs')).toBe(0);
    },
  );
});

describe('redaction', () => {
  const SECRET = 'S3cr3t-Value';
  const headers = [
    { name: 'Authorization', value: `Bearer ${SECRET}` },
    { name: 'X-Team-Secret-Sauce', value: SECRET },
  ];
  const log = {
    ...LOG,
    url: `/pets?api_key=${SECRET}`,
    request: { headers },
    response: { headers: { 'Set-Cookie': SECRET } },
  };
  const har = {
    log: {
      version: '1.2',
      entries: [
        {
          startedDateTime: LOG.timestamp,
          request: {
            method: 'GET',
            url: `/pets?api_key=${SECRET}`,
            headers,
            cookies: [{ name: 'sid', value: SECRET }],
          },
          response: { status: 200, headers },
        },
      ],
    },
  };

  it.each<[string, Record<string, string>, string]>([
    ['/logs', { 'content-type': 'application/json' }, JSON.stringify(log)],
    ['/logs-batch', NDJSON, JSON.stringify(log)],
    ['/logs-har', { 'content-type': 'application/json' }, JSON.stringify(har)],
  ])(
    'POST %s neither stores nor returns a secret, even in a header with a configured name',
    async (path, type, body) => {
      const { store, keys, rows, reported } = await openService();
      const app = createApp(store, (error) => reported.push(error), { redactedNames: ['x-team-secret-sauce'] });
      const response = await app.request(projectPath(path), {
        method: 'POST',
        headers: { ...type, authorization: `Bearer ${keys.ann}`, 'idempotency-key': 'k' },
        body,
      });
      expect([response.status, (await response.text()).includes(SECRET)]).toEqual([201, false]);
      const stored = JSON.stringify([await rows('SELECT * FROM logs'), await rows('SELECT * FROM answers')]);
      expect(stored).not.toContain(SECRET);
      expect(stored).toContain('[redacted]');
    },
  );
});

import { describe, expect, it } from 'vitest';
import type { ErrorDetail } from '../../errors/errors.ts';
import { MAX_LINE_BYTES, MAX_LOGS_PER_BATCH } from '../../ingest/bounds.ts';
import { createApp } from '../app.ts';
import { errorBody, HAR, LOG, openService, projectPath } from '../service.fixture.ts';

interface Taken {
  readonly accepted: number;
  readonly logs: readonly { readonly line?: number; readonly entry?: number; readonly id: string }[];
  readonly skipped?: readonly number[];
  readonly error: { readonly message: string; readonly details: readonly ErrorDetail[] };
}

const NDJSON = { 'content-type': 'application/x-ndjson' };
const linesOf = (logs: readonly unknown[]) => logs.map((log) => JSON.stringify(log)).join('\n');

async function open() {
  const service = await openService();
  const post = (text: string, headers: Record<string, string> = {}) =>
    service.ask<Taken>('POST', projectPath('/logs-batch'), { text, headers: { ...NDJSON, ...headers } });
  const postHar = (json: unknown, query = '') => service.ask<Taken>('POST', projectPath(`/logs-har${query}`), { json });
  const read = async (id: string | undefined) => (await service.ask('GET', projectPath(`/logs/${id}`))).body;
  return { ...service, post, postHar, read };
}

describe('a batch of lines', () => {
  it('is stored as a whole, and returns the id of each line', async () => {
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

  it('keeps the order of lines with equal times: the last one is the newest', async () => {
    const { ask, post } = await open();
    const many = Array.from({ length: 120 }, (_, index) => ({ ...LOG, url: `/${index}` }));
    const { body } = await post(linesOf(many));
    const found = await ask<{ logs: { id: string }[] }>('GET', projectPath('/logs?limit=200'));
    expect(found.body.logs.map(({ id }) => id)).toEqual(body.logs.map(({ id }) => id).reverse());
  });

  it('is rejected as a whole with every invalid line', async () => {
    const { post, count } = await open();
    const { status, body } = await post(
      [JSON.stringify(LOG), '{', JSON.stringify({ ...LOG, status: 99, colour: 'red' }), 'null'].join('\n'),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject(errorBody(400, 'invalid_request').body);
    expect(body.error.details.map(({ where }) => where)).toEqual(['line 2', 'line 3.status', 'line 3', 'line 4']);
    expect(await count('logs')).toBe(0);
  });

  it('reports at most the first twenty problems', async () => {
    const { post } = await open();
    expect((await post('x\n'.repeat(30))).body.error.details).toHaveLength(20);
  });

  it.each([
    ['nothing', ''],
    ['empty lines', '\n \r\n\n'],
    ['too many lines', `${linesOf(Array.from({ length: MAX_LOGS_PER_BATCH + 1 }, () => LOG))}\n`],
    ['a line over the limit', JSON.stringify({ ...LOG, request: 'x'.repeat(MAX_LINE_BYTES) })],
  ])('is rejected: %s', async (_name, text) => {
    const { post, count } = await open();
    expect(await post(text)).toMatchObject(errorBody(400, 'invalid_request'));
    expect(await count('logs')).toBe(0);
  });

  it('can have the maximum number of lines', async () => {
    const { post, count } = await open();
    const { status, body } = await post(linesOf(Array.from({ length: MAX_LOGS_PER_BATCH }, () => LOG)));
    expect([status, body.accepted, await count('logs')]).toEqual([201, MAX_LOGS_PER_BATCH, MAX_LOGS_PER_BATCH]);
  });

  it('is rejected if it is too large', async () => {
    const { post, count } = await open();
    expect(await post(`${JSON.stringify(LOG)}${' '.repeat(8_388_608)}`)).toMatchObject(
      errorBody(413, 'payload_too_large'),
    );
    expect(await count('logs')).toBe(0);
  });

  it.each(['application/json', 'text/plain', 'application/x-ndjsonx', ''])('is rejected as %s', async (type) => {
    const { post, count } = await open();
    expect(await post(JSON.stringify(LOG), { 'content-type': type })).toMatchObject(
      errorBody(415, 'unsupported_media_type'),
    );
    expect(await count('logs')).toBe(0);
  });

  it.each(['application/x-ndjson; charset=utf-8', 'Application/NDJSON'])('is accepted as %s', async (type) => {
    const { post } = await open();
    expect((await post(JSON.stringify(LOG), { 'content-type': type })).status).toBe(201);
  });

  it('is stored once with an Idempotency-Key', async () => {
    const { post, count } = await open();
    const key = { 'idempotency-key': 'batch-1' };
    const first = await post(linesOf([LOG, LOG]), key);
    const again = await post(linesOf([LOG, LOG]), key);
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body]);
    expect(await post(linesOf([LOG]), key)).toMatchObject(errorBody(422, 'idempotency_key_reused'));
    expect(await count('logs')).toBe(2);
  });
});

describe('an HTTP Archive', () => {
  const [entry] = HAR.log.entries;
  const withEntries = (...entries: unknown[]) => ({ log: { ...HAR.log, entries } });

  it('is stored with the data of each entry', async () => {
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
      request: { headers: [{ name: 'Accept', value: '*/*' }] },
      response: { statusText: 'OK', content: { mimeType: 'application/json', text: '{"id":2}' }, time: 12.5 },
    });
  });

  it('is stored without entries that have no response', async () => {
    const { postHar, count } = await open();
    const { status, body } = await postHar(withEntries({ ...entry, response: { status: 0 } }, entry));
    expect([status, body]).toMatchObject([201, { accepted: 1, logs: [{ entry: 1 }], skipped: [0] }]);
    expect(await count('logs')).toBe(1);
  });

  it.each([
    ['no archive', {}, 'json.log'],
    ['another version', { log: { ...HAR.log, version: '2.0' } }, 'json.log.version'],
    ['no entries', withEntries(), 'json.log.entries'],
    [
      'an entry without a time',
      withEntries({ ...entry, startedDateTime: 'now' }),
      'json.log.entries.0.startedDateTime',
    ],
    [
      'an entry with an invalid status',
      withEntries(entry, { ...entry, response: { status: 99 } }),
      'json.log.entries.1.response.status',
    ],
    ['an entry without a URL', withEntries({ ...entry, request: { method: 'GET' } }), 'json.log.entries.0.request.url'],
    [
      'too many entries',
      withEntries(...Array.from({ length: MAX_LOGS_PER_BATCH + 1 }, () => entry)),
      'json.log.entries',
    ],
  ])('is rejected as a whole with the location: %s', async (_name, json, where) => {
    const { postHar, count } = await open();
    const answer = await postHar(json);
    expect(answer).toMatchObject(errorBody(400, 'invalid_request'));
    expect(answer.body.error.details).toMatchObject([{ where }]);
    expect(await count('logs')).toBe(0);
  });
});

describe('a secret in a captured request', () => {
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
  ])('is neither stored nor returned by POST %s, also with custom names', async (path, type, body) => {
    const { store, keys, rows, reported } = await openService();
    const app = createApp(store, (error) => reported.push(error), { redactedNames: ['x-team-secret-sauce'] });
    const answer = await app.request(projectPath(path), {
      method: 'POST',
      headers: { ...type, authorization: `Bearer ${keys.ann}`, 'idempotency-key': 'k' },
      body,
    });
    expect([answer.status, (await answer.text()).includes(SECRET)]).toEqual([201, false]);
    const stored = JSON.stringify([await rows('SELECT * FROM logs'), await rows('SELECT * FROM answers')]);
    expect(stored).not.toContain(SECRET);
    expect(stored).toContain('[redacted]');
  });
});

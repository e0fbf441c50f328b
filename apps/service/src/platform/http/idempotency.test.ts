import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  errorBody,
  HAR,
  ITEM,
  LOG,
  openService,
  projectPath,
  SECOND_PROJECT,
  SOURCE,
  type TestItem,
} from '../../testing/service.fixture.ts';
import { createPrincipal } from '../database/behavior/accounts.fixture.ts';

const createKeyHeader = (key: string) => ({ 'idempotency-key': key });

/** The three POST operations, each with its path, its table and two valid bodies. */
const POSTS = [
  ['/context', 'context_items', ITEM, { ...ITEM, title: 'Other' }],
  ['/data-sources', 'data_sources', SOURCE, { ...SOURCE, branch: 'next' }],
  ['/logs', 'logs', LOG, { ...LOG, status: 200 }],
] as const;

describe.each(POSTS)('POST %s with an Idempotency-Key', (path, table, json, other) => {
  it('executes repeated requests with the same Idempotency-Key once and returns the same response', async () => {
    const { sendRequest, count } = await openService();
    const first = await sendRequest<TestItem>('POST', projectPath(path), { json, headers: createKeyHeader('k') });
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    for (let time = 0; time < 2; time += 1) {
      const againResponse = await sendRequest<TestItem>('POST', projectPath(path), {
        json,
        headers: createKeyHeader('k'),
      });
      expect(againResponse).toMatchObject({ status: 201, body: first.body });
      expect(againResponse.headers.get('idempotent-replayed')).toBe('true');
      expect(againResponse.headers.get('location')).toBe(first.headers.get('location'));
      expect(againResponse.headers.get('content-type')).toBe(first.headers.get('content-type'));
    }
    expect(await count(table)).toBe(1);
  });

  it('rejects a different body with the same Idempotency-Key and keeps the first resource', async () => {
    const { sendRequest, count } = await openService();
    const first = await sendRequest<TestItem>('POST', projectPath(path), { json, headers: createKeyHeader('k') });
    const second = await sendRequest('POST', projectPath(path), { json: other, headers: createKeyHeader('k') });
    expect(second).toMatchObject(errorBody(422, 'idempotency_key_reused'));
    expect(second.headers.get('idempotent-replayed')).toBeNull();
    expect(await count(table)).toBe(1);
    const again = await sendRequest('POST', projectPath(path), { json, headers: createKeyHeader('k') });
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  it('executes concurrent requests with the same Idempotency-Key once', async () => {
    const { sendRequest, count } = await openService();
    const responses = await Promise.all(
      Array.from({ length: 40 }, () =>
        sendRequest<TestItem>('POST', projectPath(path), { json, headers: createKeyHeader('k') }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await count(table)).toBe(1);
  });

  it('executes a request again for another Idempotency-Key, API key or project, or without an Idempotency-Key', async () => {
    const { sendRequest, count, keys } = await openService();
    // Each request needs a different repository, because a repository can be connected only once.
    const createBody = (number: number) => (path === '/data-sources' ? { ...json, repo: `api-${number}` } : json);
    const responses = [
      await sendRequest<TestItem>('POST', projectPath(path), { json: createBody(0), headers: createKeyHeader('k') }),
      await sendRequest<TestItem>('POST', projectPath(path), { json: createBody(1), headers: createKeyHeader('K') }),
      await sendRequest<TestItem>('POST', projectPath(path), {
        json: createBody(2),
        headers: createKeyHeader('k'),
        key: keys.annsOther,
      }),
      await sendRequest<TestItem>('POST', projectPath(path, SECOND_PROJECT), {
        json: createBody(3),
        headers: createKeyHeader('k'),
      }),
      await sendRequest<TestItem>('POST', projectPath(path), { json: createBody(4) }),
      await sendRequest<TestItem>('POST', projectPath(path), { json: createBody(5) }),
    ];
    for (const { status, headers } of responses) {
      expect([status, headers.get('idempotent-replayed')]).toEqual([201, null]);
    }
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(responses.length);
    expect(await count(table)).toBe(responses.length);
  });

  it('a rejected request does not use up its Idempotency-Key', async () => {
    const { sendRequest, count, keys } = await openService();
    const refusedResponses = [
      await sendRequest('POST', projectPath(path), { json: { ...json, colour: 'red' }, headers: createKeyHeader('k') }),
      await sendRequest('POST', projectPath(path), { json, headers: createKeyHeader('k'), key: keys.annsReadOnly }),
      await sendRequest('POST', projectPath(path), { json, headers: createKeyHeader('k'), key: keys.bob }),
      await sendRequest('POST', projectPath(path), {
        text: '{',
        headers: { ...createKeyHeader('k'), 'content-type': 'application/json' },
      }),
    ];
    expect(refusedResponses.map(({ status }) => status)).toEqual([400, 403, 404, 400]);
    const { status, headers } = await sendRequest('POST', projectPath(path), { json, headers: createKeyHeader('k') });
    expect([status, headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(await count(table)).toBe(1);
  });

  it.each([
    ['no characters', ''],
    ['256 characters', 'k'.repeat(256)],
  ])('rejects an Idempotency-Key that consists of %s', async (_name, key) => {
    const { sendRequest, count } = await openService();
    const response = await sendRequest<{ error: { message: string } }>('POST', projectPath(path), {
      json,
      headers: createKeyHeader(key),
    });
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(response.body.error.message).toContain('Idempotency-Key');
    expect(await count(table)).toBe(0);
  });

  it.each(['k', 'k'.repeat(255), '"quoted"', "'; DROP TABLE answers; --"])(
    'accepts the Idempotency-Key %s',
    async (key) => {
      const { sendRequest } = await openService();
      const first = await sendRequest<TestItem>('POST', projectPath(path), { json, headers: createKeyHeader(key) });
      const again = await sendRequest<TestItem>('POST', projectPath(path), { json, headers: createKeyHeader(key) });
      expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    },
  );
});

describe('Idempotency-Key', () => {
  it('an Idempotency-Key used for one path can be used for another path', async () => {
    const { sendRequest, count } = await openService();
    for (const [path, , json] of POSTS) {
      const { status, headers } = await sendRequest('POST', projectPath(path), { json, headers: createKeyHeader('k') });
      expect([status, headers.get('idempotent-replayed')]).toEqual([201, null]);
    }
    expect(await Promise.all(POSTS.map(([, table]) => count(table)))).toEqual([1, 1, 1]);
  });

  it('rejects an Idempotency-Key reused with a different query, and keeps the first logs', async () => {
    const { sendRequest, count, rows } = await openService();
    const post = (query: string) =>
      sendRequest<{ logs: { id: string }[] }>('POST', projectPath(`/logs-har${query}`), {
        json: HAR,
        headers: createKeyHeader('k'),
      });
    const first = await post('?groupEmail=a@x.example');
    expect(first.status).toBe(201);
    for (const query of ['?groupEmail=b@x.example', '?groupEmail=c@x.example', '']) {
      expect(await post(query)).toMatchObject(errorBody(422, 'idempotency_key_reused'));
    }
    // The query has the same value in a different encoding.
    const againResponse = await post('?groupEmail=a%40x.example');
    expect([againResponse.status, againResponse.headers.get('idempotent-replayed'), againResponse.body]).toEqual([
      201,
      'true',
      first.body,
    ]);
    expect(await count('logs')).toBe(1);
    expect(await rows('SELECT group_email FROM logs')).toEqual([{ group_email: 'a@x.example' }]);
  });

  it.each([
    ['first without a query, then with one', '', '?groupEmail=a@x.example'],
    ['first with a query, then without one', '?groupEmail=a@x.example', ''],
  ])('rejects an Idempotency-Key reused with a different query: %s', async (_name, first, second) => {
    const { sendRequest } = await openService();
    const post = (query: string) =>
      sendRequest('POST', projectPath(`/logs-har${query}`), { json: HAR, headers: createKeyHeader('k') });
    expect((await post(first)).status).toBe(201);
    expect(await post(second)).toMatchObject(errorBody(422, 'idempotency_key_reused'));
  });

  it('accepts only one of two different bodies sent concurrently with the same Idempotency-Key', async () => {
    const { sendRequest, count } = await openService();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        sendRequest<TestItem>('POST', projectPath('/context'), {
          json: { title: `T${number % 2}` },
          headers: createKeyHeader('k'),
        }),
      ),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(10).fill(422)]);
    expect(await count('context_items')).toBe(1);
  });

  it('an Idempotency-Key does not block reads or requests without this key', async () => {
    const { sendRequest, count } = await openService();
    const log = await sendRequest<{ id: string }>('POST', projectPath('/logs'), { json: LOG });
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, number) => {
        if (number % 3 === 0) return sendRequest('GET', projectPath(`/logs/${log.body.id}`));
        const headers = number % 3 === 1 ? createKeyHeader(`k${number % 2}`) : undefined;
        return sendRequest('POST', projectPath('/context'), { json: ITEM, ...(headers ? { headers } : {}) });
      }),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 201]));
    // 20 reads of the log, 20 items without an Idempotency-Key and 2 items with one: a repeated request is not recorded again.
    expect(await count('audit')).toBe(20 + 20 + 2);
    expect(await count('context_items')).toBe(20 + 2);
  });

  it('a repeated request returns the first response even if the item was replaced or deleted', async () => {
    const { sendRequest, count } = await openService();
    const create = () =>
      sendRequest<TestItem>('POST', projectPath('/context'), { json: ITEM, headers: createKeyHeader('k') });
    const first = await create();
    await sendRequest('PUT', projectPath(`/context/${first.body.id}`), { json: { title: 'New' } });
    expect((await create()).body).toEqual(first.body);
    await sendRequest('DELETE', projectPath(`/context/${first.body.id}`));
    expect((await create()).body).toEqual(first.body);
    expect(await count('context_items')).toBe(0);
  });

  it.each([
    ['/context', ITEM, ITEM.content],
    ['/data-sources', SOURCE, SOURCE.siteUrl],
  ])(
    'the idempotency record for %s does not contain the content of a deleted resource',
    async (path, json, content) => {
      const { sendRequest, count, everything } = await openService();
      const { headers } = await sendRequest('POST', projectPath(path), { json, headers: createKeyHeader('k') });
      expect(await everything()).toContain(content);
      await sendRequest('DELETE', headers.get('location') ?? '');
      expect(await everything()).not.toContain(content);
      expect(await count('answers')).toBe(1);
    },
  );

  it.each([
    ['/logs-batch', { 'content-type': 'application/x-ndjson' }, `${JSON.stringify(LOG)}\n\n`.repeat(1_000)],
    [
      '/logs-har',
      { 'content-type': 'application/json' },
      JSON.stringify({ log: { ...HAR.log, entries: Array.from({ length: 1_000 }, () => HAR.log.entries[0]) } }),
    ],
  ])(
    'the idempotency record for %s is small, but a repeated request returns all ids of the batch',
    async (path, type, text) => {
      const { sendRequest, rows, count } = await openService();
      const post = () =>
        sendRequest<{ logs: { id: string }[] }>('POST', projectPath(path), {
          text,
          headers: { ...type, ...createKeyHeader('k') },
        });
      const first = await post();
      expect(new Set(first.body.logs.map(({ id }) => id)).size).toBe(1_000);
      const againResponse = await post();
      expect([againResponse.status, againResponse.headers.get('idempotent-replayed'), againResponse.body]).toEqual([
        201,
        'true',
        first.body,
      ]);
      expect(await count('logs')).toBe(1_000);
      const [kept] = await rows('SELECT body FROM answers');
      expect(String(kept?.body).length).toBeLessThan(100);
      const stored = await rows('SELECT id FROM logs');
      expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(first.body.logs.map(({ id }) => id)));
    },
  );

  it('returns the ids of a batch from the idempotency record of an earlier version', async () => {
    const { sendRequest, store, keys } = await openService();
    const { keyId } = await createPrincipal(store, keys.ann);
    const text = JSON.stringify(LOG);
    const scope = { keyId, method: 'POST', path: projectPath('/logs-batch'), idempotencyKey: 'k' };
    const wholeBatch = { accepted: 1, logs: [{ line: 1, id: 'log_0123456789abcdef01234567' }] };
    await store.runIdempotent(scope, createHash('sha256').update(text).digest('hex'), async () => ({
      status: 201,
      location: null,
      stored: JSON.stringify(wholeBatch),
    }));
    const headers = { 'content-type': 'application/x-ndjson', ...createKeyHeader('k') };
    expect((await sendRequest('POST', projectPath('/logs-batch'), { text, headers })).body).toEqual(wholeBatch);
  });

  it('an Idempotency-Key does not reveal the response of another user', async () => {
    const { sendRequest, keys, store } = await openService();
    const question = { json: ITEM, headers: createKeyHeader('k') };
    await sendRequest('POST', projectPath('/context'), question);
    expect(await sendRequest('POST', projectPath('/context'), { ...question, key: keys.bob })).toMatchObject(
      errorBody(404, 'not_found'),
    );
    await store.accounts.addMember('octo-api', 'bob@example.com');
    const response = await sendRequest('POST', projectPath('/context'), { ...question, key: keys.bob });
    expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });
});

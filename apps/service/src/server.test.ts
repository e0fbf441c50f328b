import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import { createClient, createTransport, fetchCapabilities, parseBaseUrl } from '@context-sync/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hashKey, newKey } from './access/keys.ts';
import { ANN, at, ITEM, type Item, LOG, OWN, populate, SOURCE } from './http/service.fixture.ts';
import { type RunningServer, startServer } from './server.ts';
import { callerOf, scopeOf } from './store/behavior/accounts.fixture.ts';
import { rowsOf, scratchFolder } from './store/behavior/database.fixture.ts';
import { KEEP_ANSWERS_MS } from './store/retention.ts';
import { openSqliteStore } from './store/sqlite/store.ts';

/** The service over real HTTP on a file of its own. */
async function serve(given?: Awaited<ReturnType<typeof makeDatabase>>) {
  const { file, keys } = given ?? (await makeDatabase());
  const reported: unknown[] = [];
  const server = await startServer({ database: file, port: 0, report: (error) => reported.push(error) });
  const close = closeOnce(server);
  onTestFinished(async () => {
    await close();
    expect(reported, 'defects that the service reported').toEqual([]);
  });
  const headers = { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json' };
  const post = (path: string, json: unknown, more: Record<string, string> = {}) =>
    fetch(server.url + at(path), { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(json) });
  const get = async <T>(path: string) => (await (await fetch(server.url + at(path), { headers })).json()) as T;
  return { url: server.url, file, keys, headers, close, post, get };
}

function closeOnce(server: RunningServer): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= server.close();
    return closed;
  };
}

async function makeDatabase() {
  const file = join(scratchFolder(), 'service.db');
  const store = openSqliteStore(file);
  const keys = await populate(store);
  await store.close();
  return { file, keys };
}

describe('the service over HTTP', () => {
  it('answers the five operations of the client', async () => {
    const { url, keys, post } = await serve();
    const transport = createTransport({ baseUrl: parseBaseUrl(url), apiKey: keys.ann, maxRetryAfter: 0 });
    const client = createClient(transport);
    const log = (await (await post('/logs', LOG)).json()) as { id: string };
    expect(await fetchCapabilities(transport)).toMatchObject({ idempotency: true, update: true, delete: true });
    expect((await client.getProject(OWN)).body).toMatchObject({ slug: OWN });
    expect((await client.searchLogs(OWN, { status: 404, limit: 1 })).body).toMatchObject({ logs: [{ id: log.id }] });
    expect((await client.getLog(OWN, log.id)).body).toEqual({ ...LOG, id: log.id });
    const write = { idempotencyKey: 'k' };
    const source = await client.connectDataSource(OWN, SOURCE, write);
    expect(source.answer).toMatchObject({ status: 201, body: { ...SOURCE, id: source.id } });
    const item = await client.createContextItem(OWN, ITEM, write);
    expect(item.answer).toMatchObject({ status: 201, body: { ...ITEM, id: item.id } });
  });

  it('carries out one of many requests with the same Idempotency-Key', async () => {
    const { file, post } = await serve();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post('/context', ITEM, { 'idempotency-key': 'k' })),
    );
    const items = (await Promise.all(answers.map((answer) => answer.json()))) as Item[];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(items.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    expect(rowsOf(file, 'SELECT count(*) AS count FROM context_items')).toEqual([{ count: 1 }]);
  });

  it.each([
    ['of a declared length', true],
    ['in chunks', false],
  ])('refuses too large a body %s, and answers the next request', async (_name, declared) => {
    const { url, headers, get } = await serve();
    const text = JSON.stringify({ title: 'T', content: 'x'.repeat(1_100_000) });
    const stream = () => new Blob([text]).stream();
    const body = declared ? { body: text } : { body: stream(), duplex: 'half' as const };
    const answer = await fetch(url + at('/context'), { method: 'POST', headers, ...body });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 'payload_too_large' } });
    expect(await get('/context')).toEqual({ items: [], next: null });
  });

  it('knows a key that the command line made while it ran', async () => {
    const { url, file } = await serve();
    const store = openSqliteStore(file);
    const key = newKey();
    await store.accounts.createKey(ANN, { access: 'full', hash: hashKey(key) });
    await store.close();
    const answer = await fetch(url + at(), { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
  });
});

describe('starting', () => {
  it('listens on the loopback address, on a free port', async () => {
    const { url } = await serve();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it('fails on a port that is taken, and lets go of the database', async () => {
    const { url } = await serve();
    const { file } = await makeDatabase();
    const start = startServer({ database: file, port: Number(new URL(url).port), report: () => undefined });
    await expect(start).rejects.toMatchObject({ name: 'ServeError', cause: { code: 'EADDRINUSE' } });
    // SQLite takes the files of its write-ahead log away with the last connection.
    expect(readdirSync(dirname(file))).toEqual(['service.db']);
  });
});

describe('running', () => {
  it('deletes what is kept for old Idempotency-Keys, also where logs are kept for good', async () => {
    const { file, keys } = await makeDatabase();
    const store = openSqliteStore(file);
    const { keyId } = await callerOf(store, keys.ann);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - KEEP_ANSWERS_MS - 1 });
    onTestFinished(() => void vi.useRealTimers());
    await store.once(scopeOf(keyId, 'old'), 'p', async () => ({ status: 201, location: null, kept: '{}' }));
    vi.useRealTimers();
    await store.close();
    await serve({ file, keys });
    await expect.poll(() => rowsOf(file, 'SELECT * FROM answers'), { timeout: 50_000 }).toEqual([]);
  });
});

describe('stopping', () => {
  /** A POST that the service has begun to read: "100 Continue" says so. Its body is still to come. */
  async function begin(url: string, headers: Record<string, string>, agent: Agent) {
    onTestFinished(() => agent.destroy());
    const asked = request(url + at('/context'), {
      method: 'POST',
      agent,
      headers: { ...headers, expect: '100-continue' },
    });
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
    asked.flushHeaders();
    await once(asked, 'continue');
    return async (json: unknown) => {
      asked.end(JSON.stringify(json));
      const [answer] = await answered;
      let text = '';
      for await (const part of answer) text += String(part);
      return { status: answer.statusCode, text };
    };
  }

  it('answers what was asked before', async () => {
    const { url, file, headers, close } = await serve();
    const finish = await begin(url, headers, new Agent());
    const closed = close();
    const { status, text } = await finish(ITEM);
    expect(status).toBe(201);
    await closed;
    expect(rowsOf(file, 'SELECT id FROM context_items')).toEqual([{ id: (JSON.parse(text) as Item).id }]);
  });

  it('takes no more requests on a connection that the caller keeps', async () => {
    const { url, headers, close } = await serve();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const finish = await begin(url, headers, agent);
    const closed = close();
    expect((await finish(ITEM)).status).toBe(201);
    const next = await once(get(`${url}/health`, { agent }), 'response').then(
      ([answer]) => (answer as IncomingMessage).resume().statusCode,
      () => 'refused',
    );
    expect(next).toBe('refused');
    await closed;
  });

  it.each([
    ['of a declared length', { 'content-length': '100' }],
    ['in chunks', {}],
  ])('takes a caller who goes away in the middle of a body %s for no defect', async (_name, length) => {
    const { url, file, headers, close } = await serve();
    const agent = new Agent();
    onTestFinished(() => agent.destroy());
    const asked = request(url + at('/context'), {
      method: 'POST',
      agent,
      headers: { ...headers, ...length, expect: '100-continue' },
    });
    asked.flushHeaders();
    await once(asked, 'continue');
    asked.on('error', () => undefined).write('{"title":');
    asked.destroy();
    await new Promise((resolve) => asked.once('close', resolve));
    // Questions and answers, in which the service comes to know that the caller is gone.
    for (let time = 0; time < 3; time += 1) expect((await fetch(`${url}/health`)).status).toBe(200);
    await close();
    expect(rowsOf(file, 'SELECT id FROM context_items')).toEqual([]);
    // That nothing was reported is seen to when the test ends.
  });

  it('takes no more connections and lets go of the database', async () => {
    const { url, file, post, close } = await serve();
    expect((await post('/context', ITEM)).status).toBe(201);
    await close();
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
    expect(readdirSync(dirname(file))).toEqual(['service.db']);
  });

  it('keeps what was written for the next start', async () => {
    const database = await makeDatabase();
    const first = await serve(database);
    const item = await (await first.post('/context', ITEM, { 'idempotency-key': 'k' })).json();
    await first.close();
    const second = await serve(database);
    expect(await second.get('/context')).toEqual({ items: [item], next: null });
    const again = await second.post('/context', ITEM, { 'idempotency-key': 'k' });
    expect([again.status, again.headers.get('idempotent-replayed'), await again.json()]).toEqual([201, 'true', item]);
  });
});

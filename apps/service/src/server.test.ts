import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import { createClient, createTransport, fetchCapabilities, parseBaseUrl } from '@context-sync/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { IDEMPOTENCY_RECORD_TTL_MS } from './areas/maintenance/retention.ts';
import { openSqliteStore } from './open-store.ts';
import { createKey, hashKey } from './platform/access/api-keys.ts';
import { createPrincipal, getScope } from './platform/database/behavior/accounts.fixture.ts';
import { getRows, scratchFolder } from './platform/database/behavior/database.fixture.ts';
import { type RunningServer, startServer } from './server.ts';
import { connectTo } from './testing/mcp.fixture.ts';
import {
  ANN,
  ITEM,
  LOG,
  OWN_PROJECT,
  populate,
  projectPath,
  SOURCE,
  type TestItem,
} from './testing/service.fixture.ts';

/** Starts the service over HTTP with a separate database file. */
async function serve(givenDatabase?: Awaited<ReturnType<typeof makeDatabase>>) {
  const { file, keys } = givenDatabase ?? (await makeDatabase());
  const reportedErrors: unknown[] = [];
  const server = await startServer({ database: file, port: 0, report: (error) => reportedErrors.push(error) });
  const close = closeOnce(server);
  onTestFinished(async () => {
    await close();
    expect(reportedErrors, 'errors that the service reported').toEqual([]);
  });
  const headers = { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json' };
  const post = (path: string, json: unknown, more: Record<string, string> = {}) =>
    fetch(server.url + projectPath(path), {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(json),
    });
  const get = async <T>(path: string) => (await (await fetch(server.url + projectPath(path), { headers })).json()) as T;
  return { url: server.url, file, keys, headers, close, post, get };
}

function closeOnce(server: RunningServer): () => Promise<void> {
  let closePromise: Promise<void> | undefined;
  return () => {
    closePromise ??= server.close();
    return closePromise;
  };
}

async function makeDatabase() {
  const file = join(scratchFolder(), 'service.db');
  const store = openSqliteStore(file);
  const keys = await populate(store);
  await store.close();
  return { file, keys };
}

describe('startServer', () => {
  it('the service supports all requests of the sync client', async () => {
    const { url, keys, post } = await serve();
    const transport = createTransport({ baseUrl: parseBaseUrl(url), apiKey: keys.ann, maxRetryAfter: 0 });
    const client = createClient(transport);
    const log = (await (await post('/logs', LOG)).json()) as { id: string };
    expect(await fetchCapabilities(transport)).toMatchObject({ idempotency: true, update: true, delete: true });
    expect((await client.getProject(OWN_PROJECT)).body).toMatchObject({ slug: OWN_PROJECT });
    expect((await client.searchLogs(OWN_PROJECT, { status: 404, limit: 1 })).body).toMatchObject({
      logs: [{ id: log.id }],
    });
    expect((await client.getLog(OWN_PROJECT, log.id)).body).toEqual({ ...LOG, id: log.id });
    const write = { idempotencyKey: 'k' };
    const source = await client.connectDataSource(OWN_PROJECT, SOURCE, write);
    expect(source.response).toMatchObject({ status: 201, body: { ...SOURCE, id: source.id } });
    const item = await client.createContextItem(OWN_PROJECT, ITEM, write);
    expect(item.response).toMatchObject({ status: 201, body: { ...ITEM, id: item.id } });
  });

  it('calls of MCP tools are counted even if the service is closed immediately afterwards, and a restarted service reports them', async () => {
    const database = await makeDatabase();
    const first = await serve(database);
    const client = await connectTo(`${first.url}/mcp`, 'modern', database.keys.ann);
    for (let call = 0; call < 3; call += 1)
      await client.callTool({ name: 'search_context', arguments: { query: 'key', project: OWN_PROJECT } });
    await client.close();
    await first.close();
    const { get: read } = await serve(database);
    const { tools } = await read<{ tools: { name: string; calls30d: number }[] }>('/mcp/tools');
    expect(tools.find(({ name }) => name === 'search_context')).toMatchObject({ calls30d: 3 });
  });

  it('the service executes only one of many concurrent requests with the same Idempotency-Key', async () => {
    const { file, post } = await serve();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => post('/context', ITEM, { 'idempotency-key': 'k' })),
    );
    const items = (await Promise.all(responses.map((response) => response.json()))) as TestItem[];
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(items.map(({ id }) => id)).size).toBe(1);
    expect(responses.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    expect(getRows(file, 'SELECT count(*) AS count FROM context_items')).toEqual([{ count: 1 }]);
  });

  it.each([
    ['with a Content-Length', true],
    ['in chunks', false],
  ])('the service rejects an oversized body sent %s, and responds to the next request', async (_name, declared) => {
    const { url, headers, get } = await serve();
    const text = JSON.stringify({ title: 'T', content: 'x'.repeat(1_100_000) });
    const stream = () => new Blob([text]).stream();
    const body = declared ? { body: text } : { body: stream(), duplex: 'half' as const };
    const response = await fetch(url + projectPath('/context'), { method: 'POST', headers, ...body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'payload_too_large' } });
    expect(await get('/context')).toEqual({ items: [], next: null });
  });

  it('the running service accepts a key that was created after it started', async () => {
    const { url, file } = await serve();
    const store = openSqliteStore(file);
    const key = createKey();
    await store.accounts.createKey(ANN, { access: 'full', hash: hashKey(key) });
    await store.close();
    const response = await fetch(url + projectPath(), { headers: { authorization: `Bearer ${key}` } });
    expect(response.status).toBe(200);
  });
});

describe('startup', () => {
  it('the service listens on the loopback address and a free port', async () => {
    const { url } = await serve();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it('the service fails to start if the port is in use, and closes the database', async () => {
    const { url } = await serve();
    const { file } = await makeDatabase();
    const start = startServer({ database: file, port: Number(new URL(url).port), report: () => undefined });
    await expect(start).rejects.toMatchObject({ name: 'ServeError', cause: { code: 'EADDRINUSE' } });
    // SQLite deletes the files of its write-ahead log when the last connection closes.
    expect(readdirSync(dirname(file))).toEqual(['service.db']);
  });
});

describe('maintenance', () => {
  it('the service deletes old idempotency records even if logs are kept forever', async () => {
    const { file, keys } = await makeDatabase();
    const store = openSqliteStore(file);
    const { keyId } = await createPrincipal(store, keys.ann);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - IDEMPOTENCY_RECORD_TTL_MS - 1 });
    onTestFinished(() => void vi.useRealTimers());
    await store.runIdempotent(getScope(keyId, 'old'), 'p', async () => ({ status: 201, location: null, stored: '{}' }));
    vi.useRealTimers();
    await store.close();
    await serve({ file, keys });
    await expect.poll(() => getRows(file, 'SELECT * FROM answers')).toEqual([]);
  });
});

describe('shutdown', () => {
  /** Starts a POST and waits for "100 Continue", which shows that the service reads the request. The test sends the body later. */
  async function begin(url: string, headers: Record<string, string>, agent: Agent) {
    onTestFinished(() => agent.destroy());
    const clientRequest = request(url + projectPath('/context'), {
      method: 'POST',
      agent,
      headers: { ...headers, expect: '100-continue' },
    });
    const responseEvent = once(clientRequest, 'response') as Promise<[IncomingMessage]>;
    clientRequest.flushHeaders();
    await once(clientRequest, 'continue');
    return async (json: unknown) => {
      clientRequest.end(JSON.stringify(json));
      const [response] = await responseEvent;
      let text = '';
      for await (const part of response) text += String(part);
      return { status: response.statusCode, text };
    };
  }

  it('the shutdown of the service completes requests that are in progress', async () => {
    const { url, file, headers, close } = await serve();
    const finish = await begin(url, headers, new Agent());
    const closePromise = close();
    const { status, text } = await finish(ITEM);
    expect(status).toBe(201);
    await closePromise;
    expect(getRows(file, 'SELECT id FROM context_items')).toEqual([{ id: (JSON.parse(text) as TestItem).id }]);
  });

  it('the shutdown of the service accepts no more requests on a keep-alive connection', async () => {
    const { url, headers, close } = await serve();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const finish = await begin(url, headers, agent);
    const closePromise = close();
    expect((await finish(ITEM)).status).toBe(201);
    const next = await once(get(`${url}/health`, { agent }), 'response').then(
      ([response]) => (response as IncomingMessage).resume().statusCode,
      () => 'refused',
    );
    expect(next).toBe('refused');
    await closePromise;
  });

  it.each([
    ['with a Content-Length', { 'content-length': '100' }],
    ['in chunks', {}],
  ])('shutdown reports no error for a client that disconnects while it sends a body %s', async (_name, length) => {
    const { url, file, headers, close } = await serve();
    const agent = new Agent();
    onTestFinished(() => agent.destroy());
    const clientRequest = request(url + projectPath('/context'), {
      method: 'POST',
      agent,
      headers: { ...headers, ...length, expect: '100-continue' },
    });
    clientRequest.flushHeaders();
    await once(clientRequest, 'continue');
    clientRequest.on('error', () => undefined).write('{"title":');
    clientRequest.destroy();
    await new Promise((resolve) => clientRequest.once('close', resolve));
    // During these requests, the service detects that the client has disconnected.
    for (let time = 0; time < 3; time += 1) expect((await fetch(`${url}/health`)).status).toBe(200);
    await close();
    expect(getRows(file, 'SELECT id FROM context_items')).toEqual([]);
    // The cleanup after the test fails if the service reported an error.
  });

  it('the shutdown of the service rejects new connections and closes the database', async () => {
    const { url, file, post, close } = await serve();
    expect((await post('/context', ITEM)).status).toBe(201);
    await close();
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
    expect(readdirSync(dirname(file))).toEqual(['service.db']);
  });

  it('data and idempotency records are available after a restart of the service', async () => {
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

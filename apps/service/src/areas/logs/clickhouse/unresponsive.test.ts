import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestStore, testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { query } from '../../../platform/database/postgres/server.fixture.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { startServer } from '../../../server.ts';
import { LOG, populate, projectPath } from '../../../testing/service.fixture.ts';
import { useClickHouse } from './backend.fixture.ts';
import { openClickHouse } from './clickhouse-client.ts';
import { startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

/** More requests than the pool has connections to PostgreSQL. */
const REQUESTS = 24;

/** Starts a proxy in front of ClickHouse, which does not respond while `state.isFrozen` is true. */
async function openProxy() {
  const { store, database } = await openTestStore();
  const state = { isFrozen: false, sendsHeaders: false };
  const logsUrl = testBackend().getEnvironment?.(database.name).LOGS_URL ?? '';
  const proxyUrl = await startProxy(logsUrl, async ({ forward, response }) => {
    if (!state.isFrozen) return forward();
    if (state.sendsHeaders) response.writeHead(200).write('{"one":');
    return undefined;
  });
  const open = (url: string) => {
    const clickHouse = openClickHouse(url);
    onTestFinished(() => clickHouse.close());
    return clickHouse;
  };
  return { store, database, state, proxyUrl, clickHouse: open(logsUrl), proxied: open(proxyUrl) };
}

/** Starts the service with a proxy in front of ClickHouse. */
async function startWithProxy() {
  const { store, database, proxyUrl, ...opened } = await openProxy();
  const { ann } = await populate(store);
  const server = await startServer({ database: database.name, logs: proxyUrl, port: 0, report: () => undefined });
  onTestFinished(() => server.close());
  const send = async (method: string, path: string, json?: unknown) => {
    const start = performance.now();
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const body = await response.text();
    return { status: response.status, headers: response.headers, body, ms: performance.now() - start };
  };
  const addLog = () => send('POST', projectPath('/logs'), LOG);
  return { ...opened, database, server, send, addLog };
}

describe.skipIf(!isClickHouseInstalled())('ClickHouse that does not respond', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('does not affect requests without logs, and requests with logs get 503 until ClickHouse responds again', async () => {
    const { state, send, addLog, database, clickHouse } = await startWithProxy();
    expect((await addLog()).status).toBe(201);
    state.isFrozen = true;
    const added = Array.from({ length: REQUESTS }, addLog);
    await setTimeout(200);
    const first = await send('GET', '/api/v1/projects');
    expect([first.status, first.ms < 8_000]).toEqual([200, true]);
    const ready = await send('GET', '/ready');
    expect([ready.status, ready.ms < 5_000]).toEqual([503, true]);
    // Until the first writes have waited for three seconds, the service does not know that ClickHouse does not respond.
    await setTimeout(3_000);
    const second = await send('GET', '/api/v1/projects');
    expect([second.status, second.ms < 2_000]).toEqual([200, true]);
    // A later request with logs fails immediately, because the earlier ones are still waiting.
    const later = await addLog();
    expect([later.status, later.ms < 2_000]).toEqual([503, true]);
    const responses = await Promise.all(added);
    expect(new Set(responses.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`))).toEqual(
      new Set(['503 5']),
    );
    expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(20_000);
    const third = await send('GET', '/api/v1/projects');
    expect([third.status, third.ms < 2_000]).toEqual([200, true]);

    state.isFrozen = false;
    await expect.poll(async () => (await send('GET', '/ready')).status).toBe(200);
    expect((await addLog()).status).toBe(201);
    expect((await Promise.all(Array.from({ length: REQUESTS }, addLog))).map(({ status }) => status)).toEqual(
      Array.from({ length: REQUESTS }, () => 201),
    );
    const list = JSON.parse((await send('GET', projectPath('/logs?limit=100'))).body);
    expect(list.logs).toHaveLength(REQUESTS + 2);
    // The outcome of the aborted inserts is unknown, so their batches stay open until they are removed.
    expect((await query(database.name, 'SELECT number FROM log_batches')).length).toBeGreaterThan(0);
    expect(await clickHouse.all('SELECT count() AS n FROM logs')).toEqual([{ n: REQUESTS + 2 }]);
  });

  it('does not prevent the service from stopping', async () => {
    const { state, server, addLog } = await startWithProxy();
    state.isFrozen = true;
    const added = Array.from({ length: REQUESTS }, () => addLog().catch(() => undefined));
    await setTimeout(500);
    const start = performance.now();
    await server.close();
    expect(performance.now() - start).toBeLessThan(16_000);
    await Promise.all(added);
  });

  it('ends a read that gets headers and no more, and a check after two seconds', async () => {
    const { state, proxied } = await openProxy();
    state.isFrozen = true;
    for (const sendsHeaders of [false, true]) {
      state.sendsHeaders = sendsHeaders;
      const start = performance.now();
      await expect(proxied.all('SELECT 1 AS one', {}, 500)).rejects.toThrow('no response within 1.5 s');
      await expect(proxied.check()).rejects.toThrow(StoreUnavailableError);
      await expect(proxied.insert([{ id: 'a' }], 'token', 1_000)).rejects.toThrow('no response within 1 s');
      expect(performance.now() - start).toBeLessThan(7_000);
    }
  });

  it('a closed client aborts a rewrite that is running, and starts no other request', async () => {
    const { state, proxied } = await openProxy();
    state.isFrozen = true;
    const rewrite = proxied.rewrite('DELETE FROM logs WHERE true');
    await setTimeout(100);
    proxied.abort();
    await expect(rewrite).rejects.toMatchObject({ isCanceled: true });
    await expect(proxied.all('SELECT 1 AS one')).rejects.toMatchObject({ isCanceled: true });
  });
});

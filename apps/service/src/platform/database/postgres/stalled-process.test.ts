import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { LOG, populate, projectPath } from '../../../testing/service.fixture.ts';
import { startServiceProcess } from '../behavior/process.fixture.ts';
import { type PostgresServer, query, startPostgres } from './server.fixture.ts';

/** The documented request deadline in milliseconds. */
const DEADLINE = 30_000;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

it('the service responds within 30 s while PostgreSQL is stalled, and recovers afterwards', async () => {
  const url = await server.database();
  const store = await openPostgresStore(url);
  const keys = await populate(store);
  await store.close();
  const service = await startServiceProcess(url);
  onTestFinished(() => service.kill());
  const headers = { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json' };
  const sendRequest = async (method: string, path: string, json?: unknown) => {
    const start = performance.now();
    const response = await fetch(service.url + path, {
      method,
      headers,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    await response.arrayBuffer();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      time: performance.now() - start,
    };
  };
  const write = (name: string) => sendRequest('POST', projectPath('/logs'), { ...LOG, url: name });
  // The number of requests exceeds the number of connections, so that some requests wait for a connection.
  const sendRequests = () =>
    Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? sendRequest('GET', projectPath('/logs')) : write('lost'))),
    );
  for (const { status } of await sendRequests()) expect([200, 201]).toContain(status);

  const start = performance.now();
  await server.stall(async () => {
    const [responses, ready, health] = await Promise.all([
      sendRequests(),
      sendRequest('GET', '/ready'),
      sendRequest('GET', '/health'),
    ]);
    for (const { status, retryAfter, time } of responses) {
      expect([status, retryAfter]).toEqual([503, '5']);
      expect(time).toBeLessThan(DEADLINE);
    }
    expect([ready.status, health.status]).toEqual([503, 200]);
  });
  const seconds = (performance.now() - start) / 1_000;

  await expect.poll(async () => (await sendRequest('GET', '/ready')).status).toBe(200);
  expect((await write('kept')).status).toBe(201);
  expect(await service.stop()).toBe(0);
  // The database contains the logs that were sent before and after the stall. A write with 503 and Retry-After was not executed.
  expect(await query(url, 'SELECT url, count(*)::int FROM logs GROUP BY url ORDER BY url')).toEqual([
    { url: 'kept', count: 1 },
    { url: 'lost', count: 10 },
  ]);
  const reports = service.errors().match(/^The database is unavailable/gm) ?? [];
  expect(reports.length).toBeGreaterThan(0);
  // One report when the outage began, one per minute, and one when the service ended.
  expect(reports.length).toBeLessThanOrEqual(seconds / 60 + 2);
});

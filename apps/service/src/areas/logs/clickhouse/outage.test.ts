import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../open-store.ts';
import { testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { query } from '../../../platform/database/postgres/server.fixture.ts';
import { LOG } from '../../../testing/service.fixture.ts';
import { useClickHouse } from './backend.fixture.ts';
import { openLogProject } from './log-project.fixture.ts';
import { startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

const PAGE = { limit: 10 };
/** Number of requests that fail in an hour, at 50 requests a second. */
const FAILED_REQUESTS = 180_000;

async function openProject() {
  const { store, database, project, logsUrl } = await openLogProject();
  const openThrough = async (proxy: string) => {
    const client = await openStore(database.name, { logs: proxy });
    onTestFinished(() => client.close());
    return client;
  };
  const countBatches = async () => Number((await query(database.name, 'SELECT count(*) AS n FROM log_batches'))[0]?.n);
  return { store, database, project, logsUrl, openThrough, countBatches };
}

/** Starts a server that forwards connections to ClickHouse. @returns its URL, and a function that closes it and its connections */
async function startForwarding(target: string) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(close);
  return { url: `clickhouse://127.0.0.1:${address.port}${new URL(target).pathname}`, close };
}

describe.skipIf(!isClickHouseInstalled())('an outage of ClickHouse', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('a failed insert leaves no open batch if no connection to ClickHouse was established', async () => {
    const { store, project, logsUrl, openThrough, countBatches } = await openProject();
    const forwarding = await startForwarding(logsUrl);
    const client = await openThrough(forwarding.url);
    await client.logs.addAll(project, [LOG]);
    forwarding.close();
    // The first request can fail on the connection that was open before, after which its outcome is unknown.
    await client.logs.addAll(project, [LOG]).catch(() => undefined);
    const openBatches = await countBatches();
    expect(openBatches).toBeLessThanOrEqual(1);
    for (let request = 0; request < 20; request += 1) {
      await expect(client.logs.addAll(project, [LOG])).rejects.toThrow('ECONNREFUSED');
    }
    expect(await countBatches()).toBe(openBatches);
    expect((await store.logs.search(project, {}, PAGE)).items).toHaveLength(1);
  });

  it('a failed insert leaves an open batch only if its logs can have been written', async () => {
    const { store, project, logsUrl, openThrough, countBatches } = await openProject();
    let losesFirstResponse = false;
    let attempts = 0;
    const proxy = await startProxy(logsUrl, async ({ statement, response, forward }) => {
      if (!statement.startsWith('INSERT INTO logs ')) return forward();
      attempts += 1;
      if (losesFirstResponse && attempts === 1) {
        await once((await forward()).resume(), 'end');
        throw new Error('the connection breaks after the request was executed');
      }
      return void response
        .writeHead(500, { 'x-clickhouse-exception-code': '252' })
        .end('Code: 252. DB::Exception: Too many parts. (TOO_MANY_PARTS)');
    });
    const client = await openThrough(proxy);
    await expect(client.logs.addAll(project, [LOG])).rejects.toThrow('Too many parts');
    expect(await countBatches()).toBe(0);
    losesFirstResponse = true;
    attempts = 0;
    await expect(client.logs.addAll(project, [LOG])).rejects.toThrow('ClickHouse');
    expect(attempts).toBe(2);
    expect(await countBatches()).toBe(1);
    expect((await store.logs.search(project, {}, PAGE)).items).toEqual([]);
  });

  it(`${FAILED_REQUESTS} adjacent open batches have short conditions, and are removed with two statements`, async () => {
    const { store, database, project, logsUrl, openThrough, countBatches } = await openProject();
    const statements: string[] = [];
    const proxy = await startProxy(logsUrl, ({ statement, forward }) => {
      statements.push(statement);
      return forward();
    });
    const client = await openThrough(proxy);
    await store.logs.addAll(project, [LOG]);
    await query(
      database.name,
      `INSERT INTO log_batches (opened_at) SELECT now() FROM generate_series(1, ${FAILED_REQUESTS})`,
    );
    expect((await client.logs.search(project, {}, PAGE)).items).toHaveLength(1);
    expect(Math.max(...statements.map(({ length }) => length))).toBeLessThan(2_000);
    await testBackend().ageInterrupted?.(database.name);
    statements.length = 0;
    let removedCount = 0;
    for (let count = 1; count > 0; removedCount += count) {
      count = await client.logs.removeAbandoned();
    }
    expect(removedCount).toBe(FAILED_REQUESTS);
    expect(statements.filter((statement) => statement.startsWith('DELETE'))).toHaveLength(2);
    expect((await client.logs.search(project, {}, PAGE)).items).toHaveLength(1);
    await testBackend().ageInterrupted?.(database.name);
    while ((await client.logs.removeAbandoned()) > 0);
    expect(await countBatches()).toBe(0);
  });

  it('open batches between committed ones are excluded from searches, and are removed', async () => {
    const { store, database, project, countBatches } = await openProject();
    await query(database.name, 'INSERT INTO log_batches (opened_at) SELECT now() FROM generate_series(1, 6000)');
    await query(database.name, 'DELETE FROM log_batches WHERE number % 2 = 0');
    await store.logs.addAll(project, [LOG]);
    expect((await store.logs.search(project, {}, PAGE)).items).toHaveLength(1);
    await testBackend().ageInterrupted?.(database.name);
    expect([await store.logs.removeAbandoned(), await store.logs.removeAbandoned()]).toEqual([1_000, 1_000]);
    expect([await store.logs.removeAbandoned(), await store.logs.removeAbandoned()]).toEqual([1_000, 0]);
    expect(await countBatches()).toBe(3_000);
    expect((await store.logs.search(project, {}, PAGE)).items).toHaveLength(1);
  });
});

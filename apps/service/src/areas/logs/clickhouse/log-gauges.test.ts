import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestStore, testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { query } from '../../../platform/database/postgres/server.fixture.ts';
import { startServer } from '../../../server.ts';
import { LOG, populate, projectPath } from '../../../testing/service.fixture.ts';
import { useClickHouse } from './backend.fixture.ts';
import { startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

/** Starts the service with metrics, and with a proxy that does not forward some requests to ClickHouse, depending on `state`. */
async function startMeasured() {
  const { store, database } = await openTestStore();
  const { ann } = await populate(store);
  const state = { isFrozen: false, hidesParts: false };
  const logsUrl = testBackend().getEnvironment?.(database.name).LOGS_URL ?? '';
  const proxyUrl = await startProxy(logsUrl, async ({ statement, forward, response }) => {
    if (state.isFrozen) return undefined;
    if (!(state.hidesParts && statement.includes('system.parts'))) return forward();
    response.writeHead(500, { 'x-clickhouse-exception-code': '497' });
    response.end('Code: 497. DB::Exception: Not enough privileges. (ACCESS_DENIED)');
    return undefined;
  });
  const metrics = { host: '127.0.0.1', port: 0 };
  const server = await startServer({
    database: database.name,
    logs: proxyUrl,
    port: 0,
    metrics,
    // Requests to ClickHouse that does not respond would delay the end of the test.
    stopWithin: 0,
    report: () => undefined,
  });
  onTestFinished(() => server.close());
  const addLog = () =>
    fetch(server.url + projectPath('/logs'), {
      method: 'POST',
      headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/json' },
      body: JSON.stringify(LOG),
    });
  /** Returns the values of the metrics of the logs, and the time that the scrape took. */
  const scrape = async () => {
    const start = performance.now();
    const response = await fetch(server.metricsUrl ?? '');
    const text = await response.text();
    const lines = text.split('\n').filter((line) => /^(logs_database|log_batches)_/.test(line));
    const values = Object.fromEntries(lines.map((line) => line.split(' '))) as Record<string, string>;
    return { status: response.status, text, values, ms: performance.now() - start };
  };
  return { state, database, server, addLog, scrape };
}

describe.skipIf(!isClickHouseInstalled())('the metrics of ClickHouse', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('contain its state, the size of the table of logs, and the number of open batches', async () => {
    const { database, addLog, scrape } = await startMeasured();
    expect((await addLog()).status).toBe(201);
    const { status, values } = await scrape();
    expect([status, values]).toEqual([
      200,
      { logs_database_up: '1', logs_database_bytes: expect.stringMatching(/^[1-9]\d*$/), log_batches_open: '0' },
    ]);
    await query(
      database.name,
      `INSERT INTO log_batches (number, opened_at, removed_at) VALUES (901, now(), NULL), (902, now(), NULL), (903, now(), now())`,
    );
    expect((await scrape()).values).toMatchObject({ log_batches_open: '2' });
  });

  it('do not contain the size of the table if the user of ClickHouse may not read it', async () => {
    const { state, scrape } = await startMeasured();
    state.hidesParts = true;
    expect((await scrape()).values).toEqual({ logs_database_up: '1', log_batches_open: '0' });
  });

  it('are returned soon while ClickHouse does not respond, and /ready names ClickHouse', async () => {
    const { state, server, scrape } = await startMeasured();
    const getReady = async () => {
      const response = await fetch(`${server.url}/ready`);
      return [response.status, await response.json()];
    };
    expect(await getReady()).toEqual([200, { status: 'ready' }]);
    state.isFrozen = true;
    const { status, text, values, ms } = await scrape();
    expect([status, values]).toEqual([200, { logs_database_up: '0', log_batches_open: '0' }]);
    expect(text).toContain('\nstore_size_bytes ');
    // The timeout of the check is two seconds. Prometheus waits for ten seconds by default.
    expect(ms).toBeLessThan(6_000);
    expect(await getReady()).toMatchObject([
      503,
      { error: { message: expect.stringMatching(/^The ClickHouse database does not respond/) } },
    ]);
    state.isFrozen = false;
    expect((await scrape()).values).toMatchObject({ logs_database_up: '1' });
    expect(await getReady()).toEqual([200, { status: 'ready' }]);
  });
});

import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../app.ts';
import { foldTraffic, rebuildTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { POSTGRES_MIGRATIONS } from '../../../areas.ts';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { createBrowser, ORIGIN } from '../../../testing/browser.fixture.ts';
import { ANN, ITEM, LOG, OWN_PROJECT, populate, projectPath } from '../../../testing/service.fixture.ts';
import type { PostgresTimeouts } from './connection-pool.ts';
import { type PostgresServer, query, startPostgres } from './server.fixture.ts';

/** Timeouts in milliseconds that are short enough for a test, but long enough for a busy machine. */
const LIMITS: PostgresTimeouts = { connect: 4_000, work: 4_000, check: 1_000 };

let server: PostgresServer;
beforeAll(async () => {
  // These tests do not require durable writes.
  server = await startPostgres(['fsync=off']);
});
afterAll(() => server?.stop());

async function open({ connections = 4, timeouts = LIMITS } = {}) {
  const url = await server.database();
  const store = await openPostgresStore(url, { connections, timeouts });
  let closePromise: Promise<void> | undefined;
  const close = () => {
    closePromise ??= store.close();
    return closePromise;
  };
  onTestFinished(close);
  const reportedErrors: unknown[] = [];
  const app = createApp(store, (error) => reportedErrors.push(error));
  const keys = await populate(store);
  const sendRequest = async (method: string, path: string, json?: unknown) => {
    const response = await app.request(path, {
      method,
      headers: {
        host: '127.0.0.1',
        authorization: `Bearer ${keys.ann}`,
        accept: 'application/json, text/event-stream',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const titles = async () => (await query(url, 'SELECT title FROM context_items ORDER BY 1')).map(({ title }) => title);
  return { url, store, app, keys, sendRequest, reported: reportedErrors, titles, close };
}

type SendRequest = Awaited<ReturnType<typeof open>>['sendRequest'];

const MCP = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ready = (sendRequest: SendRequest) => expect.poll(async () => (await sendRequest('GET', '/ready')).status);

/** Checks that a read, a write and an MCP call return 503 without revealing the database. */
async function expectUnavailable(sendRequest: SendRequest): Promise<void> {
  const responses = await Promise.all([
    sendRequest('GET', projectPath('/context')),
    sendRequest('POST', projectPath('/context'), ITEM),
    sendRequest('POST', '/mcp', MCP),
  ]);
  for (const { status, headers, body } of responses) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toEqual({
      error: {
        code: 'unavailable',
        message: 'The service cannot reach its database and did not execute the request',
        requestId: headers.get('x-request-id'),
      },
    });
  }
  expect(await sendRequest('GET', '/ready')).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect((await sendRequest('GET', '/health')).status).toBe(200);
}

/** Locks a table. The lock is held until the returned function `release` is called. */
async function lock(url: string, table: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`BEGIN; LOCK TABLE ${table}`);
  return { release: () => client.query('ROLLBACK') };
}

/** Returns the connections that wait for a lock. */
const listWaiting = (url: string) =>
  query(url, "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()");

describe('the service on PostgreSQL', () => {
  it('the service returns 503 while PostgreSQL is down, and recovers afterwards', async () => {
    const { sendRequest, reported, titles } = await open();
    await server.restart('fast', () => expectUnavailable(sendRequest));
    expect(reported.splice(0)).toMatchObject(
      Array.from({ length: 3 }, () => ({
        name: 'StoreUnavailableError',
        message: expect.stringMatching(/unavailable: .*(ECONNREFUSED|terminat|not queryable)/),
      })),
    );
    await ready(sendRequest).toBe(200);
    expect((await sendRequest('POST', projectPath('/context'), { title: 'Afterwards' })).status).toBe(201);
    expect(await titles()).toEqual(['Afterwards']);
  });

  it('pages state in plain words that PostgreSQL is down, and work again with the same session afterwards', async () => {
    const { app, keys, store, sendRequest, reported } = await open();
    const browser = createBrowser(app);
    const fields = { 'api-key': keys.ann };
    await browser.send(await browser.open('/sign-in'), { action: '/sign-in/key', fields });
    const account = await browser.open('/account');
    const form = { action: '/account/name', fields: { name: 'Ann Example' } };
    await server.restart('fast', async () => {
      const paths = ['/projects', '/account/keys', `/projects/${OWN_PROJECT}/members`];
      for (const path of paths) {
        const page = await browser.open(path);
        expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
        expect(page.text).toContain('The service is not available at the moment');
        expect(page.text).toContain(`href="${path}">Try again`);
        expect(page.text).not.toMatch(/ECONNREFUSED|postgres|sql/i);
      }
      const sent = await browser.send(account, { ...form, headers: { referer: `${ORIGIN}/account` } });
      expect([sent.status, sent.text]).toEqual([503, expect.stringContaining('href="/account">Try again')]);
    });
    expect(reported.splice(0)).toHaveLength(4);
    await ready(sendRequest).toBe(200);
    expect((await browser.open('/projects')).text).toContain(OWN_PROJECT);
    expect((await browser.send(account, form)).location).toBe('/account?done=name');
    expect((await store.accounts.user(ANN))?.name).toBe('Ann Example');
  });

  it('the service returns 503 within the timeout while PostgreSQL is stalled, and recovers afterwards', async () => {
    const { sendRequest, reported, titles, close } = await open();
    // The server has stalled the connections of the pool, one of which is in use.
    await Promise.all(Array.from({ length: 4 }, () => sendRequest('GET', projectPath('/context'))));
    await server.stall(async () => {
      await expectUnavailable(sendRequest);
      await expectUnavailable(sendRequest);
    });
    expect(reported.splice(0).length).toBeGreaterThanOrEqual(6);
    await ready(sendRequest).toBe(200);
    expect((await sendRequest('POST', projectPath('/context'), { title: 'Afterwards' })).status).toBe(201);
    expect(await titles()).toEqual(['Afterwards']);
    await server.stall(close);
  });

  it.each([
    ['disk_full', 503, '5'],
    ['too_many_connections', 503, '5'],
    ['admin_shutdown', 503, '5'],
    ['io_error', 503, '5'],
    ['read_only_sql_transaction', 503, '5'],
    ['check_violation', 500, null],
  ])('the service responds to the PostgreSQL error %s with the status %i', async (condition, status, retryAfter) => {
    const { url, sendRequest, reported } = await open();
    await query(
      url,
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE ${condition}; END $$;
       CREATE TRIGGER fails BEFORE INSERT ON context_items EXECUTE FUNCTION fail()`,
    );
    const refusedResponse = await sendRequest('POST', projectPath('/context'), ITEM);
    expect([refusedResponse.status, refusedResponse.headers.get('retry-after')]).toEqual([status, retryAfter]);
    expect(reported.splice(0)).toHaveLength(1);
    expect((await sendRequest('GET', '/ready')).status).toBe(condition === 'disk_full' ? 503 : 200);
  });

  it('the service returns 503 while all PostgreSQL connections are in use', async () => {
    const { sendRequest, store, reported } = await open({ connections: 1 });
    let release = () => {};
    const releasePromise = new Promise<void>((resolve) => {
      release = resolve;
    });
    let onTaken = () => {};
    const isTaken = new Promise<void>((resolve) => {
      onTaken = resolve;
    });
    const holding = store.transaction(async () => {
      onTaken();
      await releasePromise;
    });
    await isTaken;
    const refusedResponse = await sendRequest('GET', projectPath('/context'));
    expect([refusedResponse.status, refusedResponse.headers.get('retry-after')]).toEqual([503, '5']);
    expect(reported.splice(0)).toMatchObject([{ name: 'StoreUnavailableError' }]);
    release();
    // The lock was held for longer than the transaction timeout, so the transaction had no effect.
    await expect(holding).rejects.toMatchObject({ name: 'StoreUnavailableError', outcomeUnknown: false });
    expect((await sendRequest('GET', projectPath('/context'))).status).toBe(200);
  });

  it('the service returns 503 while PostgreSQL waits for a lock, and does not execute the write later', async () => {
    const { url, sendRequest, titles, reported } = await open();
    const tableLock = await lock(url, 'context_items');
    const [read, write] = await Promise.all([
      sendRequest('GET', projectPath('/context')),
      sendRequest('POST', projectPath('/context'), ITEM),
    ]);
    for (const { status, headers } of [read, write]) expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    await expect.poll(() => listWaiting(url)).toEqual([]);
    await tableLock.release();
    expect(await titles()).toEqual([]);
    expect(reported.splice(0)).toHaveLength(2);
  });

  it('the response states an unknown outcome if the connection is lost during the COMMIT', async () => {
    const { url, sendRequest, reported } = await open({ timeouts: { ...LIMITS, work: 60_000 } });
    // The trigger runs at the COMMIT and waits for a lock that this test holds.
    await query(
      url,
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON context_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()`,
    );
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('SELECT pg_advisory_lock(1)');
    const response = sendRequest('POST', projectPath('/context'), ITEM);
    const committing = "FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'advisory'";
    await expect.poll(() => query(url, `SELECT pid ${committing}`)).toHaveLength(1);
    await query(url, `SELECT pg_terminate_backend(pid) ${committing}`);
    const { status, headers, body } = await response;
    expect([status, headers.get('retry-after')]).toEqual([503, null]);
    expect(body.error.message).toBe(
      'The service lost its database connection while it saved the changes; the request may have been executed: send it again with the same Idempotency-Key, or check first',
    );
    expect(reported.splice(0)).toMatchObject([{ name: 'StoreUnavailableError', outcomeUnknown: true }]);
    expect((await sendRequest('GET', projectPath('/context'))).status).toBe(200);
  });

  it('PostgreSQL migrations, restores and backups have no timeout', async () => {
    const timeouts = { ...LIMITS, work: 1_000 };
    const url = await server.database();
    const migrations = [...POSTGRES_MIGRATIONS, { name: 'slow', sql: 'SELECT pg_sleep(1.5)' }];
    const store = await openPostgresStore(url, { migrations, timeouts });
    onTestFinished(() => store.close());
    await store.backup.restore(
      (async function* () {
        await setTimeout(1_500);
        yield* [];
      })(),
    );
    await query(url, "INSERT INTO users (id, email, created_at) VALUES ('usr_1', 'ann@example.com', now())");
    const tableLock = await lock(url, 'users');
    const tables: string[] = [];
    const done = store.backup.each(async ({ table }) => {
      tables.push(table);
    });
    await expect.poll(() => listWaiting(url)).toHaveLength(1);
    await setTimeout(1_500);
    await tableLock.release();
    await done;
    expect(tables).toEqual(['users']);
  });

  it('counting the logs of a day again has no timeout, but other writes have one', async () => {
    const { url, store } = await open({ timeouts: { ...LIMITS, work: 1_000 } });
    const [project] = await store.accounts.projects();
    await store.logs.addAll(project?.id ?? '', [LOG]);
    await foldTraffic(store);
    const tableLock = await lock(url, 'traffic_errors');
    const rebuilding = rebuildTraffic(store, project?.id ?? '');
    await expect.poll(() => listWaiting(url)).toHaveLength(1);
    await expect(store.logs.addAll(project?.id ?? '', [{ ...LOG, errorCode: 'e' }])).rejects.toThrow('timeout');
    await tableLock.release();
    expect(await rebuilding).toBe(1);
  });
});

it('the service does not return a full log while its audit entry cannot be written', async () => {
  const { url, sendRequest, reported } = await open();
  const { id } = (await sendRequest('POST', projectPath('/logs'), LOG)).body;
  await query(
    url,
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
     CREATE TRIGGER fails BEFORE INSERT ON audit EXECUTE FUNCTION fail()`,
  );
  expect(await sendRequest('GET', projectPath(`/logs/${id}`))).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable' } },
  });
  expect((await sendRequest('GET', projectPath('/logs'))).body.logs).toHaveLength(1);
  await query(url, 'DROP TRIGGER fails ON audit');
  expect(await sendRequest('GET', projectPath(`/logs/${id}`))).toMatchObject({ status: 200, body: { id } });
  expect(reported.splice(0)).toHaveLength(1);
});

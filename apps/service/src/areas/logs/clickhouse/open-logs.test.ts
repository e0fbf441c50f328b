import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../../../cli.ts';
import { openStore } from '../../../open-store.ts';
import { Interruption } from '../../../platform/cli/interruption.ts';
import { checkDatabases, scratchFolder, testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { query } from '../../../platform/database/postgres/server.fixture.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { listen } from '../../../testing/listen.fixture.ts';
import { ANN, LOG } from '../../../testing/service.fixture.ts';
import { useClickHouse } from './backend.fixture.ts';
import { moveLogsBetween } from './log-database.ts';
import { createLogProject } from './log-project.fixture.ts';
import { openDatabases } from './move.fixture.ts';
import { startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

const FAILED_LOGIN =
  'Code: 516. DB::Exception: sync: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)';
const NATIVE_PORT = 'Port 9000 is for clickhouse-client program\r\nYou must use port 8123 for HTTP.\r\n';
/** A TLS alert, with which a server responds to HTTP on a port with TLS. */
const TLS_ALERT = Buffer.from('15030300020246', 'hex');

/** Starts an HTTP server that is not ClickHouse, or responds as ClickHouse with an error. */
async function startFake(handle: RequestListener): Promise<string> {
  return `127.0.0.1:${await listen(createHttpServer(handle))}`;
}

/** Starts a server that responds with bytes. */
async function startRaw(bytes: string | Buffer): Promise<string> {
  const server = createServer((socket) => void socket.on('error', () => undefined).end(bytes));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as { readonly port: number }).port}`;
}

const respond = (status: number, text: string, headers: Record<string, string> = {}): RequestListener => {
  return (request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end(text));
  };
};

/** Addresses at which ClickHouse cannot be used, and what the error says. */
const UNUSABLE: readonly (readonly [string, () => string | Promise<string>, readonly (string | RegExp)[]])[] = [
  ['no server listens', () => 'clickhouse://127.0.0.1:1/sync', ['127.0.0.1:1/sync', 'Start ClickHouse']],
  ['the host name is unknown', () => 'clickhouse://nothing.invalid/sync', ['nothing.invalid:8123', 'Correct the host']],
  [
    'the server returns a page',
    async () => `clickhouse://${await startFake(respond(200, `<html>${'x'.repeat(5_000)}</html>`))}/sync`,
    ['Check that the port belongs to the HTTP interface of ClickHouse'],
  ],
  [
    'the server does not know the path',
    async () => `clickhouse://${await startFake(respond(404, `<html>${'x'.repeat(5_000)}</html>`))}/sync`,
    ['<html>', 'Check that the port belongs to the HTTP interface of ClickHouse'],
  ],
  [
    'the password is wrong',
    async () =>
      `clickhouse://sync:geheim@${await startFake(respond(403, FAILED_LOGIN, { 'x-clickhouse-exception-code': '516' }))}/sync`,
    ['password is incorrect', 'Correct the user or the password'],
  ],
  [
    'the version is too old',
    async () => `clickhouse://${await startFake(respond(200, '{"version":"25.8.3.66"}\n'))}/sync`,
    ['is ClickHouse 25.8.3.66: use 26.2 or later'],
  ],
  [
    'the port is that of the native protocol',
    async () => `clickhouse://${await startRaw(`HTTP/1.0 400 Bad Request\r\n\r\n${NATIVE_PORT}`)}/sync`,
    ['You must use port 8123 for HTTP'],
  ],
  ['the port uses TLS', async () => `clickhouse://${await startRaw(TLS_ALERT)}/sync`, ['8443 for clickhouses://']],
  [
    'the port does not use TLS',
    async () => `clickhouses://${await startFake(respond(200, ''))}/sync`,
    ['does not use TLS', '8123 for clickhouse://'],
  ],
];

/** Opens databases whose logs are in ClickHouse, and a proxy that closes each connection while `state.isDown` is true. */
async function openUsed() {
  const databases = await openDatabases();
  const store = await databases.open({ logs: databases.logs });
  const project = await createLogProject(store);
  await store.logs.add(project, LOG);
  const state = { isDown: false };
  const proxyUrl = await startProxy(databases.logs, async ({ forward, response }) => {
    if (!state.isDown) return forward();
    response.destroy();
    return undefined;
  });
  return { ...databases, store, project, state, proxyUrl };
}

/** Runs a command of the service. */
async function run(database: string, logs: string | undefined, ...args: string[]) {
  const out: string[] = [];
  const errors: string[] = [];
  const given = logs === undefined ? args : [...args, '--logs', logs];
  const code = await runCli([...given, '--database', database], {
    out: (line) => out.push(line),
    error: (line) => errors.push(line),
    interruption: new Interruption(),
  });
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}

const readPlace = async (database: string) => (await query(database, 'SELECT place FROM log_location'))[0]?.place;

describe.skipIf(!isClickHouseInstalled())('opening the database of the logs', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it.each(UNUSABLE)('the error names the address, the reason and the fix if %s', async (_name, getUrl, parts) => {
    const { open } = await openDatabases();
    const opening = open({ logs: await getUrl() });
    for (const part of parts) await expect(opening).rejects.toThrow(part);
    await expect(opening).rejects.not.toThrow('geheim');
    const error = await opening.catch((reason: unknown) => reason);
    expect((error as Error).message.length).toBeLessThan(500);
  });

  it('a database that does not exist is named, with the fix', async () => {
    const { open, logs } = await openDatabases();
    await expect(open({ logs: `${logs}_missing` })).rejects.toThrow(
      /127\.0\.0\.1:\d+\/\w+_missing cannot be used: .*Create the database with CREATE DATABASE/s,
    );
  });

  it('an empty database in place of the one with the logs is refused, and can be accepted after a loss', async () => {
    const { open, database, project } = await openUsed();
    const { logs: emptyLogs, clickHouse: emptyClickHouse } = await openDatabases();
    const opening = open({ logs: emptyLogs });
    await expect(opening).rejects.toThrow('does not contain the logs of this PostgreSQL database: check the host');
    for (const from of ['clickhouse', 'postgres']) {
      const to = from === 'postgres' ? 'clickhouse' : 'postgres';
      const { code, errors } = await run(database, emptyLogs, 'move-logs', '--from', from, '--to', to);
      expect([from, code, errors]).toEqual([from, 1, expect.stringContaining('does not contain the logs')]);
    }
    const error = await opening.catch((reason: unknown) => reason);
    const statement = /"(INSERT INTO log_owner [^"]+)"/.exec((error as Error).message)?.[1];
    await emptyClickHouse.rewrite(statement ?? '');
    const store = await open({ logs: emptyLogs });
    await store.logs.add(project, LOG);
    expect((await store.logs.search(project, {}, { limit: 10 })).items).toHaveLength(1);
  });

  it('the copies of another move are refused, because they are in another ClickHouse database', async () => {
    const { open, database, logs, createTables } = await openDatabases();
    const store = await open();
    await store.logs.add(await createLogProject(store), LOG);
    await createTables();
    await moveLogsBetween(logs, database, { to: 'clickhouse' });
    const { logs: otherLogs } = await openDatabases();
    await expect(open({ logs: otherLogs })).rejects.toThrow('does not contain the logs of this PostgreSQL database');
    expect(await readPlace(database)).toBe('postgres');
    await open({ logs });
    expect(await readPlace(database)).toBe('clickhouse');
  });

  it('the service starts while ClickHouse is unavailable, and stores logs as soon as it is available', async () => {
    const { open, store, state, proxyUrl, project } = await openUsed();
    state.isDown = true;
    const warnings: string[] = [];
    const restarted = await open({ logs: proxyUrl, warn: (warning) => warnings.push(warning) });
    expect(warnings).toEqual([expect.stringMatching(/127\.0\.0\.1:\d+\/\w+ cannot be used: .* 503$/)]);
    await expect(restarted.logs.add(project, LOG)).rejects.toThrow(StoreUnavailableError);
    await expect(checkDatabases(restarted)).rejects.toThrow('ClickHouse');
    expect((await restarted.accounts.projects()).map(({ id }) => id)).toContain(project);
    state.isDown = false;
    await restarted.logs.add(project, LOG);
    await checkDatabases(restarted);
    expect((await store.logs.search(project, {}, { limit: 10 })).items).toHaveLength(2);
  });

  it('a wrong database makes the logs unavailable if the service started while it was unavailable', async () => {
    const { open, project } = await openUsed();
    const { logs: emptyLogs } = await openDatabases();
    let isDown = true;
    const proxyUrl = await startProxy(emptyLogs, async ({ forward, response }) => {
      if (!isDown) return forward();
      response.destroy();
      return undefined;
    });
    const store = await open({ logs: proxyUrl, warn: () => undefined });
    isDown = false;
    const adding = store.logs.add(project, LOG);
    await expect(adding).rejects.toThrow(StoreUnavailableError);
    await expect(adding).rejects.toThrow('does not contain the logs of this PostgreSQL database');
  });

  it('the service does not start without ClickHouse before its first use', async () => {
    const { open } = await openDatabases();
    await expect(open({ logs: 'clickhouse://127.0.0.1:1/sync' })).rejects.toThrow('Start ClickHouse');
  });

  it.each([
    ['list-keys', [], ''],
    ['list-projects', [], ''],
    ['list-members', [], ''],
    ['usage', [], 'KIND'],
    ['create-key', [ANN], ''],
    ['migrate', [], 'The schema is up to date'],
  ] as const)('%s works while ClickHouse is unavailable', async (command, args, output) => {
    const { database, state, proxyUrl } = await openUsed();
    state.isDown = true;
    const { code, out, errors } = await run(database, proxyUrl, command, ...args);
    expect([code, errors]).toEqual([0, '']);
    expect(out).toContain(output);
  });

  it('backup and restore work while ClickHouse is unavailable, and the restored database continues with the same logs', async () => {
    const { database, state, proxyUrl, project, clickHouse } = await openUsed();
    state.isDown = true;
    const file = join(scratchFolder(), 'backup.ndjson');
    const backup = await run(database, proxyUrl, 'backup', file);
    expect([backup.code, backup.errors]).toEqual([0, '']);
    expect(backup.out).toContain('does not contain the logs in ClickHouse');
    const { name: restoredDatabase } = await testBackend().newDatabase();
    expect(await run(restoredDatabase, proxyUrl, 'restore', file)).toMatchObject({ code: 0, errors: '' });
    expect(await query(restoredDatabase, 'SELECT * FROM log_location')).toEqual([]);
    state.isDown = false;
    await expect(openStore(restoredDatabase, { logs: proxyUrl })).rejects.toThrow('run "TRUNCATE TABLE log_owner"');
    await clickHouse.rewrite('TRUNCATE TABLE log_owner');
    const restored = await openStore(restoredDatabase, { logs: proxyUrl });
    onTestFinished(() => restored.close());
    await restored.logs.add(project, { ...LOG, url: '/restored' });
    const { items } = await restored.logs.search(project, {}, { limit: 10 });
    expect(items.map(({ url }) => url)).toEqual(['/restored', LOG.url]);
  });

  it('a command that uses logs reports that ClickHouse is unavailable', async () => {
    const { database, state, proxyUrl } = await openUsed();
    state.isDown = true;
    const { code, errors } = await run(database, proxyUrl, 'prune-logs', '--keep-logs-days', '1');
    expect([code, errors]).toEqual([1, expect.stringContaining('ClickHouse')]);
  });

  it('only the service changes the database of the logs, not another command', async () => {
    const { open, database, logs, createTables } = await openDatabases();
    const store = await open();
    const project = await createLogProject(store);
    await store.logs.add(project, LOG);
    await createTables();
    await moveLogsBetween(logs, database, { to: 'clickhouse' });
    const prune = (url: string | undefined) => run(database, url, 'prune-logs', '--keep-logs-days', '9999');
    expect((await run(database, logs, 'list-keys')).code).toBe(0);
    expect(await prune(logs)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('start the service with --logs (or LOGS_URL) first'),
    });
    expect(await readPlace(database)).toBe('postgres');
    await open({ logs });
    expect(await prune(logs)).toMatchObject({ code: 0 });
    await moveLogsBetween(logs, database, { to: 'postgres' });
    expect(await prune(undefined)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('start the service without --logs (or LOGS_URL) first'),
    });
    expect(await readPlace(database)).toBe('clickhouse');
    await open();
    expect(await readPlace(database)).toBe('postgres');
    expect(await prune(undefined)).toMatchObject({ code: 0 });
  });
});

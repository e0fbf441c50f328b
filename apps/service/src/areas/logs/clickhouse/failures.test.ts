import { ClickHouseError } from '@clickhouse/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../app.ts';
import { openStoreWithLogs } from '../../../open-store.ts';
import { createProject } from '../../../platform/database/behavior/accounts.fixture.ts';
import { checkDatabases, openTestStore, testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { query } from '../../../platform/database/postgres/server.fixture.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { LOG, populate, projectPath } from '../../../testing/service.fixture.ts';
import { useClickHouse } from './backend.fixture.ts';
import { openClickHouse } from './clickhouse-client.ts';
import { startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

/** Errors of the server, its configuration or its load. */
const UNAVAILABLE: readonly (readonly [number, string])[] = [
  [74, 'CANNOT_READ_FROM_FILE_DESCRIPTOR'],
  [81, 'UNKNOWN_DATABASE'],
  [159, 'TIMEOUT_EXCEEDED'],
  [164, 'READONLY'],
  [201, 'QUOTA_EXCEEDED'],
  [202, 'TOO_MANY_SIMULTANEOUS_QUERIES'],
  [210, 'NETWORK_ERROR'],
  [236, 'ABORTED'],
  [241, 'MEMORY_LIMIT_EXCEEDED'],
  [242, 'TABLE_IS_READ_ONLY'],
  [243, 'NOT_ENOUGH_SPACE'],
  [252, 'TOO_MANY_PARTS'],
  [394, 'QUERY_WAS_CANCELLED'],
  [439, 'CANNOT_SCHEDULE_TASK'],
  [497, 'ACCESS_DENIED'],
  [516, 'AUTHENTICATION_FAILED'],
  [745, 'SERVER_OVERLOADED'],
  [999, 'KEEPER_EXCEPTION'],
  [1000, 'POCO_EXCEPTION'],
  [1001, 'STD_EXCEPTION'],
];
/** Code, name and text of an error. */
type Failure = readonly [code: number, name: string, text?: string];

/** The errors of a disk that is full before, or becomes full during, a write. */
const FULL_DISK: readonly (readonly [code: number, name: string, text: string])[] = [
  [243, 'NOT_ENOUGH_SPACE', 'Cannot reserve 1.00 MiB, not enough space.'],
  [
    75,
    'CANNOT_WRITE_TO_FILE_DESCRIPTOR',
    'Cannot write to file /data/x.bin, errno: 28, strerror: No space left on device.',
  ],
  [
    1001,
    'STD_EXCEPTION',
    'std::exception. Code: 1001, type: std::__1::__fs::filesystem::filesystem_error, e.what() = filesystem error: in create_directory: No space left on device',
  ],
];
/** Statements with a defect, and the code of their error. */
const DEFECTS: readonly (readonly [string, string])[] = [
  ['SELEC 1', '62'],
  ['SELECT nothing FROM logs', '47'],
  ['SELECT missingFunction(1)', '46'],
  ["SELECT 'a' + 1", '43'],
  ["SELECT toUInt8('a')", '6'],
  ["SELECT CAST('x' AS Date)", '38'],
  ['SELECT {missing:String}', '456'],
];

/** Stores a log, and opens the database again through a proxy that returns an error while `state.failure` is set. */
async function openFailing() {
  const { store, database } = await openTestStore();
  const { ann } = await populate(store);
  const project = (await createProject(store, ann)).id;
  await store.logs.addAll(project, [LOG]);
  const state: { failure: Failure | undefined } = { failure: undefined };
  const logsUrl = testBackend().getEnvironment?.(database.name).LOGS_URL ?? '';
  const proxyUrl = await startProxy(logsUrl, async ({ response, forward }) => {
    if (!state.failure) return forward();
    const [code, name, text = 'The request failed.'] = state.failure;
    response.writeHead(500, { 'x-clickhouse-exception-code': String(code) });
    response.end(`Code: ${code}. DB::Exception: ${text} (${name})`);
    return undefined;
  });
  const failingStore = await openStoreWithLogs(database.name, proxyUrl, { connections: 1 });
  onTestFinished(() => failingStore.close());
  const listConnections = async () =>
    (
      await query(
        database.name,
        'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY pid',
      )
    ).map(({ pid }) => pid);
  return { state, store: failingStore, project, ann, logsUrl, listConnections };
}

describe.skipIf(!isClickHouseInstalled())('errors of ClickHouse', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('each error that no statement has caused makes the logs unavailable, for inserts and for reads', async () => {
    const { state, store, project } = await openFailing();
    const unexpected: unknown[] = [];
    for (const failure of UNAVAILABLE) {
      state.failure = failure;
      for (const work of [() => store.logs.addAll(project, [LOG]), () => store.logs.get(project, 'log_1')]) {
        const error = await work().catch((reason: unknown) => reason);
        if (!(error instanceof StoreUnavailableError && error.message.includes('ClickHouse'))) unexpected.push(failure);
        expect([failure, (error as StoreUnavailableError).isFull]).toEqual([failure, failure[0] === 243]);
      }
    }
    expect(unexpected).toEqual([]);
    state.failure = undefined;
    expect(await store.logs.addAll(project, [LOG])).toEqual(expect.any(String));
  });

  it.each(DEFECTS)('%s is reported as a defect with code %s', async (statement, code) => {
    const { logsUrl } = await openFailing();
    const clickHouse = openClickHouse(logsUrl);
    onTestFinished(() => clickHouse.close());
    const error = await clickHouse.all(statement).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ClickHouseError);
    expect((error as ClickHouseError).code).toBe(code);
  });

  it('the connections to PostgreSQL stay open after errors of ClickHouse', async () => {
    const { state, store, project, listConnections } = await openFailing();
    await store.logs.addAll(project, [LOG]);
    await checkDatabases(store);
    const connections = await listConnections();
    for (const failure of [[241, 'MEMORY_LIMIT_EXCEEDED'] as const, [243, 'NOT_ENOUGH_SPACE'] as const]) {
      state.failure = failure;
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await expect(store.logs.addAll(project, [LOG])).rejects.toThrow(StoreUnavailableError);
      }
    }
    expect(await listConnections()).toEqual(connections);
  });

  it.each(FULL_DISK)(
    'a full disk (code %i, %s) is named in the response, in the report and in the response of /ready, although reads succeed',
    async (code, name, text) => {
      const { state, store, project, ann } = await openFailing();
      const reportedErrors: unknown[] = [];
      const app = createApp(store, (error) => reportedErrors.push(error));
      const getMessage = async (path: string, init?: RequestInit) => {
        const response = await app.request(path, init);
        const { error } = (await response.json()) as { error?: { message: string } };
        return [response.status, response.headers.get('retry-after'), error?.message];
      };
      state.failure = [code, name, text];
      const headers = { authorization: `Bearer ${ann}`, 'content-type': 'application/json' };
      const added = await getMessage(projectPath('/logs'), { method: 'POST', headers, body: JSON.stringify(LOG) });
      expect(added).toEqual([
        503,
        '5',
        'The disk of the ClickHouse database is full, and the request was not executed',
      ]);
      expect(reportedErrors).toMatchObject([
        {
          message: expect.stringMatching(/^The disk of the ClickHouse database is full: ClickHouse: /),
          isFull: true,
          isExternal: true,
        },
      ]);
      state.failure = undefined;
      expect(await getMessage('/ready')).toEqual([503, '5', 'The disk of the ClickHouse database is full']);
      await store.logs.addAll(project, [LOG]);
      expect((await getMessage('/ready'))[0]).toBe(200);
    },
  );
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServiceStore } from '../../../areas.ts';
import { openStore } from '../../../open-store.ts';
import { createProject } from '../../../platform/database/behavior/accounts.fixture.ts';
import { testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { MAINS } from '../../../platform/database/behavior/process.fixture.ts';
import { query } from '../../../platform/database/postgres/server.fixture.ts';
import { StoreInputError } from '../../../platform/database/store-input-error.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { getUserId } from '../../../platform/personal-data/user-id.ts';
import { SIGNAL_AT, startCli } from '../../../testing/cli-process.fixture.ts';
import { LOG, populate } from '../../../testing/service.fixture.ts';
import { SOURCE_OPTIONS } from '../../../testing/sources.fixture.ts';
import { eraseUsers } from '../../users/erase-users.ts';
import { useClickHouse } from './backend.fixture.ts';
import { openClickHouse } from './clickhouse-client.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

const TO_CLICKHOUSE = ['--from', 'postgres', '--to', 'clickhouse'];
const TO_POSTGRES = ['--from', 'clickhouse', '--to', 'postgres'];
const ERASED = 'bob@x.example';
/** Texts that the databases store in different ways. */
const HARD_TEXTS = ['a\0b', '\uFFFE', '\uFFFE\uFDD0', "'\\", '日本語 😀'];

/** Creates a database whose logs are in PostgreSQL, and a ClickHouse database for them. */
async function openDatabases() {
  const { name: database } = await testBackend().newDatabase();
  const logs = testBackend().getEnvironment?.(database).LOGS_URL ?? '';
  const openTracked = async (options: Parameters<typeof openStore>[1] = {}): Promise<ServiceStore> => {
    const store = await openStore(database, options);
    let closePromise: Promise<void> | undefined;
    const close = () => {
      closePromise ??= store.close();
      return closePromise;
    };
    onTestFinished(close);
    return { ...store, close };
  };
  const store = await openTracked();
  const { ann } = await populate(store);
  const project = (await createProject(store, ann)).id;
  const clickHouse = openClickHouse(logs);
  onTestFinished(() => clickHouse.close());
  /** Adds logs with different URLs. */
  const addLogs = (target: ServiceStore, name: string, count: number, groupEmail = 'Ann@x.example') =>
    target.logs.addAll(
      project,
      Array.from({ length: count }, (_, index) => ({
        ...LOG,
        groupEmail,
        url: `/${name}/${index}`,
        durationMs: index / 3,
        request: { text: HARD_TEXTS[index % HARD_TEXTS.length] },
      })),
    );
  const countPostgres = async () => Number((await query(database, 'SELECT count(*) AS n FROM logs'))[0]?.n);
  const countClickHouse = async () => {
    const [tables] = await clickHouse.all('EXISTS TABLE logs');
    return Number(tables?.result) === 0 ? 0 : Number((await clickHouse.all('SELECT count() AS n FROM logs'))[0]?.n);
  };
  return {
    database,
    logs,
    store,
    open: openTracked,
    project,
    ann,
    clickHouse,
    addLogs,
    countPostgres,
    countClickHouse,
  };
}

function startMove(database: string, logs: string, directions: readonly string[]) {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const child: ChildProcess = spawn(
    process.execPath,
    [...SOURCE_OPTIONS, fileURLToPath(MAINS.sources), 'move-logs', ...directions],
    {
      env: {
        PATH,
        NODE_NO_WARNINGS: '1',
        DATABASE_URL: database,
        LOGS_URL: logs,
        ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return { ended, kill: () => child.kill('SIGKILL'), isRunning: () => child.exitCode === null };
}

/** Runs the command to its end. @returns the line with the numbers of logs */
async function move(database: string, logs: string, directions: readonly string[]): Promise<string> {
  const { code, output } = await startMove(database, logs, directions).ended;
  expect(code, output).toBe(0);
  return output.split('\n').find((line) => line.includes('copied by this run')) ?? '';
}

/** Starts the command and kills it as soon as the target has more logs than before. */
async function killMove(database: string, logs: string, directions: readonly string[], count: () => Promise<number>) {
  const before = await count();
  const moving = startMove(database, logs, directions);
  while ((await count()) <= before && moving.isRunning());
  moving.kill();
  await moving.ended;
  expect(await count()).toBeGreaterThan(before);
}

/** Returns all logs of a project, page by page, and some of them with their requests. */
async function listLogs(store: ServiceStore, project: string, start?: string) {
  const found: unknown[] = [];
  for (let cursor = start; ; ) {
    const page = await store.logs.search(project, {}, { limit: 1_000, cursor });
    found.push(...page.items.map((item) => JSON.stringify(item)));
    for (const { id } of page.items.slice(-HARD_TEXTS.length)) {
      found.push(JSON.stringify(await store.logs.get(project, id)));
    }
    if (page.next === null) return found;
    cursor = page.next;
  }
}

describe.skipIf(!isClickHouseInstalled())('move-logs', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('move-logs copies each log once in both directions, although it is killed and both databases receive logs, and cursors stay valid', async () => {
    const { database, logs, store, open, project, addLogs, countPostgres, countClickHouse } = await openDatabases();
    for (let batch = 0; batch < 4; batch += 1) await addLogs(store, `before-${batch}`, 900);
    await addLogs(store, 'erased', 5, ERASED);
    await expect(open({ logs })).rejects.toThrow('the logs of this database are in PostgreSQL');
    const firstPage = await store.logs.search(project, {}, { limit: 100 });

    for (let kill = 0; kill < 3; kill += 1) await killMove(database, logs, TO_CLICKHOUSE, countClickHouse);
    await expect(open({ logs })).rejects.toThrow('move-logs --from postgres --to clickhouse');
    const meanwhile = addLogs(store, 'meanwhile', 10);
    await move(database, logs, TO_CLICKHOUSE);
    await meanwhile;
    // The service still uses PostgreSQL, so its erasure also changes the copies.
    await store.erasures.request(project, getUserId(project, ERASED));
    await eraseUsers(store);
    expect(await move(database, logs, TO_CLICKHOUSE)).toMatch(
      /^logs in PostgreSQL: 3615; in ClickHouse: 3615; copied by this run: \d+; deleted/,
    );
    expect(await move(database, logs, TO_CLICKHOUSE)).toBe(
      'logs in PostgreSQL: 3615; in ClickHouse: 3615; copied by this run: 0; deleted from ClickHouse because PostgreSQL no longer contains them: 0',
    );
    expect(await countClickHouse()).toBe(3_615);

    const moved = await open({ logs });
    await expect(open()).rejects.toThrow('the logs of this database are in ClickHouse');
    const next = firstPage.next ?? '';
    expect(await listLogs(moved, project, next)).toEqual(await listLogs(store, project, next));
    expect(JSON.stringify(await listLogs(moved, project))).not.toContain(ERASED);
    // The first process still stores logs in PostgreSQL.
    await addLogs(store, 'late', 20);
    await addLogs(moved, 'switched', 1_100);
    expect(await move(database, logs, TO_CLICKHOUSE)).toBe(
      'logs that PostgreSQL received since the last copy: 20; of these in ClickHouse: 20; copied by this run: 20',
    );
    expect(await countClickHouse()).toBe(4_735);

    await killMove(database, logs, TO_POSTGRES, countPostgres);
    await addLogs(moved, 'meanwhile-back', 30);
    expect(await move(database, logs, TO_POSTGRES)).toMatch(/^logs in ClickHouse: 4765; in PostgreSQL: 4765;/);
    const back = await open();
    expect(await listLogs(back, project)).toEqual(await listLogs(moved, project));
    await expect(addLogs(moved, 'refused', 1)).rejects.toThrow(StoreUnavailableError);
    await expect(open({ logs })).rejects.toThrow('the logs of this database are in PostgreSQL');
    await addLogs(back, 'back', 40);
    expect(await countPostgres()).toBe(4_805);

    expect(await move(database, logs, TO_CLICKHOUSE)).toBe(
      'logs in PostgreSQL: 4805; in ClickHouse: 4805; copied by this run: 40; deleted from ClickHouse because PostgreSQL no longer contains them: 0',
    );
    const again = await open({ logs });
    await addLogs(again, 'again', 50);
    expect(await countClickHouse()).toBe(4_855);
    const all = new Set((await listLogs(again, project)).map((log) => JSON.parse(String(log)).id));
    expect(all.size).toBe(4_855);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'move-logs ends after %s at a safe point, and the next run copies the other logs',
    async (signal, code) => {
      const { database, logs, store, addLogs, countClickHouse } = await openDatabases();
      for (let batch = 0; batch < 3; batch += 1) await addLogs(store, `batch-${batch}`, 900);
      const environment = { DATABASE_URL: database, LOGS_URL: logs };
      const preload = SIGNAL_AT.errorLine('0 of 2700 logs are in ClickHouse', signal);
      const result = await startCli(['move-logs', ...TO_CLICKHOUSE], { environment, preload }).end;
      expect(result).toMatchObject({ code, signal: null, out: '' });
      const lines = result.errors.split('\n');
      expect(lines.slice(0, 2)).toEqual([
        'Comparing the logs in PostgreSQL and ClickHouse',
        '0 of 2700 logs are in ClickHouse (0 %); this run has copied 0',
      ]);
      const copied = await countClickHouse();
      expect(copied).toBeLessThan(2_700);
      expect(lines.at(-2)).toBe(
        `Interrupted by ${signal}: ${copied} of 2700 logs are in ClickHouse (${Math.floor(copied / 27)} %); this run has copied ${copied}. Run move-logs --from postgres --to clickhouse again to continue.`,
      );
      const next = await startCli(['move-logs', ...TO_CLICKHOUSE], { environment }).end;
      expect([next.code, await countClickHouse()]).toEqual([0, 2_700]);
      expect(next.errors.split('\n')[1]).toBe(
        `${copied} of 2700 logs are in ClickHouse (${Math.floor(copied / 27)} %); this run has copied 0`,
      );
      // The result is on stdout, and the progress is not.
      expect(next.out.split('\n')).toEqual([
        `logs in PostgreSQL: 2700; in ClickHouse: 2700; copied by this run: ${2_700 - copied}; deleted from ClickHouse because PostgreSQL no longer contains them: 0`,
        expect.stringMatching(/^The service still uses PostgreSQL\. Next, restart all of its processes with LOGS_URL/),
        '',
      ]);
    },
  );

  it('move-logs ends after a signal while it waits for a transaction that stores logs', async () => {
    const { database, logs, store, addLogs, countClickHouse } = await openDatabases();
    await addLogs(store, 'before', 5);
    const writer = new Client({ connectionString: database });
    await writer.connect();
    onTestFinished(() => writer.end());
    await writer.query('BEGIN; LOCK TABLE logs IN ROW EXCLUSIVE MODE');
    const moving = startCli(['move-logs', ...TO_CLICKHOUSE], {
      environment: { DATABASE_URL: database, LOGS_URL: logs },
    });
    await moving.waitFor('errors', 'Comparing the logs');
    moving.kill('SIGTERM');
    const { code, errors } = await moving.end;
    expect([code, errors.split('\n').at(-2)]).toEqual([
      143,
      'Interrupted by SIGTERM: no logs were copied. Run move-logs --from postgres --to clickhouse again to continue.',
    ]);
    expect(await countClickHouse()).toBe(0);
    await writer.query('ROLLBACK');
    await move(database, logs, TO_CLICKHOUSE);
    expect(await countClickHouse()).toBe(5);
  });

  it('a second move-logs at the same time is rejected', async () => {
    const { database, logs, store, addLogs, countClickHouse } = await openDatabases();
    for (let batch = 0; batch < 4; batch += 1) await addLogs(store, `batch-${batch}`, 900);
    const results = await Promise.all(
      [TO_CLICKHOUSE, TO_CLICKHOUSE].map((each) => startMove(database, logs, each).ended),
    );
    const rejected = results.filter(({ code }) => code !== 0);
    // One of the processes can also start after the other has ended.
    for (const { code, output } of rejected) {
      expect([code, output]).toEqual([1, expect.stringContaining('move-logs is already running in another process')]);
    }
    expect(rejected.length).toBeLessThan(2);
    expect(await countClickHouse()).toBe(3_600);
  });

  it('the logs of two PostgreSQL databases cannot be in the same ClickHouse database', async () => {
    const first = await openDatabases();
    await first.open({ logs: first.logs });
    const second = await openDatabases();
    const opening = second.open({ logs: first.logs });
    await expect(opening).rejects.toThrow(StoreInputError);
    await expect(opening).rejects.toThrow('contains the logs of another PostgreSQL database');
  });

  it('logs are not lost after PostgreSQL was restored from a backup, although the numbers of batches were used before', async () => {
    const { database, logs, open, project, addLogs, countClickHouse } = await openDatabases();
    const store = await open({ logs });
    await addLogs(store, 'before', 3);
    await store.close();
    await query(database, "SELECT setval(pg_get_serial_sequence('log_batches', 'number'), 1, false)");
    const restored = await open({ logs });
    await addLogs(restored, 'after', 4);
    expect(await countClickHouse()).toBe(7);
    expect((await restored.logs.search(project, {}, { limit: 10 })).items).toHaveLength(7);
  });
});

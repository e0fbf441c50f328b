// This program measures the upgrade of a database from a version without metrics. It kills the upgrade after increasing
// intervals until the upgrade completes.
// node benchmarks/service/measure-upgrade.ts [--logs <n>] [--store <name>]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS } from '../../apps/service/src/areas.ts';
import type { Migration } from '../../apps/service/src/platform/database/migrations.ts';
import { openPool, POSTGRES_TIMEOUTS } from '../../apps/service/src/platform/database/postgres/connection-pool.ts';
import { migratePostgres } from '../../apps/service/src/platform/database/postgres/migrate.ts';
import { query } from '../../apps/service/src/platform/database/postgres/server.fixture.ts';
import { migrateSqlite } from '../../apps/service/src/platform/database/sqlite/migrate.ts';
import { SqliteConnection } from '../../apps/service/src/platform/database/sqlite/sqlite-connection.ts';
import { type Database, openDatabase } from './databases.ts';
import { readOptions } from './options.ts';
import { SERVICE_MAIN_FILE } from './start-service.ts';

const FIRST_MIGRATION = 'durations, routes and callers of logs';
const MAX_SECONDS = 120;
const FIRST_KILL_MS = 100;

const selectOldMigrations = (migrations: readonly Migration[]) =>
  migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === FIRST_MIGRATION),
  );

/**
 * Returns the SQL that inserts logs.
 * @param numbers SELECT statement that returns the numbers from 1 as `n`
 * @param time SQL expression for the time of a log
 */
const insertLogs = (numbers: string, time: string) =>
  `INSERT INTO logs (id, project_id, status, method, url, group_email, timestamp, request, response)
   SELECT 'log_' || n, 'prj_1', 200 + n % 4 * 100, 'GET', 'https://api.example.com/v1/pets/' || n, 'team-' || n % 500 || '@example.com',
     ${time}, '{"headers":{"accept":"application/json"}}', '{"ok":true}' FROM (${numbers}) AS numbers`;

async function fillDatabase({ name, url }: Database, logs: number): Promise<void> {
  if (name === 'sqlite') {
    const connection = new SqliteConnection(url, { busyTimeout: 1_000 });
    connection.exec('PRAGMA journal_mode = WAL');
    migrateSqlite(connection, selectOldMigrations(SQLITE_MIGRATIONS));
    connection.exec(
      `INSERT INTO projects (id, slug, name, created_at) VALUES ('prj_1', 'octo-api', 'Octo API', '2026-01-01T00:00:00.000Z')`,
    );
    const numbers = `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${logs}) SELECT n FROM counted`;
    connection.exec(insertLogs(numbers, "strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n, 'unixepoch')"));
    connection.close();
    return;
  }
  const pool = openPool(url, 1, POSTGRES_TIMEOUTS);
  await migratePostgres(pool, selectOldMigrations(POSTGRES_MIGRATIONS));
  await pool.end();
  await query(url, insertLogs(`SELECT generate_series(1, ${logs}) AS n`, 'to_timestamp(1767225600 + n)'));
}

async function countLogs({ name, url }: Database): Promise<number> {
  const sql = 'SELECT count(*) AS n FROM logs';
  if (name === 'postgres') return Number((await query(url, sql))[0]?.n);
  const database = new DatabaseSync(url, { readOnly: true });
  const row = database.prepare(sql).get();
  database.close();
  return Number(row?.n);
}

/**
 * Starts the service.
 * @returns the milliseconds until the service listens; undefined if it was killed earlier
 */
async function startServe(database: Database, killAfterMs: number): Promise<number | undefined> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [SERVICE_MAIN_FILE, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', DATABASE_URL: database.url },
  });
  const closeEvent = once(child, 'close');
  const stopSignal = new AbortController();
  const listeningAt = once(child.stdout, 'data', { signal: stopSignal.signal }).then(
    () => performance.now() - startedAt,
  );
  const killTimer = setTimeout(killAfterMs, undefined, { signal: stopSignal.signal });
  const earlyExit = closeEvent.then(() => Promise.reject(new Error('the service exited')));
  try {
    return await Promise.race([listeningAt, killTimer, earlyExit]);
  } finally {
    child.kill('SIGKILL');
    await closeEvent;
    stopSignal.abort();
    await Promise.allSettled([listeningAt, killTimer, earlyExit]);
  }
}

async function run(): Promise<void> {
  const { stores, logs } = readOptions();
  for (const name of stores) {
    const database = await openDatabase(name);
    try {
      await fillDatabase(database, logs);
      let killCount = 0;
      let upgrade: number | undefined;
      for (let killDelayMs = FIRST_KILL_MS; upgrade === undefined; killDelayMs *= 1.5, killCount += 1) {
        upgrade = await startServe(database, killDelayMs);
      }
      const secondStart = await startServe(database, MAX_SECONDS * 1_000);
      const remainingLogs = await countLogs(database);
      const formatSeconds = (value = Number.NaN) => `${(value / 1_000).toFixed(1)} s`;
      process.stdout.write(
        `${name}: ${logs.toLocaleString('en')} logs, killed ${killCount - 1} times; upgrade and start ${formatSeconds(upgrade)}, start without upgrade ${formatSeconds(secondStart)}; ${remainingLogs.toLocaleString('en')} logs left\n`,
      );
      if (remainingLogs !== logs || upgrade > MAX_SECONDS * 1_000) process.exitCode = 1;
    } finally {
      await database.close();
    }
  }
}

await run();

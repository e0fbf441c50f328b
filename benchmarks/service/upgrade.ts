// Measures the upgrade of a database from a version without metrics. The upgrade is killed after increasing intervals until it completes.
// node benchmarks/service/upgrade.ts [--logs <n>] [--store <name>]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { Migration } from '../../apps/service/src/store/migrations.ts';
import { migratePostgres } from '../../apps/service/src/store/postgres/migrate.ts';
import { openPool, POSTGRES_TIMEOUTS } from '../../apps/service/src/store/postgres/pool.ts';
import { POSTGRES_MIGRATIONS } from '../../apps/service/src/store/postgres/schema.ts';
import { query } from '../../apps/service/src/store/postgres/server.fixture.ts';
import { SqliteConnection } from '../../apps/service/src/store/sqlite/connection.ts';
import { migrateSqlite } from '../../apps/service/src/store/sqlite/migrate.ts';
import { SQLITE_MIGRATIONS } from '../../apps/service/src/store/sqlite/schema.ts';
import { type Database, openDatabase } from './databases.ts';
import { OptionsError, readOptions } from './options.ts';
import { MAIN } from './service.ts';

const FIRST_MIGRATION = 'durations, routes and callers of logs';
const MAX_SECONDS = 120;
const FIRST_KILL_MS = 100;

const oldOf = (migrations: readonly Migration[]) =>
  migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === FIRST_MIGRATION),
  );

/**
 * Returns the SQL that inserts logs. @param numbers SELECT statement that returns the numbers from 1 as `n` @param time SQL expression
 * for the time of a log
 */
const insertLogs = (numbers: string, time: string) =>
  `INSERT INTO logs (id, project_id, status, method, url, group_email, timestamp, request, response)
   SELECT 'log_' || n, 'prj_1', 200 + n % 4 * 100, 'GET', 'https://api.example.com/v1/pets/' || n, 'team-' || n % 500 || '@example.com',
     ${time}, '{"headers":{"accept":"application/json"}}', '{"ok":true}' FROM (${numbers}) AS numbers`;

async function fill({ name, url }: Database, logs: number): Promise<void> {
  if (name === 'sqlite') {
    const connection = new SqliteConnection(url, { busyTimeout: 1_000 });
    connection.exec('PRAGMA journal_mode = WAL');
    migrateSqlite(connection, oldOf(SQLITE_MIGRATIONS));
    connection.exec(
      `INSERT INTO projects (id, slug, name, created_at) VALUES ('prj_1', 'octo-api', 'Octo API', '2026-01-01T00:00:00.000Z')`,
    );
    const numbers = `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${logs}) SELECT n FROM counted`;
    connection.exec(insertLogs(numbers, "strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n, 'unixepoch')"));
    connection.close();
    return;
  }
  const pool = openPool(url, 1, POSTGRES_TIMEOUTS);
  await migratePostgres(pool, oldOf(POSTGRES_MIGRATIONS));
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

/** Starts the service. @returns the milliseconds until the service listens; undefined if it was killed earlier */
async function start(database: Database, killAfterMs: number): Promise<number | undefined> {
  const begun = performance.now();
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', DATABASE_URL: database.url },
  });
  const closed = once(child, 'close');
  const done = new AbortController();
  const listening = once(child.stdout, 'data', { signal: done.signal }).then(() => performance.now() - begun);
  const killed = setTimeout(killAfterMs, undefined, { signal: done.signal });
  const exited = closed.then(() => Promise.reject(new Error('the service exited')));
  try {
    return await Promise.race([listening, killed, exited]);
  } finally {
    child.kill('SIGKILL');
    await closed;
    done.abort();
    await Promise.allSettled([listening, killed, exited]);
  }
}

async function run(): Promise<void> {
  const { stores, logs } = readOptions(process.argv.slice(2));
  for (const name of stores) {
    const database = await openDatabase(name);
    try {
      await fill(database, logs);
      let kills = 0;
      let upgrade: number | undefined;
      for (let after = FIRST_KILL_MS; upgrade === undefined; after *= 1.5, kills += 1) {
        upgrade = await start(database, after);
      }
      const again = await start(database, MAX_SECONDS * 1_000);
      const left = await countLogs(database);
      const seconds = (value = Number.NaN) => `${(value / 1_000).toFixed(1)} s`;
      process.stdout.write(
        `${name}: ${logs.toLocaleString('en')} logs, killed ${kills - 1} times; upgrade and start ${seconds(upgrade)}, start without upgrade ${seconds(again)}; ${left.toLocaleString('en')} logs left\n`,
      );
      if (left !== logs || upgrade > MAX_SECONDS * 1_000) process.exitCode = 1;
    } finally {
      await database.close();
    }
  }
}

try {
  await run();
} catch (error) {
  if (!(error instanceof OptionsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

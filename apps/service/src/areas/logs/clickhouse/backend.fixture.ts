import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { openStoreWithLogs } from '../../../open-store.ts';
import { type TestBackend, useBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { createPostgresBackend, TIMEOUTS } from '../../../platform/database/postgres/backend.fixture.ts';
import { type PostgresServer, query, startPostgres } from '../../../platform/database/postgres/server.fixture.ts';
import { mergeBatches } from './batch-ranges.ts';
import { openClickHouse } from './clickhouse-client.ts';
import { createCommittedCondition } from './log-batches.ts';
import { type ClickHouseServer, startClickHouse } from './server.fixture.ts';

const AGE_BATCHES = `UPDATE log_batches SET opened_at = opened_at - interval '1 hour', removed_at = removed_at - interval '2 days'`;

/** Runs all tests of the file on PostgreSQL, with the logs in ClickHouse. Both servers are started before the tests and stopped after them. */
export function useClickHouse(): void {
  let postgres: PostgresServer | undefined;
  let clickHouse: ClickHouseServer | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
    clickHouse = await startClickHouse();
  });
  afterAll(async () => {
    await postgres?.stop();
    await clickHouse?.stop();
  });
  const getLogsUrl = (databaseUrl: string): string => {
    if (!clickHouse) throw new Error('ClickHouse is not running');
    return clickHouse.getUrl(new URL(databaseUrl).pathname.slice(1));
  };
  const postgresBackend = createPostgresBackend(() => postgres);
  const backend: TestBackend = {
    ...postgresBackend,
    getEnvironment: (url) => ({ LOGS_URL: getLogsUrl(url) }),
    open: (url, options) => openStoreWithLogs(url, getLogsUrl(url), { timeouts: TIMEOUTS, ...options }),
    excludesLogsFromBackups: true,
    deletesExpiredLogsAtOnce: true,
    async crash() {
      await postgres?.crash();
      await clickHouse?.crash();
    },
    ageInterrupted: async (url) => void (await query(url, AGE_BATCHES)),
    async newDatabase() {
      const { name, rows } = await postgresBackend.newDatabase();
      const database = new URL(name).pathname.slice(1);
      const system = openClickHouse(clickHouse?.getUrl('default') ?? '');
      await system.rewrite(`CREATE DATABASE IF NOT EXISTS ${database}`);
      for (const table of ['logs', 'log_owner']) await system.rewrite(`TRUNCATE TABLE IF EXISTS ${database}.${table}`);
      await system.close();
      const logs = openClickHouse(getLogsUrl(name));
      onTestFinished(() => logs.close());
      const readLogs = async (sql: string) => {
        const open = await rows('SELECT number FROM log_batches ORDER BY number');
        const committedCondition = createCommittedCondition(mergeBatches(open.map((row) => Number(row.number))));
        return logs.all(
          sql.replace(
            /\bFROM logs\b/,
            `FROM (SELECT * EXCEPT (address, month) FROM logs WHERE ${committedCondition}) AS logs`,
          ),
        );
      };
      return { name, rows: (sql) => (/\bFROM logs\b/.test(sql) ? readLogs(sql) : rows(sql)) };
    },
  };
  useBackend(backend);
}

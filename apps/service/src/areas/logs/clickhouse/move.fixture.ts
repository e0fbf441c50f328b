import { onTestFinished } from 'vitest';
import type { ServiceStore } from '../../../areas.ts';
import { openStore } from '../../../open-store.ts';
import { testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { query } from '../../../platform/database/postgres/server.fixture.ts';
import { openClickHouse } from './clickhouse-client.ts';

/** Creates a PostgreSQL database and a ClickHouse database for its logs. */
export async function openDatabases() {
  const { name: database } = await testBackend().newDatabase();
  const logs = testBackend().getEnvironment?.(database).LOGS_URL ?? '';
  const clickHouse = openClickHouse(logs);
  onTestFinished(() => clickHouse.close());
  const open = async (options: Parameters<typeof openStore>[1] = {}): Promise<ServiceStore> => {
    const store = await openStore(database, options);
    onTestFinished(() => store.close());
    return store;
  };
  /** Creates the tables in ClickHouse, as the command move-logs does before it copies logs. */
  const createTables = async () => (await openStore(database, { logs, logsUse: 'move-from-postgres' })).close();
  /** Returns a value of all logs in PostgreSQL, in the order of their numbers. */
  const listPostgres = async (column: string) =>
    (await query(database, `SELECT ${column} AS value FROM logs ORDER BY number`)).map(({ value }) => value);
  /** Returns a value of all logs in ClickHouse, in the order of their numbers. */
  const listClickHouse = async (column: string) =>
    (await clickHouse.all(`SELECT ${column} AS value FROM logs ORDER BY number`)).map(({ value }) => value);
  return { database, logs, clickHouse, open, createTables, listPostgres, listClickHouse };
}

import type { SqlContext } from '../../../platform/database/dialect.ts';
import {
  closePool,
  openPool,
  POSTGRES_TIMEOUTS,
  queryPool,
} from '../../../platform/database/postgres/connection-pool.ts';
import { PostgresSql } from '../../../platform/database/postgres/postgres-sql.ts';
import { StoreInputError } from '../../../platform/database/store-input-error.ts';
import type { LogStorage } from '../log-storage.ts';
import { type ClickHouse, openClickHouse } from './clickhouse-client.ts';
import { createClickHouseLogStorage } from './log-storage.ts';
import { CREATE_LOG_TABLE } from './log-table.ts';
import { type MovedLogs, moveLogs } from './move-logs.ts';

/**
 * Number of connections for opening batches, in addition to those of the transactions: a transaction that waits for a batch must not wait for other
 * transactions.
 */
const BATCH_CONNECTIONS = 2;

/** Timeout in milliseconds of a statement that copies logs. Counting all logs takes a long time. */
const MOVE_TIMEOUT_MS = 600_000;

/** The database that stores logs. */
export interface LogDatabase {
  readonly clickHouse: ClickHouse;
  createStorage(context: SqlContext): LogStorage;
  /** Creates the table. @throws StoreInputError */
  prepare(): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens ClickHouse as the database of logs.
 * @param url `clickhouse://user:password@host:port/database`
 * @param postgresUrl URL of the service's database
 * @throws StoreInputError
 */
export function openLogDatabase(url: string, postgresUrl: string): LogDatabase {
  const clickHouse = openClickHouse(url);
  const pool = openPool(postgresUrl, BATCH_CONNECTIONS, POSTGRES_TIMEOUTS);
  const outsideSql = new PostgresSql({ query: (statement) => queryPool(pool, statement, POSTGRES_TIMEOUTS.work) });
  return {
    clickHouse,
    createStorage: ({ sql }) => createClickHouseLogStorage(sql, outsideSql, clickHouse),
    async prepare() {
      try {
        await clickHouse.rewrite(CREATE_LOG_TABLE);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new StoreInputError(`the database of the logs cannot be used: ${message}`, { cause: error });
      }
    },
    async check() {
      await clickHouse.all('SELECT 1 AS one FROM logs LIMIT 1');
    },
    async close() {
      await clickHouse.close();
      await closePool(pool);
    },
  };
}

/** Copies the logs of PostgreSQL to ClickHouse. @throws StoreInputError */
export async function moveLogsToClickHouse(
  url: string,
  postgresUrl: string,
  onProgress: (copied: number) => void,
): Promise<MovedLogs> {
  const clickHouse = openClickHouse(url);
  const pool = openPool(postgresUrl, 1, { ...POSTGRES_TIMEOUTS, work: MOVE_TIMEOUT_MS });
  try {
    const sql = new PostgresSql({ query: (statement) => queryPool(pool, statement, MOVE_TIMEOUT_MS) });
    return await moveLogs(sql, clickHouse, { onProgress });
  } finally {
    await clickHouse.close();
    await closePool(pool);
  }
}

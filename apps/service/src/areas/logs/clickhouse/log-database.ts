import type { SqlContext } from '../../../platform/database/dialect.ts';
import {
  closePool,
  openPool,
  POSTGRES_TIMEOUTS,
  queryPool,
  useConnection,
} from '../../../platform/database/postgres/connection-pool.ts';
import { PostgresSql } from '../../../platform/database/postgres/postgres-sql.ts';
import { StoreInputError } from '../../../platform/database/store-input-error.ts';
import { recordLogLocation, storeLogsInClickHouse } from '../log-location.ts';
import type { LogSearchLimits } from '../log-search.ts';
import type { LogStorage } from '../log-storage.ts';
import { createBatchSequence } from './batch-sequence.ts';
import { type ClickHouse, limitToDeadline, openClickHouse } from './clickhouse-client.ts';
import { CREATE_OWNER_TABLE, claimLogs } from './log-owner.ts';
import { createClickHouseLogStorage } from './log-storage.ts';
import { createLogTable } from './log-table.ts';
import { LogWrites } from './log-writes.ts';
import { type MovedLogs, type MoveOptions, moveLogs } from './move-logs.ts';
import { overwriteDeletedLogs } from './overwrite-deleted.ts';

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
  /**
   * Creates the tables, or changes those of an earlier version, and checks that the logs of the service's database are stored in them.
   * @param movesLogs whether the logs may still be stored elsewhere, because they are about to be moved
   * @throws StoreInputError
   */
  prepare(movesLogs: boolean): Promise<void>;
  check(): Promise<void>;
  /** Aborts the open requests to ClickHouse, and all later ones. */
  abort(): void;
  /**
   * Removes deleted logs from the active files.
   * @returns false if logs of an interrupted transaction have not been removed yet
   */
  overwriteDeleted(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens ClickHouse as the database of logs.
 * @param url `clickhouse://user:password@host:port/database`
 * @param postgresUrl URL of the service's database
 * @param limits limits of the log search. Default: the limits of the service
 * @throws StoreInputError
 */
export function openLogDatabase(url: string, postgresUrl: string, limits?: LogSearchLimits): LogDatabase {
  const clickHouse = openClickHouse(url);
  const pool = openPool(postgresUrl, BATCH_CONNECTIONS, POSTGRES_TIMEOUTS);
  const outsideSql = new PostgresSql({ query: (statement) => queryPool(pool, statement, POSTGRES_TIMEOUTS.work) });
  const writes = new LogWrites();
  const batches = createBatchSequence(outsideSql, clickHouse);
  return {
    clickHouse,
    createStorage({ sql, deadline = Number.POSITIVE_INFINITY }) {
      const storage = createClickHouseLogStorage(sql, batches, limitToDeadline(clickHouse, deadline), limits);
      return {
        ...storage,
        insert: (...given) => writes.run(() => storage.insert(...given)),
        insertNew: (...given) => writes.run(() => storage.insertNew(...given)),
      };
    },
    async prepare(movesLogs) {
      try {
        await createLogTable(clickHouse);
        await clickHouse.rewrite(CREATE_OWNER_TABLE);
        const location = await recordLogLocation(outsideSql, movesLogs ? 'postgres' : 'clickhouse');
        await claimLogs(clickHouse, location.id);
        if (movesLogs) return;
        const [row] = await clickHouse.all('SELECT max(number) AS last FROM logs');
        await storeLogsInClickHouse(outsideSql, location, Number(row?.last));
      } catch (error) {
        if (error instanceof StoreInputError) throw error;
        const message = error instanceof Error ? error.message : String(error);
        throw new StoreInputError(`the database of the logs cannot be used: ${message}`, { cause: error });
      }
    },
    async check() {
      writes.check();
      await clickHouse.check();
    },
    abort: () => clickHouse.abort(),
    overwriteDeleted: () => overwriteDeletedLogs(outsideSql, batches, clickHouse),
    async close() {
      await clickHouse.close();
      await closePool(pool);
    },
  };
}

/** Copies the logs between PostgreSQL and ClickHouse. @throws StoreInputError */
export async function moveLogsBetween(url: string, postgresUrl: string, options: MoveOptions): Promise<MovedLogs> {
  const clickHouse = openClickHouse(url);
  const pool = openPool(postgresUrl, 1, { ...POSTGRES_TIMEOUTS, work: MOVE_TIMEOUT_MS });
  try {
    // All statements use one connection, which keeps the lock of the move.
    return await useConnection(pool, MOVE_TIMEOUT_MS, (connection) =>
      moveLogs(new PostgresSql(connection), clickHouse, options),
    );
  } finally {
    await clickHouse.close();
    await closePool(pool);
  }
}

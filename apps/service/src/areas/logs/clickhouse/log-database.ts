import type { SqlContext } from '../../../platform/database/dialect.ts';
import type { LogsUse, OpenOptions } from '../../../platform/database/open-database.ts';
import {
  closePool,
  openPool,
  POSTGRES_TIMEOUTS,
  queryPool,
  useConnection,
} from '../../../platform/database/postgres/connection-pool.ts';
import { PostgresSql } from '../../../platform/database/postgres/postgres-sql.ts';
import type { Sql } from '../../../platform/database/sql.ts';
import type { DatabaseGauge } from '../../../platform/database/store.ts';
import { StoreInputError } from '../../../platform/database/store-input-error.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import {
  checkLogsInClickHouse,
  type LogLocation,
  readLogLocation,
  recordClaim,
  recordLogLocation,
  storeLogsInClickHouse,
} from '../log-location.ts';
import type { LogSearchLimits } from '../log-search.ts';
import type { LogStorage } from '../log-storage.ts';
import { createBatchSequence } from './batch-sequence.ts';
import { type ClickHouse, limitToDeadline, openClickHouse } from './clickhouse-client.ts';
import { createLogGauges, GAUGE_TIMEOUT_MS } from './log-gauges.ts';
import { CREATE_OWNER_TABLE, claimLogs } from './log-owner.ts';
import { createClickHouseLogStorage } from './log-storage.ts';
import { createLogTable } from './log-table.ts';
import { LogWrites } from './log-writes.ts';
import { type MovedLogs, type MoveOptions, moveLogs } from './move-logs.ts';
import { describeOpenError } from './open-error.ts';
import { overwriteDeletedLogs } from './overwrite-deleted.ts';

/**
 * Number of connections for opening batches, in addition to those of the transactions: a transaction that waits for a batch must not wait for other
 * transactions.
 */
const BATCH_CONNECTIONS = 2;

/** The first version with a text index that can be created without a setting. */
const MIN_VERSION = [26, 2] as const;

/** Timeout in milliseconds of the first statement. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Timeout in milliseconds of a statement that copies logs. Counting all logs takes a long time. */
const MOVE_TIMEOUT_MS = 600_000;

/** The database that stores logs. */
export interface LogDatabase {
  readonly clickHouse: ClickHouse;
  createStorage(context: SqlContext): LogStorage;
  /**
   * Creates the tables, or changes those of an earlier version, and checks that the logs of the service's database are stored in them. If ClickHouse
   * has been used before and is unavailable now, this is done before its first use instead.
   * @throws StoreInputError
   */
  prepare(): Promise<void>;
  check(): Promise<void>;
  readonly gauges: readonly DatabaseGauge[];
  /** Aborts the open requests to ClickHouse, and all later ones. */
  abort(): void;
  /**
   * Removes deleted logs from the active files.
   * @returns false if logs of an interrupted transaction have not been removed yet
   */
  overwriteDeleted(): Promise<boolean>;
  close(): Promise<void>;
}

/** Options of the database of logs. */
export interface LogDatabaseOptions extends Pick<OpenOptions, 'warn'> {
  readonly logsUse: LogsUse;
  /** Limits of the log search. Default: the limits of the service. */
  readonly limits?: LogSearchLimits | undefined;
}

/**
 * Opens ClickHouse as the database of logs. Each use waits until the tables are prepared.
 * @param url `clickhouse://user:password@host:port/database`
 * @param postgresUrl URL of the service's database
 * @throws StoreInputError
 */
export function openLogDatabase(
  url: string,
  postgresUrl: string,
  { logsUse, limits, warn }: LogDatabaseOptions,
): LogDatabase {
  const clickHouse = openClickHouse(url);
  const pool = openPool(postgresUrl, BATCH_CONNECTIONS, POSTGRES_TIMEOUTS);
  const createSql = (timeoutMs: number) =>
    new PostgresSql({ query: (statement) => queryPool(pool, statement, timeoutMs) });
  const outsideSql = createSql(POSTGRES_TIMEOUTS.work);
  const writes = new LogWrites();
  const prepare = shareSuccess(() => prepareLogs(outsideSql, clickHouse, logsUse));
  const prepareFirst = (given: ClickHouse) =>
    waitFirst(given, () => (logsUse === 'switch' ? prepare().catch(throwUnavailable) : prepare()));
  const preparedClickHouse = prepareFirst(clickHouse);
  const batches = createBatchSequence(outsideSql, preparedClickHouse);
  return {
    clickHouse: preparedClickHouse,
    createStorage({ sql, deadline = Number.POSITIVE_INFINITY }) {
      const storage = createClickHouseLogStorage(
        sql,
        batches,
        prepareFirst(limitToDeadline(clickHouse, deadline)),
        limits,
      );
      return {
        ...storage,
        insert: (...given) => writes.run(() => storage.insert(...given)),
        insertNew: (...given) => writes.run(() => storage.insertNew(...given)),
      };
    },
    async prepare() {
      try {
        await prepare();
      } catch (error) {
        if (error instanceof StoreInputError) throw error;
        const message = `the database of the logs ${clickHouse.address} cannot be used: ${describeOpenError(error)}`;
        const isUsed = (await readLogLocation(outsideSql))?.place === 'clickhouse';
        if (logsUse !== 'switch' || !isUsed || !(error instanceof StoreUnavailableError)) {
          throw new StoreInputError(message, { cause: error });
        }
        warn?.(`${message}. Until it can be used, requests with logs get 503`);
      }
    },
    async check() {
      writes.check();
      await preparedClickHouse.check();
    },
    gauges: createLogGauges(createSql(GAUGE_TIMEOUT_MS), preparedClickHouse),
    abort: () => clickHouse.abort(),
    overwriteDeleted: () => overwriteDeletedLogs(outsideSql, batches, preparedClickHouse),
    async close() {
      await clickHouse.close();
      await closePool(pool);
    },
  };
}

async function prepareLogs(sql: Sql, clickHouse: ClickHouse, logsUse: LogsUse): Promise<void> {
  await checkVersion(clickHouse);
  const movesLogs = logsUse !== 'switch' && logsUse !== 'keep';
  const location = await recordLogLocation(sql, movesLogs ? 'postgres' : 'clickhouse');
  if (!movesLogs) await checkLogsInClickHouse(sql, location, logsUse === 'switch');
  await clickHouse.rewrite(CREATE_OWNER_TABLE);
  await claimLogs(clickHouse, location.id, containsLogs(location, logsUse));
  await recordClaim(sql);
  await createLogTable(clickHouse);
  if (!movesLogs) await storeLogsInClickHouse(sql, location);
}

/** Returns whether the ClickHouse database already contains logs of this database, and therefore its id. */
function containsLogs({ place, movedTo, isClaimed }: LogLocation, logsUse: LogsUse): boolean {
  if (logsUse === 'move-from-clickhouse') return true;
  // A move can start with another database.
  if (place === 'postgres') return logsUse !== 'move-from-postgres' && movedTo === 'clickhouse';
  return isClaimed;
}

/** @throws StoreInputError for a version that lacks a feature that the service uses */
async function checkVersion(clickHouse: ClickHouse): Promise<void> {
  const [row] = await clickHouse.all('SELECT version() AS version', {}, CONNECT_TIMEOUT_MS);
  if (typeof row?.version !== 'string') {
    const cause = new Error('the server does not respond as ClickHouse does');
    throw new StoreUnavailableError(cause.message, { isExternal: true, cause });
  }
  const [major = 0, minor = 0] = row.version.split('.').map(Number);
  const [minMajor, minMinor] = MIN_VERSION;
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return;
  throw new StoreInputError(
    `the database of the logs ${clickHouse.address} is ClickHouse ${row.version}: use ${MIN_VERSION.join('.')} or later`,
  );
}

/** Throws an error that a running service returns as 503. */
function throwUnavailable(error: unknown): never {
  if (!(error instanceof StoreInputError)) throw error;
  throw new StoreUnavailableError(error.message, { isExternal: true, cause: error });
}

/** Returns a connection whose functions wait for `prepare` first. */
function waitFirst(clickHouse: ClickHouse, prepare: () => Promise<void>): ClickHouse {
  const wrap =
    <Values extends unknown[], T>(run: (...values: Values) => Promise<T>) =>
    async (...values: Values): Promise<T> => {
      await prepare();
      return run(...values);
    };
  const { all, rewrite, insert, insertValues, check } = clickHouse;
  return {
    ...clickHouse,
    all: wrap(all),
    rewrite: wrap(rewrite),
    insert: wrap(insert),
    insertValues: wrap(insertValues),
    check: wrap(check),
  };
}

/** Returns a function that runs `run` once, and again after each failure. Calls at the same time share a run. */
function shareSuccess(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
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

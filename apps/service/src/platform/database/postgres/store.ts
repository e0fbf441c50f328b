import type { Pool } from 'pg';
import type { SqlContext, SqlDialect, StoreDefinition, TimedQuery } from '../dialect.ts';
import { runIdempotentIn } from '../idempotency.ts';
import type { IdempotencyPorts } from '../idempotency-records.ts';
import type { Migration } from '../migrations.ts';
import { runWritesInTransactions } from '../run-writes.ts';
import type { Sql } from '../sql.ts';
import { createSqlBackup } from '../sql-backup.ts';
import type { Database, Store } from '../store.ts';
import { CREATION_HINT, StoreInputError } from '../store-input-error.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { listBackedUp, listErasedTables } from '../table.ts';
import { createWriteCheck } from '../write-check.ts';
import { closePool, openPool, POSTGRES_TIMEOUTS, type PostgresTimeouts, queryPool } from './connection-pool.ts';
import { migratePostgres } from './migrate.ts';
import { describeOpenError } from './open-error.ts';
import { getSqlState } from './postgres-failures.ts';
import { PostgresSql } from './postgres-sql.ts';
import { runTransaction, runTransactionWithRetry } from './postgres-transaction.ts';
import { describePostgresUrl } from './postgres-url.ts';
import { vacuumTables } from './vacuum-tables.ts';
import { probeWrite } from './write-probe.ts';

export interface PostgresOptions {
  readonly migrations?: readonly Migration[] | undefined;
  /** Maximum number of connections in the pool. */
  readonly connections?: number;
  /** Whether to create the schema if the database is empty. Default: true. */
  readonly create?: boolean;
  readonly timeouts?: PostgresTimeouts;
}

const DIALECT: SqlDialect = {
  name: 'postgres',
  lockTable: async (sql, table) => void (await sql.run(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`)),
  // An array with a NUL is skipped, because PostgreSQL cannot convert the NUL to text.
  listTexts: (column) =>
    `json_array_elements_text(CAST(CASE WHEN strpos(${column}, '\\u0000') = 0 THEN ${column} END AS json))`,
};

/** SQLSTATE of a statement that exceeded its timeout. */
const QUERY_CANCELED = '57014';

/**
 * Opens the PostgreSQL store. The number of connections limits the number of concurrent transactions.
 * @param url `postgres://user:password@host:port/database`
 * @throws StoreInputError if the database cannot be used
 */
export async function openPostgresDatabase<Ports extends IdempotencyPorts>(
  url: string,
  definition: StoreDefinition<Ports>,
  {
    migrations = definition.migrations.postgres,
    connections = 10,
    create = true,
    timeouts = POSTGRES_TIMEOUTS,
  }: PostgresOptions = {},
): Promise<Store<Ports>> {
  const pool = createPool(url, connections, timeouts);
  const { hasTrigrams } = await prepareSchema(url, pool, migrations, create);
  const { track, waitForOperations } = trackOperations();

  const runTimedQuery: TimedQuery = (milliseconds, sql, ...values) =>
    track(() =>
      runTransactionWithRetry(pool, (connection) => new PostgresSql(connection).all(sql, ...values), {
        begin: `BEGIN READ ONLY; SET LOCAL statement_timeout = ${milliseconds}`,
        within: timeouts.work,
      }),
    ).catch((error: unknown) => {
      if (getSqlState(error) === QUERY_CANCELED) return undefined;
      throw error;
    });
  const createPorts = (context: Pick<SqlContext, 'sql' | 'deadline'>, reads: Pick<SqlDialect, 'runTimedQuery'> = {}) =>
    definition.createPorts({ ...context, dialect: { ...DIALECT, ...reads } });
  const createSqlWithTimeout = (milliseconds: number): Sql =>
    new PostgresSql({ query: (statement) => track(() => queryPool(pool, statement, milliseconds)) });
  const pooledSql = createSqlWithTimeout(timeouts.work);
  const { observeWrite, check } = createWriteCheck({
    read: async () => void (await createSqlWithTimeout(timeouts.check).get('SELECT 1 AS one FROM users LIMIT 1')),
    write: () => track(() => probeWrite(pool, timeouts.check)),
  });
  const createTransaction =
    (within: number): Database<Ports>['transaction'] =>
    (work) =>
      track(() =>
        observeWrite(
          runTransactionWithRetry(
            pool,
            (connection, deadline) => work(createPorts({ sql: new PostgresSql(connection), deadline })),
            { within },
          ),
        ),
      );
  const transact = createTransaction(timeouts.work);
  const transactSlowly = createTransaction(Number.POSITIVE_INFINITY);
  const slowWrites = Object.entries(definition.slowWrites ?? {}).flatMap(([port, names]) =>
    (names as readonly string[]).map((name) => `${port}.${name}`),
  );
  const readPorts = createPorts({ sql: pooledSql }, { runTimedQuery: hasTrigrams ? runTimedQuery : undefined });
  return {
    ...runWritesInTransactions(readPorts, definition.reads, (port, name) =>
      slowWrites.includes(`${port}.${name}`) ? transactSlowly : transact,
    ),
    transaction: transact,
    runIdempotent: runIdempotentIn(transact),
    backup: createBackup(pool, definition),
    databases: [{ name: 'PostgreSQL', check }],
    overwriteDeleted: () => track(() => vacuumTables(pool, listErasedTables(definition.tables))),
    dataVersion: () => undefined,
    size: async () => Number((await pooledSql.get('SELECT pg_database_size(current_database()) AS size'))?.size),
    async close() {
      await waitForOperations();
      await closePool(pool);
    },
  };
}

/**
 * Migrates the schema. Closes the pool if the database cannot be used.
 * @throws StoreInputError
 */
async function prepareSchema(
  url: string,
  pool: Pool,
  migrations: readonly Migration[],
  create: boolean,
): Promise<{ hasTrigrams: boolean }> {
  try {
    if (!create && !(await hasSchema(pool))) throw new Error(`it has no tables of this service. ${CREATION_HINT}`);
    await migratePostgres(pool, migrations);
    const { rows } = await pool.query("SELECT 1 FROM pg_indexes WHERE indexname = 'logs_by_trigram'");
    return { hasTrigrams: rows.length > 0 };
  } catch (error) {
    await closePool(pool);
    throw createUnusableDatabaseError(url, error);
  }
}

/** Counts running operations, because `pool.end()` does not wait for operations without a connection. */
function trackOperations() {
  const pendingOperations = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    track<T>(begin: () => Promise<T>): Promise<T> {
      if (isClosed) return Promise.reject(new StoreUnavailableError('it is closed'));
      const endOperation = begin();
      pendingOperations.add(endOperation);
      const forget = () => pendingOperations.delete(endOperation);
      endOperation.then(forget, forget);
      return endOperation;
    },
    /** Rejects new operations and waits until the running ones have completed. */
    async waitForOperations(): Promise<void> {
      isClosed = true;
      await Promise.allSettled(pendingOperations);
    },
  };
}

function createBackup<Ports>(pool: Pool, definition: StoreDefinition<Ports>): Database<Ports>['backup'] {
  const numberedTables = listBackedUp(definition.tables)
    .filter(({ key }) => key[0] === 'number')
    .map(({ name }) => name);
  return createSqlBackup(definition, {
    snapshot: (work) =>
      runTransaction(pool, (connection) => work(new PostgresSql(connection)), {
        begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
        within: Number.POSITIVE_INFINITY,
      }),
    exclusively: (work) =>
      runTransaction(pool, (connection) => work({ sql: new PostgresSql(connection), dialect: DIALECT }), {
        within: Number.POSITIVE_INFINITY,
      }),
    async finish(sql) {
      // The restored rows have their original numbers, so each sequence must continue after the highest number in its table.
      for (const table of numberedTables) {
        await sql.get(
          `SELECT setval(pg_get_serial_sequence('${table}', 'number'), (SELECT coalesce(max(number), 0) + 1 FROM ${table}), false)`,
        );
      }
    },
  });
}

function createPool(url: string, connections: number, timeouts: PostgresTimeouts): Pool {
  try {
    return openPool(url, connections, timeouts);
  } catch (error) {
    throw createUnusableDatabaseError(url, error);
  }
}

/** Returns whether the database contains the tables of the service. */
async function hasSchema(pool: Pool): Promise<boolean> {
  // information_schema.tables would lack a table that this role may not read.
  const { rows } = await pool.query("SELECT to_regclass('migrations') IS NOT NULL AS found");
  return rows[0]?.found === true;
}

/** Creates an error that contains the URL of the database without its password. */
function createUnusableDatabaseError(url: string, error: unknown): StoreInputError {
  const databaseName = describePostgresUrl(url) ?? 'in DATABASE_URL';
  return new StoreInputError(`the database ${databaseName} cannot be used: ${describeOpenError(error)}`, {
    cause: error,
  });
}

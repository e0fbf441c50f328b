import type { Pool } from 'pg';
import { sqlBackup } from '../backup/sql-backup.ts';
import { BACKUP_TABLES } from '../backup/tables.ts';
import { runIdempotentIn } from '../idempotency.ts';
import type { Migration } from '../migrations.ts';
import type { LogSearchLimits } from '../sql/log-search.ts';
import { type Dialect, operationsOver, readingAndWriting } from '../sql/operations.ts';
import type { Sql } from '../sql/sql.ts';
import type { Store } from '../store.ts';
import { StoreInputError, WHO_CREATES } from '../store-input-error.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { writeCheck } from '../write-check.ts';
import { postgresWords, type ReadWith } from './context-search.ts';
import { codeOf, messageOf } from './failures.ts';
import { postgresLogIndexes, type TimedQuery } from './log-indexes.ts';
import { migratePostgres } from './migrate.ts';
import { closePool, openPool, POSTGRES_TIMEOUTS, type PostgresTimeouts, queryPool } from './pool.ts';
import { PostgresSql } from './postgres-sql.ts';
import { POSTGRES_MIGRATIONS } from './schema.ts';
import { inOneTransaction, inTransaction } from './transaction.ts';
import { vectorOf } from './words.ts';
import { tryWriting } from './write-probe.ts';

export interface PostgresOptions {
  readonly migrations?: readonly Migration[];
  readonly logSearch?: LogSearchLimits;
  /** Most connections at a time. */
  readonly connections?: number;
  /** Whether an empty database is given the schema. Default true. */
  readonly create?: boolean;
  readonly timeouts?: PostgresTimeouts;
}

/** PostgreSQL ended a statement that took longer than it was given. */
const CANCELED = '57014';
const NUMBERED = BACKUP_TABLES.filter(({ key }) => key[0] === 'number').map(({ name }) => name);

/**
 * The store on PostgreSQL, with as many transactions at a time as there are connections.
 * @param url `postgres://user:password@host:port/database`
 * @throws StoreInputError when the database cannot be used
 */
export async function openPostgresStore(
  url: string,
  {
    migrations = POSTGRES_MIGRATIONS,
    logSearch,
    connections = 10,
    create = true,
    timeouts = POSTGRES_TIMEOUTS,
  }: PostgresOptions = {},
): Promise<Store> {
  const pool = poolOf(url, connections, timeouts);
  let hasTrigrams: boolean;
  try {
    if (!create && !(await hasSchema(pool))) throw new Error(`it has no tables of this service. ${WHO_CREATES}`);
    await migratePostgres(pool, migrations);
    const { rows } = await pool.query("SELECT 1 FROM pg_indexes WHERE indexname = 'logs_by_trigram'");
    hasTrigrams = rows.length > 0;
  } catch (error) {
    await closePool(pool);
    throw unusable(url, error);
  }

  // The pool would end without those that still wait for a connection.
  const underWay = new Set<Promise<unknown>>();
  let closed = false;
  const tracked = <T>(begin: () => Promise<T>): Promise<T> => {
    if (closed) return Promise.reject(new StoreUnavailableError('it is not open'));
    const done = begin();
    underWay.add(done);
    const forget = () => underWay.delete(done);
    done.then(forget, forget);
    return done;
  };

  const readWith: ReadWith = (settings, read) => {
    const begin = ['BEGIN READ ONLY', ...settings.map((setting) => `SET LOCAL ${setting}`)].join('; ');
    return tracked(() =>
      inTransaction(pool, (connection) => read(new PostgresSql(connection)), { begin, within: timeouts.work }),
    );
  };
  const timed: TimedQuery = (milliseconds, sql, ...values) =>
    readWith([`statement_timeout = ${milliseconds}`], (one) => one.all(sql, ...values)).catch((error: unknown) => {
      if (codeOf(error) === CANCELED) return undefined;
      throw error;
    });
  const dialect = (reads?: ReadWith, query?: TimedQuery): Dialect<Sql> => ({
    words: (sql) => postgresWords(sql, reads),
    logs: (sql) => postgresLogIndexes(sql, query),
  });
  const sqlWithin = (milliseconds: number): Sql =>
    new PostgresSql({ query: (statement) => tracked(() => queryPool(pool, statement, milliseconds)) });
  const everyConnection = sqlWithin(timeouts.work);
  const { noting, check } = writeCheck({
    read: async () => void (await sqlWithin(timeouts.check).get('SELECT 1 AS one FROM users LIMIT 1')),
    write: () => tracked(() => tryWriting(pool, timeouts.check)),
  });
  const transaction: Store['transaction'] = (work) =>
    tracked(() =>
      noting(
        inTransaction(pool, (connection) => work(operationsOver(new PostgresSql(connection), dialect(), logSearch)), {
          within: timeouts.work,
        }),
      ),
    );
  const reading = operationsOver(everyConnection, dialect(readWith, hasTrigrams ? timed : undefined), logSearch);
  return {
    ...readingAndWriting(reading, transaction),
    transaction,
    runIdempotent: runIdempotentIn(transaction),
    backup: sqlBackup({
      snapshot: (work) =>
        inOneTransaction(pool, (connection) => work(new PostgresSql(connection)), {
          begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
          within: Number.POSITIVE_INFINITY,
        }),
      exclusively: (work) =>
        inOneTransaction(pool, (connection) => work(new PostgresSql(connection)), { within: Number.POSITIVE_INFINITY }),
      columns: ({ table, row }) =>
        table === 'context_items'
          ? {
              words: vectorOf(String(row.project_id), { title: String(row.title), content: String(row.content) }),
            }
          : {},
      async finish(sql) {
        // The rows brought their numbers with them: new ones go on behind them.
        for (const table of NUMBERED) {
          await sql.get(
            `SELECT setval(pg_get_serial_sequence('${table}', 'number'), (SELECT coalesce(max(number), 0) + 1 FROM ${table}), false)`,
          );
        }
      },
    }),
    check,
    size: async () => Number((await everyConnection.get('SELECT pg_database_size(current_database()) AS size'))?.size),
    async close() {
      closed = true;
      await Promise.allSettled(underWay);
      await closePool(pool);
    },
  };
}

function poolOf(url: string, connections: number, timeouts: PostgresTimeouts): Pool {
  try {
    return openPool(url, connections, timeouts);
  } catch (error) {
    throw unusable(url, error);
  }
}

/** Whether a service has created its tables in the database. */
async function hasSchema(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'migrations'",
  );
  return rows.length > 0;
}

/** Names the database without its password. */
function unusable(url: string, error: unknown): StoreInputError {
  const named = URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : 'of DATABASE_URL';
  return new StoreInputError(`the database ${named} cannot be used: ${messageOf(error)}`, { cause: error });
}

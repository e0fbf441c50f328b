import { Pool } from 'pg';
import { sqlBackup } from '../backup/sql-backup.ts';
import { BACKUP_TABLES } from '../backup/tables.ts';
import type { Migration } from '../migrations.ts';
import { onceOver } from '../once.ts';
import type { LogSearchLimits } from '../sql/log-search.ts';
import { type Dialect, operationsOver, readingAndWriting } from '../sql/operations.ts';
import type { Sql } from '../sql/sql.ts';
import type { Store } from '../store.ts';
import { StoreInputError, WHO_CREATES } from '../store-input-error.ts';
import { postgresWords, type ReadWith } from './context-search.ts';
import { postgresLogIndexes, type TimedQuery } from './log-indexes.ts';
import { migratePostgres } from './migrate.ts';
import { PostgresSql } from './postgres-sql.ts';
import { POSTGRES_MIGRATIONS } from './schema.ts';
import { codeOf, inOneTransaction, inTransaction } from './transaction.ts';
import { vectorOf } from './words.ts';

export interface PostgresOptions {
  readonly migrations?: readonly Migration[];
  readonly logSearch?: LogSearchLimits;
  /** Most connections at a time. */
  readonly connections?: number;
  /** Whether an empty database is given the schema. Default true. */
  readonly create?: boolean;
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
  { migrations = POSTGRES_MIGRATIONS, logSearch, connections = 10, create = true }: PostgresOptions = {},
): Promise<Store> {
  const pool = poolOf(url, connections);
  // A connection that breaks while nobody uses it: the pool makes another one.
  pool.on('error', () => undefined);
  let hasTrigrams: boolean;
  try {
    if (!create && !(await hasSchema(pool))) throw new Error(`it has no tables of this service. ${WHO_CREATES}`);
    await migratePostgres(pool, migrations);
    const { rows } = await pool.query("SELECT 1 FROM pg_indexes WHERE indexname = 'logs_by_trigram'");
    hasTrigrams = rows.length > 0;
  } catch (error) {
    await pool.end();
    throw unusable(url, error);
  }

  // The pool would end without those that still wait for a connection.
  const underWay = new Set<Promise<unknown>>();
  let closed = false;
  const tracked = <T>(begin: () => Promise<T>): Promise<T> => {
    if (closed) return Promise.reject(new Error('the database is not open'));
    const done = begin();
    underWay.add(done);
    const forget = () => underWay.delete(done);
    done.then(forget, forget);
    return done;
  };

  const readWith: ReadWith = (settings, read) => {
    const begin = ['BEGIN READ ONLY', ...settings.map((setting) => `SET LOCAL ${setting}`)].join('; ');
    return tracked(() => inTransaction(pool, (client) => read(new PostgresSql(client)), begin));
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
  const transaction: Store['transaction'] = (work) =>
    tracked(() => inTransaction(pool, (client) => work(operationsOver(new PostgresSql(client), dialect(), logSearch))));
  const everyConnection = new PostgresSql({ query: (statement) => tracked(() => pool.query(statement)) });
  const reading = operationsOver(everyConnection, dialect(readWith, hasTrigrams ? timed : undefined), logSearch);
  return {
    ...readingAndWriting(reading, transaction),
    transaction,
    once: onceOver(transaction),
    backup: sqlBackup({
      snapshot: (work) =>
        inOneTransaction(
          pool,
          (client) => work(new PostgresSql(client)),
          'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
        ),
      exclusively: (work) => inOneTransaction(pool, (client) => work(new PostgresSql(client))),
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
    check: async () => void (await everyConnection.get('SELECT 1 AS one FROM users LIMIT 1')),
    size: async () => Number((await everyConnection.get('SELECT pg_database_size(current_database()) AS size'))?.size),
    async close() {
      closed = true;
      await Promise.allSettled(underWay);
      await pool.end();
    },
  };
}

function poolOf(url: string, connections: number): Pool {
  try {
    return new Pool({ connectionString: url, max: connections, connectionTimeoutMillis: 10_000 });
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
  const why =
    error instanceof AggregateError ? String(error.errors[0]) : error instanceof Error ? error.message : String(error);
  const named = URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : 'of DATABASE_URL';
  return new StoreInputError(`the database ${named} cannot be used: ${why}`, { cause: error });
}

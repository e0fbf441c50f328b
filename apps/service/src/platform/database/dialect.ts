import type { Migration } from './migrations.ts';
import type { Sql, SqlRow, SqlValue } from './sql.ts';
import type { DatabaseTable } from './table.ts';

/** A function that runs a query with a statement timeout. The function returns undefined after a timeout. */
export type TimedQuery = (
  milliseconds: number,
  sql: string,
  ...values: readonly SqlValue[]
) => Promise<SqlRow[] | undefined>;

/** Differences between SQLite and PostgreSQL in the SQL of the areas. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres';
  /** Prevents other transactions from writing to a table until this transaction ends. */
  lockTable(sql: Sql, table: string): Promise<void>;
  /** Returns an SQL table function whose column `value` contains the texts of a JSON array in a column. */
  listTexts(column: string): string;
  /** Undefined within a transaction, on SQLite, and without the trigram index. */
  readonly runTimedQuery?: TimedQuery | undefined;
}

/** A connection, a pool or a transaction, with the SQL dialect of its database. */
export interface SqlContext {
  readonly sql: Sql;
  readonly dialect: SqlDialect;
  /** Time on the clock of `performance.now()` at which the transaction fails; undefined outside of a transaction, and on SQLite. */
  readonly deadline?: number;
}

/** The storage of the service: the schema of both databases, and the ports of its areas. */
export interface StoreDefinition<Ports> {
  readonly migrations: { readonly sqlite: readonly Migration[]; readonly postgres: readonly Migration[] };
  /** All tables, each after the tables that its foreign keys reference. */
  readonly tables: readonly DatabaseTable[];
  createPorts(context: SqlContext): Ports;
  readonly reads: PortReads<Ports>;
  /**
   * Functions without a result. A transaction does not wait for them, but fails if one of them fails. A database that runs in the same thread
   * executes them like other functions.
   */
  readonly deferred?: { readonly [Port in keyof Ports]?: readonly (keyof Ports[Port])[] };
  /** Writes that may take longer than a request, because they read all logs of a day. Only commands call them. */
  readonly slowWrites?: { readonly [Port in keyof Ports]?: readonly (keyof Ports[Port])[] };
  /** Rebuilds the tables that a backup does not contain, after the rows of the backup have been inserted. */
  finishRestore(sql: Sql): Promise<void>;
}

/**
 * How a port function reads: `quick` takes a few milliseconds or has its own time limit, `slow` takes a time that grows with the data of a project,
 * and `stream` returns an `AsyncIterable` instead of a promise.
 */
export type ReadKind = 'quick' | 'slow' | 'stream';

/** The port functions that only read. Every other function runs in a transaction. */
export type PortReads<Ports> = {
  readonly [Port in keyof Ports]?: { readonly [Name in keyof Ports[Port]]?: ReadKind };
};

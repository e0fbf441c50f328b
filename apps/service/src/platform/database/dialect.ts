import type { Migration } from './migrations.ts';
import type { Sql, SqlRow, SqlValue } from './sql.ts';
import type { DatabaseTable } from './table.ts';

/** A function that runs a query with a statement timeout. Returns undefined after a timeout. */
export type TimedQuery = (
  milliseconds: number,
  sql: string,
  ...values: readonly SqlValue[]
) => Promise<SqlRow[] | undefined>;

/** What differs between the two databases in the SQL of the areas. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres';
  /** Prevents other transactions from writing a table until this transaction ends. */
  lockTable(sql: Sql, table: string): Promise<void>;
  /** Returns an SQL table function whose column `value` contains the texts of a JSON array in a column. */
  listTexts(column: string): string;
  /** Undefined within a transaction, on SQLite, and without the index of trigrams. */
  readonly runTimedQuery?: TimedQuery | undefined;
}

/** A connection, a pool or a transaction, with what the SQL of the areas needs to know about its database. */
export interface SqlContext {
  readonly sql: Sql;
  readonly dialect: SqlDialect;
}

/** What the service stores: the schema of both databases, and the ports of its areas. */
export interface StoreDefinition<Ports> {
  readonly migrations: { readonly sqlite: readonly Migration[]; readonly postgres: readonly Migration[] };
  /** All tables. A table follows the tables to which it refers. */
  readonly tables: readonly DatabaseTable[];
  createPorts(context: SqlContext): Ports;
  readonly reads: PortReads<Ports>;
  /**
   * Functions without a result, which a transaction does not wait for. If one of them fails, the transaction fails. A
   * database that runs in the process executes them like the others.
   */
  readonly deferred?: { readonly [Port in keyof Ports]?: readonly (keyof Ports[Port])[] };
  /** Derives tables that a backup does not contain, after its rows have been inserted. */
  finishRestore(sql: Sql): Promise<void>;
}

/**
 * How a function of a port reads: `quick` in a few milliseconds or with a limit of its own time, `slow` in a time that grows with the data of a project,
 * and `stream` as an `AsyncIterable` instead of a promise.
 */
export type ReadKind = 'quick' | 'slow' | 'stream';

/** The functions of ports that only read. Every other function runs in a transaction. */
export type PortReads<Ports> = {
  readonly [Port in keyof Ports]?: { readonly [Name in keyof Ports[Port]]?: ReadKind };
};

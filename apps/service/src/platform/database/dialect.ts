import type { BackupTable } from './backup-table.ts';
import type { Migration } from './migrations.ts';
import type { Sql, SqlRow, SqlValue } from './sql.ts';

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
  /** The tables of a backup. A table follows the tables to which it refers. */
  readonly tables: readonly BackupTable[];
  /** The tables whose deleted content must be removed from the files. */
  readonly erasedTables: readonly string[];
  createPorts(context: SqlContext): Ports;
  /** The functions of the ports that only read. */
  readonly reads: ReadsOf<Ports>;
  /** The reads whose time grows with the data of a project. The others take a few milliseconds, or limit their own time. */
  readonly slowReads: SomeReadsOf<Ports>;
  /** The reads that return an `AsyncIterable` instead of a promise. */
  readonly streams: SomeReadsOf<Ports>;
}

/** The names of the functions of each port that only read. */
export type ReadsOf<Ports> = { readonly [Port in keyof Ports]: readonly (keyof Ports[Port])[] };

/** The names of some functions of some ports. */
export type SomeReadsOf<Ports> = { readonly [Port in keyof Ports]?: readonly (keyof Ports[Port])[] };

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Sql, SqlRow, SqlValue } from '../sql.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { toStoreError } from './sqlite-failures.ts';

export interface ConnectionOptions {
  readonly readOnly?: boolean;
  /**
   * Time in milliseconds for which a statement waits for other processes. The wait blocks the whole process, because the SQLite API is synchronous.
   */
  readonly busyTimeout: number;
}

/**
 * A connection to an SQLite file with a cache of prepared statements. Its methods throw StoreUnavailableError, or an SQLite error if the statement caused it.
 */
export class SqliteConnection implements Sql {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #changedRows = 0;

  /**
   * Opens a connection.
   * @param file path of the file, or `:memory:`
   */
  constructor(file: string, { readOnly = false, busyTimeout }: ConnectionOptions) {
    this.#database = new DatabaseSync(file, { readOnly, timeout: busyTimeout });
  }

  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    const changes = this.#attempt(() => Number(this.#prepare(sql).run(...values.map(toSqliteValue)).changes));
    this.#changedRows += changes;
    return changes;
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined> {
    return this.getNow(sql, ...values);
  }

  async all(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow[]> {
    return this.readAllSync(sql, ...values);
  }

  getNow(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined {
    return this.#attempt(() => this.#prepare(sql).get(...values.map(toSqliteValue)) as SqlRow | undefined);
  }

  readAllSync(sql: string, ...values: readonly SqlValue[]): SqlRow[] {
    return this.#attempt(() => this.#prepare(sql).all(...values.map(toSqliteValue)) as SqlRow[]);
  }

  exec(sql: string): void {
    this.#attempt(() => this.#database.exec(sql));
  }

  /** Number of rows that statements of `run` have changed, including rolled-back changes. */
  get changedRows(): number {
    return this.#changedRows;
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  get isOpen(): boolean {
    return this.#database.isOpen;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error);
    }
  }

  #prepare(sql: string): StatementSync {
    if (!this.#database.isOpen) throw new StoreUnavailableError('it is closed');
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function toSqliteValue(value: SqlValue): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : value;
}

/**
 * Returns a number that changes when another connection commits, of this or another process; undefined if the file is locked. It takes a few microseconds.
 * @see https://www.sqlite.org/pragma.html#pragma_data_version
 */
export function readDataVersion(connection: SqliteConnection): number | undefined {
  try {
    return Number(connection.getNow('PRAGMA data_version')?.data_version);
  } catch (error) {
    if (error instanceof StoreUnavailableError) return undefined;
    throw error;
  }
}

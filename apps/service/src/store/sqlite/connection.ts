import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Row, Sql, Value } from '../sql/sql.ts';

/** SQLite's result code for "somebody else is writing". */
const BUSY = 5;

export interface ConnectionOptions {
  readonly readOnly?: boolean;
  /** Milliseconds for which a statement waits for other processes, and this one with it, because SQLite's interface is synchronous. */
  readonly busyTimeout: number;
}

/** One connection to a SQLite file, with its statements prepared once. */
export class SqliteConnection implements Sql {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param file a path, or `:memory:` */
  constructor(file: string, { readOnly = false, busyTimeout }: ConnectionOptions) {
    this.#database = new DatabaseSync(file, { readOnly, timeout: busyTimeout });
  }

  async run(sql: string, ...values: readonly Value[]): Promise<number> {
    return Number(this.#prepare(sql).run(...values.map(bound)).changes);
  }

  async get(sql: string, ...values: readonly Value[]): Promise<Row | undefined> {
    return this.getNow(sql, ...values);
  }

  async all(sql: string, ...values: readonly Value[]): Promise<Row[]> {
    return this.allNow(sql, ...values);
  }

  getNow(sql: string, ...values: readonly Value[]): Row | undefined {
    return this.#prepare(sql).get(...values.map(bound)) as Row | undefined;
  }

  allNow(sql: string, ...values: readonly Value[]): Row[] {
    return this.#prepare(sql).all(...values.map(bound)) as Row[];
  }

  exec(sql: string): void {
    this.#database.exec(sql);
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

  #prepare(sql: string): StatementSync {
    if (!this.#database.isOpen) throw new Error('the database is not open');
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Whether an error says that another process was writing; nothing was done then. */
export function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' && (code & 0xff) === BUSY;
}

function bound(value: Value): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : value;
}

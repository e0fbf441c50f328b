import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { MIGRATIONS } from './sqlite-schema.ts';
import { StoreInputError } from './store.ts';

const PRAGMAS = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
`;

export type Row = Record<string, string | number | null>;

/** One SQLite file, brought to today's schema, with its statements prepared once. */
export class SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param file a path, or `:memory:` @throws StoreInputError when it cannot be used */
  constructor(file: string) {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(file);
      this.#database = database;
      this.#database.exec(PRAGMAS);
      this.#migrate();
    } catch (error) {
      database?.close();
      const why = error instanceof Error ? error.message : String(error);
      throw new StoreInputError(`the database ${file} cannot be used: ${why}`, { cause: error });
    }
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  begin(): void {
    this.#database.exec('BEGIN IMMEDIATE');
  }

  commit(): void {
    this.#database.exec('COMMIT');
  }

  rollback(): void {
    this.#database.exec('ROLLBACK');
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #migrate(): void {
    this.begin();
    try {
      const version = Number(this.get('PRAGMA user_version')?.user_version);
      if (version > MIGRATIONS.length) {
        throw new Error(
          `it has schema ${version}, this version of the service knows ${MIGRATIONS.length}: use the newer one`,
        );
      }
      for (const step of MIGRATIONS.slice(version)) this.#database.exec(step);
      this.#database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
      this.commit();
    } catch (error) {
      this.rollback();
      throw error;
    }
  }
}

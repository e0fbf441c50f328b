import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';

export type TestRow = Record<string, unknown>;

/** An empty database of one test. */
export interface TestDatabase {
  /** File or URL, as `openStore` takes it. */
  readonly name: string;
  /** Rows read past the store. */
  rows(sql: string): Promise<TestRow[]>;
}

export interface TestBackend {
  readonly name: 'sqlite' | 'postgres';
  newDatabase(): Promise<TestDatabase>;
  /** Ends the database's processes as a loss of power would, and starts them again, where it has processes. */
  crash?(): Promise<void>;
}

const sqlite: TestBackend = {
  name: 'sqlite',
  async newDatabase() {
    const file = join(scratchFolder(), 'service.db');
    return { name: file, rows: async (sql) => rowsOf(file, sql) };
  },
};

let backend: TestBackend = sqlite;

/** What the tests of this file run on, SQLite unless a file that collects tests for another store says so: each suite is written once. */
export function testBackend(): TestBackend {
  return backend;
}

export function useBackend(other: TestBackend): void {
  backend = other;
}

/** A database with a store that is closed when the test ends; `another` opens a further one on the same database. */
export async function openTestStore(given?: TestDatabase) {
  const database = given ?? (await backend.newDatabase());
  const open = async (): Promise<Store> => {
    const store = await openStore(database.name);
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= store.close();
      return closed;
    };
    onTestFinished(close);
    return { ...store, close };
  };
  return { database, store: await open(), another: open, rows: database.rows };
}

/** A folder that is taken away when the test ends. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-service-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Rows of a SQLite file. */
export function rowsOf(file: string, sql: string): TestRow[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished, type TestContext } from 'vitest';
import type { ServiceStore } from '../../../areas.ts';
import { openStore, type SearchLimitOptions } from '../../../open-store.ts';

export type TestRow = Record<string, unknown>;

/** The database of one test. */
export interface TestDatabase {
  /** Path or URL of the database, which `openStore` accepts. */
  readonly name: string;
  /** Reads rows directly from the database. */
  rows(sql: string): Promise<TestRow[]>;
}

export interface TestBackend {
  readonly name: 'sqlite' | 'postgres';
  /** Creates a database without rows. */
  newDatabase(): Promise<TestDatabase>;
  /** Opens the store of a database. By default, the store is opened in the same way as by the service. */
  open?(name: string, options?: SearchLimitOptions): Promise<ServiceStore>;
  /** Whether a backup contains no logs, because they are in another database. */
  readonly excludesLogsFromBackups?: boolean;
  /** Whether expired logs of a project are deleted in one step instead of in batches, as in ClickHouse. */
  readonly deletesExpiredLogsAtOnce?: boolean;
  /** Returns the environment variables with which processes of the service open a database. Default: none. */
  getEnvironment?(name: string): Readonly<Record<string, string>>;
  /** Whether the operations run in other threads, which do not see the fake clock of a test. */
  readonly hasOwnClock?: boolean;
  /** Kills the processes of the database, as in a power failure, and starts them again. Undefined for a database without processes. */
  crash?(): Promise<void>;
  /** Changes the times of transactions that a kill has interrupted, so that their data is removed without waiting. Undefined if they leave no data. */
  ageInterrupted?(name: string): Promise<void>;
}

/** Content of a database file, and the return value of the function that filled it. */
interface FilledDatabase<T> {
  readonly content: Uint8Array;
  readonly value: T;
}

async function fillDatabase<T>(fill: (store: ServiceStore) => Promise<T>): Promise<FilledDatabase<T>> {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-service-test-'));
  try {
    const file = join(folder, 'service.db');
    const store = await openStore(file);
    const value = await fill(store);
    await store.close();
    return { content: readFileSync(file), value };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyDatabase({ content }: FilledDatabase<unknown>): TestDatabase {
  const file = join(scratchFolder(), 'service.db');
  writeFileSync(file, content, { mode: 0o600 });
  return { name: file, rows: async (sql) => getRows(file, sql) };
}

/** A migrated database without rows. It is created once per process, because the migrations take longer than most tests. */
let migratedDatabase: Promise<FilledDatabase<void>> | undefined;

export const sqliteBackend: TestBackend = {
  name: 'sqlite',
  async newDatabase() {
    migratedDatabase ??= fillDatabase(async () => undefined);
    return copyDatabase(await migratedDatabase);
  },
};

let backend: TestBackend = sqliteBackend;

/** Returns the kind of store for the tests of this file: SQLite, unless the importing file has selected another kind. */
export function testBackend(): TestBackend {
  return backend;
}

/** Skips a test whose fake clock the store does not see. */
export function skipWithOwnClock({ skip }: TestContext): void {
  skip(backend.hasOwnClock === true, 'the operations run in threads with the real clock');
}

/** Skips a test of a backup whose logs are in another database. */
export function skipWithoutLogsInBackups({ skip }: TestContext): void {
  skip(backend.excludesLogsFromBackups === true, 'a backup contains no logs that are in another database');
}

export function useBackend(other: TestBackend): void {
  backend = other;
}

/**
 * Opens a database and its store. The store is closed when the test ends. The returned function `another` opens a second store on the same database.
 */
export async function openTestStore(givenDatabase?: TestDatabase) {
  const database = givenDatabase ?? (await backend.newDatabase());
  const open = async (): Promise<ServiceStore> => {
    const store = await (backend.open ?? openStore)(database.name);
    let closePromise: Promise<void> | undefined;
    const close = () => {
      closePromise ??= store.close();
      return closePromise;
    };
    onTestFinished(close);
    return { ...store, close };
  };
  return { database, store: await open(), another: open, rows: database.rows };
}

/**
 * Returns a function that opens a store with the data that `fill` has written and returns the result of `fill`. An SQLite file is filled once per
 * process and then copied.
 */
export function createFilledStores<T>(fill: (store: ServiceStore) => Promise<T>) {
  let filledDatabase: Promise<FilledDatabase<T>> | undefined;
  return async () => {
    if (backend !== sqliteBackend) {
      const opened = await openTestStore();
      return { ...opened, value: await fill(opened.store) };
    }
    filledDatabase ??= fillDatabase(fill);
    const { value } = await filledDatabase;
    return { ...(await openTestStore(copyDatabase(await filledDatabase))), value };
  };
}

/** Checks that each database of a store can be read and written. */
export async function checkDatabases(store: ServiceStore): Promise<void> {
  for (const { check } of store.databases) await check();
}

/** Creates a temporary folder that is deleted when the test ends. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-service-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Reads rows from an SQLite file. */
export function getRows(file: string, sql: string): TestRow[] {
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

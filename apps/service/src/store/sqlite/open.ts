import { closeSync, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Migration } from '../migrations.ts';
import { StoreInputError, WHO_CREATES } from '../store-input-error.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { SqliteConnection } from './connection.ts';
import { isBusy } from './failures.ts';
import { migrateSqlite } from './migrate.ts';
import { SQLITE_MIGRATIONS } from './schema.ts';

/** Milliseconds: for opening, when nobody waits for answers yet; and for a write, which then tries again without holding others up. */
const BUSY_WHILE_OPENING = 5_000;
const BUSY_WHILE_WRITING = 100;

/**
 * A connection that writes, on a file that has today's schema.
 * @param create whether a missing file is created, and an empty one given the schema
 * @throws StoreInputError when the file cannot be used
 */
export function openSqliteConnection(
  file: string,
  migrations: readonly Migration[] = SQLITE_MIGRATIONS,
  create = true,
): SqliteConnection {
  let connection: SqliteConnection | undefined;
  try {
    if (create) createPrivately(file);
    else if (!existsSync(file)) throw new Error(`there is no file ${resolve(file)}. ${WHO_CREATES}`);
    connection = new SqliteConnection(file, { busyTimeout: BUSY_WHILE_OPENING });
    // Zero until the first migration: an empty file, or a database of something else.
    if (!create && connection.getNow('PRAGMA user_version')?.user_version === 0) {
      throw new Error(`${resolve(file)} is not a database of this service. ${WHO_CREATES}`);
    }
    enterWal(connection);
    // 64 MiB of pages: with the two that are the default, a group of writes to many indexes is written to the disk several times.
    connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -65536');
    migrateSqlite(connection, migrations);
    connection.exec(`PRAGMA busy_timeout = ${BUSY_WHILE_WRITING}`);
    return connection;
  } catch (error) {
    connection?.close();
    const original = error instanceof StoreUnavailableError ? error.cause : error;
    const why = original instanceof Error ? original.message : String(original);
    throw new StoreInputError(`the database ${file} cannot be used: ${why}`, { cause: error });
  }
}

/**
 * Creates a missing file that only its owner can read and write, because it holds captured requests. SQLite gives the files of its write-ahead
 * log the mode of the database. An existing file keeps its mode.
 */
function createPrivately(file: string): void {
  if (file === ':memory:') return;
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Two processes that open a new file at the same time: for this one statement SQLite does not wait, whatever the timeout says. */
function enterWal(connection: SqliteConnection): void {
  const deadline = performance.now() + BUSY_WHILE_OPENING;
  for (;;) {
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

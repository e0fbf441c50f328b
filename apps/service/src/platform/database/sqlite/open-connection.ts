import { closeSync, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Migration } from '../migrations.ts';
import { CREATION_HINT, StoreInputError } from '../store-input-error.ts';
import { MAX_LOG_PAGES } from './checkpoints.ts';
import { migrateSqlite } from './migrate.ts';
import { describeOpenError } from './open-error.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { isBusy } from './sqlite-failures.ts';

/**
 * Busy timeout in milliseconds while the database is opened, when no request is waiting. Later writes fail quickly and are retried, so that they do
 * not block other requests.
 */
const OPEN_BUSY_TIMEOUT_MS = 5_000;
const WRITE_BUSY_TIMEOUT_MS = 100;

/**
 * Opens a connection for writing and migrates the file to the current schema.
 * @param create whether to create a missing file, or the schema in an empty file
 * @throws StoreInputError if the file cannot be used
 */
export function openSqliteConnection(file: string, migrations: readonly Migration[], create = true): SqliteConnection {
  let connection: SqliteConnection | undefined;
  try {
    if (create) createPrivateFile(file);
    else if (!existsSync(file)) throw new Error(`there is no file ${resolve(file)}. ${CREATION_HINT}`);
    connection = new SqliteConnection(file, { busyTimeout: OPEN_BUSY_TIMEOUT_MS });
    // The version is 0 before the first migration. In this case, the file is empty or a database of another program.
    if (!create && connection.getNow('PRAGMA user_version')?.user_version === 0) {
      throw new Error(`${resolve(file)} is not a database of this service. ${CREATION_HINT}`);
    }
    enableWal(connection);
    // The cache size is 16 MiB. With the default of 2 MiB, SQLite would write the pages of a group of writes to disk several times, because many
    // indexes change: a batch of 1,000 logs changes about 8 MiB.
    connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384');
    // SQLite overwrites deleted content with zeros, so that an erased email address does not remain in unused parts of the file.
    connection.exec('PRAGMA secure_delete = ON');
    migrateSqlite(connection, migrations);
    connection.exec(`PRAGMA busy_timeout = ${WRITE_BUSY_TIMEOUT_MS}; PRAGMA wal_autocheckpoint = ${MAX_LOG_PAGES}`);
    return connection;
  } catch (error) {
    connection?.close();
    throw new StoreInputError(`the database ${file} cannot be used: ${describeOpenError(error, file)}`, {
      cause: error,
    });
  }
}

/**
 * If the file is missing, creates a file that only its owner can read and write, because the file contains captured requests. SQLite applies the same
 * permissions to the write-ahead log. An existing file keeps its permissions.
 */
function createPrivateFile(file: string): void {
  if (file === ':memory:') return;
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Enables the write-ahead log. Retries the statement, because two processes can open a new file at the same time, and SQLite ignores the busy timeout
 * for this statement.
 */
function enableWal(connection: SqliteConnection): void {
  const deadline = performance.now() + OPEN_BUSY_TIMEOUT_MS;
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

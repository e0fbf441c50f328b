import { SqliteConnection } from './sqlite-connection.ts';

/** Time in milliseconds for which readers wait for a locked file. Only crash recovery blocks readers; writers do not. */
const READ_BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a connection that reads committed data.
 * @param cacheKiB size of the page cache. A search looks up thousands of logs one by one. With SQLite's default of 2 MiB, it would read most pages repeatedly.
 */
export function openSqliteReader(file: string, cacheKiB: number): SqliteConnection {
  const connection = new SqliteConnection(file, { readOnly: true, busyTimeout: READ_BUSY_TIMEOUT_MS });
  connection.exec(`PRAGMA cache_size = -${cacheKiB}`);
  return connection;
}

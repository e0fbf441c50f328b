import { type Applied, checksumOf, type Migration, pendingOf } from '../migrations.ts';
import type { SqliteConnection } from './connection.ts';

/** Takes the steps that are still to be taken, all or none. @throws StoreInputError, or SQLite's error about a step */
export function migrateSqlite(connection: SqliteConnection, known: readonly Migration[]): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const applied = appliedOf(connection, known);
    const pending = pendingOf(known, applied);
    connection.exec(
      `CREATE TABLE IF NOT EXISTS migrations (
         version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
       ) STRICT`,
    );
    for (const { step } of pending) connection.exec(step.sql);
    for (const [index, step] of known.entries()) {
      connection.allNow(
        'INSERT INTO migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        index + 1,
        step.name,
        checksumOf(step),
        new Date().toISOString(),
      );
    }
    // Versions of the service from before the table look here, and must not take a newer database for theirs.
    connection.exec(`PRAGMA user_version = ${known.length}`);
    connection.exec('COMMIT');
  } catch (error) {
    connection.exec('ROLLBACK');
    throw error;
  }
}

function appliedOf(connection: SqliteConnection, known: readonly Migration[]): Applied[] {
  const counted = Number(connection.getNow('PRAGMA user_version')?.user_version);
  const hasTable = connection.getNow("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'");
  const applied = hasTable
    ? connection
        .allNow('SELECT version, checksum FROM migrations')
        .map((row) => ({ version: Number(row.version), checksum: String(row.checksum) }))
    : [];
  // Before there was the table, the number alone said how far a database was.
  for (let version = applied.length + 1; version <= counted; version += 1) {
    const step = known[version - 1];
    applied.push({ version, checksum: step ? checksumOf(step) : '' });
  }
  return applied;
}

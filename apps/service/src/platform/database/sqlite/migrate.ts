import { type AppliedMigration, computeChecksum, listPendingMigrations, type Migration } from '../migrations.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * Applies the pending migrations in one transaction.
 * @throws StoreInputError, or an SQLite error
 */
export function migrateSqlite(connection: SqliteConnection, knownMigrations: readonly Migration[]): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const appliedMigrations = readApplied(connection, knownMigrations);
    const unappliedMigrations = listPendingMigrations(knownMigrations, appliedMigrations);
    connection.exec(
      `CREATE TABLE IF NOT EXISTS migrations (
         version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
       ) STRICT`,
    );
    for (const { migration } of unappliedMigrations) connection.exec(migration.sql);
    for (const [index, migration] of knownMigrations.entries()) {
      connection.readAllSync(
        'INSERT INTO migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        index + 1,
        migration.name,
        computeChecksum(migration),
        new Date().toISOString(),
      );
    }
    // Earlier versions of the service, which do not use the table `migrations`, read this number and must reject a newer database.
    connection.exec(`PRAGMA user_version = ${knownMigrations.length}`);
    connection.exec('COMMIT');
  } catch (error) {
    connection.exec('ROLLBACK');
    throw error;
  }
}

function readApplied(connection: SqliteConnection, knownMigrations: readonly Migration[]): AppliedMigration[] {
  const migrationCount = Number(connection.getNow('PRAGMA user_version')?.user_version);
  const hasTable = connection.getNow("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'");
  const appliedMigrations = hasTable
    ? connection
        .readAllSync('SELECT version, checksum FROM migrations')
        .map((row) => ({ version: Number(row.version), checksum: String(row.checksum) }))
    : [];
  // In databases without the table, this number is the only record of the applied migrations.
  for (let version = appliedMigrations.length + 1; version <= migrationCount; version += 1) {
    const migration = knownMigrations[version - 1];
    appliedMigrations.push({ version, checksum: migration ? computeChecksum(migration) : '' });
  }
  return appliedMigrations;
}

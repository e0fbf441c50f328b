import { getErrorCode } from '@context-sync/base';
import type { Client, Pool, PoolClient } from 'pg';
import { computeChecksum, listPendingMigrations, type Migration } from '../migrations.ts';
import { StoreInputError } from '../store-input-error.ts';
import { quoteReservedNames } from './postgres-sql.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Error codes that occur if two processes create the same table at the same time. One of the processes succeeds. */
const CONCURRENT_CREATION = new Set(['23505', '42P07', '42710']);

/**
 * Applies the pending migrations in one transaction. Only one process at a time can do this. Without pending migrations, the role needs no permission
 * to change the schema.
 * @throws StoreInputError, or PostgreSQL's error
 */
export async function migratePostgres(pool: Pool, knownMigrations: readonly Migration[]): Promise<void> {
  const client = await pool.connect();
  try {
    const pending = await listPending(client, knownMigrations);
    if (pending === undefined || pending.length > 0) await applyPending(client, knownMigrations);
  } finally {
    client.release();
  }
}

async function applyPending(client: PoolClient, knownMigrations: readonly Migration[]): Promise<void> {
  try {
    await createMigrationsTable(client);
    // There is no timeout for a migration or for waiting until another process has finished its migrations.
    await client.query('BEGIN; SET LOCAL statement_timeout = 0');
    // The row of version 0 serves only as a lock between processes that start at the same time.
    await client.query('SELECT version FROM migrations WHERE version = 0 FOR UPDATE');
    for (const { version, migration } of (await listPending(client, knownMigrations)) ?? []) {
      await applyMigration(client, migration);
      await client.query('INSERT INTO migrations (version, name, checksum, applied_at) VALUES ($1, $2, $3, $4)', [
        version,
        migration.name,
        computeChecksum(migration),
        new Date().toISOString(),
      ]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (getErrorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StoreInputError(
      'its schema is missing or older than this version of the service, and this role cannot change it. Run the command "migrate" as the role that owns the tables',
      { cause: error },
    );
  }
}

/** Returns the pending migrations; undefined if the table of migrations does not exist. */
async function listPending(client: PoolClient, knownMigrations: readonly Migration[]) {
  const { rows: tables } = await client.query("SELECT to_regclass('migrations') IS NOT NULL AS found");
  if (!tables[0]?.found) return undefined;
  const { rows } = await client.query('SELECT version, checksum FROM migrations WHERE version > 0');
  return listPendingMigrations(knownMigrations, rows);
}

async function createMigrationsTable(client: PoolClient | Client): Promise<void> {
  try {
    await client.query(
      `CREATE TABLE IF NOT EXISTS migrations (
         version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TIMESTAMPTZ NOT NULL
       )`,
    );
  } catch (error) {
    if (!CONCURRENT_CREATION.has(String((error as { code?: unknown }).code))) throw error;
  }
  await client.query(
    "INSERT INTO migrations (version, name, checksum, applied_at) VALUES (0, 'begun', '', now()) ON CONFLICT DO NOTHING",
  );
}

async function applyMigration(client: PoolClient, migration: Migration): Promise<void> {
  const sql = quoteReservedNames(migration.sql);
  if (!migration.optional) {
    await client.query(sql);
    return;
  }
  await client.query('SAVEPOINT optional');
  try {
    await client.query(sql);
    await client.query('RELEASE SAVEPOINT optional');
  } catch {
    await client.query('ROLLBACK TO SAVEPOINT optional');
  }
}

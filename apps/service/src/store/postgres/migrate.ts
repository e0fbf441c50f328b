import type { Client, Pool, PoolClient } from 'pg';
import { checksumOf, type Migration, pendingOf } from '../migrations.ts';

/** Errors of making the same table in two processes at once: one of them finds it made. */
const MADE_BY_ANOTHER = new Set(['23505', '42P07', '42710']);

/** Takes the steps that are still to be taken, all or none, one process at a time. @throws StoreInputError, or PostgreSQL's error */
export async function migratePostgres(pool: Pool, known: readonly Migration[]): Promise<void> {
  const client = await pool.connect();
  try {
    await makeTable(client);
    // A step may take as long as it needs, and so may waiting for the process that takes it.
    await client.query('BEGIN; SET LOCAL statement_timeout = 0');
    // Version 0 is no step: its row is what processes that start together wait for each other at.
    await client.query('SELECT version FROM migrations WHERE version = 0 FOR UPDATE');
    const { rows } = await client.query('SELECT version, checksum FROM migrations WHERE version > 0');
    for (const { version, step } of pendingOf(known, rows)) {
      await take(client, step);
      await client.query('INSERT INTO migrations (version, name, checksum, applied_at) VALUES ($1, $2, $3, $4)', [
        version,
        step.name,
        checksumOf(step),
        new Date().toISOString(),
      ]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function makeTable(client: PoolClient | Client): Promise<void> {
  try {
    await client.query(
      `CREATE TABLE IF NOT EXISTS migrations (
         version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TIMESTAMPTZ NOT NULL
       )`,
    );
  } catch (error) {
    if (!MADE_BY_ANOTHER.has(String((error as { code?: unknown }).code))) throw error;
  }
  await client.query(
    "INSERT INTO migrations (version, name, checksum, applied_at) VALUES (0, 'begun', '', now()) ON CONFLICT DO NOTHING",
  );
}

async function take(client: PoolClient, { sql, optional }: Migration): Promise<void> {
  if (!optional) {
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

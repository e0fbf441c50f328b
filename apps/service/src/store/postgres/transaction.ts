import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/** Two transactions got into each other's way, and this one has to be done again: serialization failure, deadlock. */
const CONFLICTS = new Set(['40001', '40P01']);
const ATTEMPTS = 10;

/** Runs `work` in a transaction, again where it met another one: it must touch nothing else. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inOneTransaction(pool, work, begin);
    } catch (error) {
      if (attempt === ATTEMPTS || !CONFLICTS.has(codeOf(error))) throw error;
      // The longer it takes, the further apart those that met.
      await setTimeout(Math.random() * 2 ** attempt);
    }
  }
}

/** Runs `work` in a transaction, once: for work that reads or writes something else as well, and cannot be done again. */
export async function inOneTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(begin);
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } catch (error) {
    broken = await client.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    // A connection that cannot even roll back is not given to the next one.
    client.release(broken);
  }
}

/** The SQLSTATE of an error of PostgreSQL's. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}

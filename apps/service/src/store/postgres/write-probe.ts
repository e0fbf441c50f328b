import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { PROBE_BYTES } from '../write-check.ts';
import { PostgresSql } from './postgres-sql.ts';
import { inOneTransaction } from './transaction.ts';

/** Ends the transaction of a probe. */
class Undo extends Error {}

/**
 * Writes as much as most requests do, and rolls it back: nothing of it is seen, and no other process waits for it. Into a table of its own,
 * which is always given new space, because tables that exist may have room left on a disk that is full. Unlogged, so that it takes no
 * write-ahead log. Random, because PostgreSQL compresses text.
 * @param within milliseconds
 * @throws StoreUnavailableError
 */
export async function tryWriting(pool: Pool, within: number): Promise<void> {
  const table = `write_probe_${randomBytes(8).toString('hex')}`;
  try {
    await inOneTransaction(
      pool,
      async (connection) => {
        const sql = new PostgresSql(connection);
        await sql.run(`CREATE UNLOGGED TABLE ${table} (filler TEXT NOT NULL)`);
        await sql.run(`INSERT INTO ${table} (filler) VALUES (?)`, randomBytes(PROBE_BYTES).toString('base64'));
        throw new Undo();
      },
      { within },
    );
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
}

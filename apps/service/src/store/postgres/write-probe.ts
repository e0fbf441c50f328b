import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { PROBE_BYTES } from '../write-check.ts';
import { PostgresSql } from './postgres-sql.ts';
import { runTransaction } from './postgres-transaction.ts';

/** Rolls back the probe. */
class RollBackProbe extends Error {}

/**
 * Tries a write of typical size and rolls it back, without affecting other processes. Uses a new table, because existing tables may have
 * free space on a full disk; unlogged, to write no WAL; random data, because PostgreSQL compresses text.
 * @param within milliseconds
 * @throws StoreUnavailableError
 */
export async function probeWrite(pool: Pool, within: number): Promise<void> {
  const table = `write_probe_${randomBytes(8).toString('hex')}`;
  try {
    await runTransaction(
      pool,
      async (connection) => {
        const sql = new PostgresSql(connection);
        await sql.run(`CREATE UNLOGGED TABLE ${table} (filler TEXT NOT NULL)`);
        await sql.run(`INSERT INTO ${table} (filler) VALUES (?)`, randomBytes(PROBE_BYTES).toString('base64'));
        throw new RollBackProbe();
      },
      { within },
    );
  } catch (error) {
    if (!(error instanceof RollBackProbe)) throw error;
  }
}

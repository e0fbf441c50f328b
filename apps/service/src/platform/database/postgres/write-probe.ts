import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { PROBE_BYTES } from '../write-check.ts';
import { PostgresSql } from './postgres-sql.ts';
import { runTransaction } from './postgres-transaction.ts';

/** Error that rolls back the transaction of the probe. */
class RollBackProbe extends Error {}

/**
 * Tries a write of typical size and rolls it back. Other processes are not affected. The write uses a new table, because existing tables may have
 * free space on a full disk. The table is temporary, so that no WAL is written and the role needs no privilege to create tables. The data is random,
 * because PostgreSQL compresses text.
 * @param timeoutMs time limit in milliseconds
 * @throws StoreUnavailableError
 */
export async function probeWrite(pool: Pool, timeoutMs: number): Promise<void> {
  const table = `write_probe_${randomBytes(8).toString('hex')}`;
  try {
    await runTransaction(
      pool,
      async (connection) => {
        const sql = new PostgresSql(connection);
        await sql.run(`CREATE TEMPORARY TABLE ${table} (filler TEXT NOT NULL)`);
        await sql.run(`INSERT INTO ${table} (filler) VALUES (?)`, randomBytes(PROBE_BYTES).toString('base64'));
        throw new RollBackProbe();
      },
      { within: timeoutMs },
    );
  } catch (error) {
    if (!(error instanceof RollBackProbe)) throw error;
  }
}

import type { Pool } from 'pg';
import { getSqlState, toStoreError } from './postgres-failures.ts';

const SYNTAX_ERROR = '42601';
const FEATURE_NOT_SUPPORTED = '0A000';

/**
 * Removes dead row versions, which erasures leave in the tables. Some engines with the PostgreSQL protocol do not support the command, because they
 * remove old versions automatically.
 */
export async function vacuumTables(pool: Pool, tables: readonly string[]): Promise<true> {
  const client = await pool.connect().catch((error: unknown) => Promise.reject(toStoreError(error)));
  try {
    // The setting remains active after the statement, so the connection is closed afterwards.
    await client.query('SET statement_timeout = 0');
    await client.query(`VACUUM ${tables.join(', ')}`);
  } catch (error) {
    const sqlState = getSqlState(error);
    if (sqlState !== SYNTAX_ERROR && sqlState !== FEATURE_NOT_SUPPORTED) throw toStoreError(error);
  } finally {
    client.release(true);
  }
  return true;
}

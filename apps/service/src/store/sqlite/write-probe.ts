import { randomBytes } from 'node:crypto';
import type { Sql } from '../sql/sql.ts';
import { PROBE_BYTES } from '../write-check.ts';

/**
 * Writes as much as most requests do, and takes it away again, in two transactions: what is not committed need not reach the disk.
 * @param transaction runs its work in a transaction
 * @throws StoreUnavailableError
 */
export async function tryWriting(
  transaction: (work: (sql: Sql) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const filler = randomBytes(PROBE_BYTES).toString('base64');
  await transaction((sql) => sql.run('INSERT INTO write_probe (filler) VALUES (?)', filler));
  await transaction((sql) => sql.run('DELETE FROM write_probe'));
}

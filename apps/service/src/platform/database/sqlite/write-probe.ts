import { randomBytes } from 'node:crypto';
import type { Sql } from '../sql.ts';
import { PROBE_BYTES } from '../write-check.ts';

/**
 * Tries a write of typical size and deletes it in a second transaction, because an uncommitted write may never be written to the disk.
 * @param transaction runs a function in a transaction
 * @throws StoreUnavailableError
 */
export async function probeWrite(
  transaction: (work: (sql: Sql) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const filler = randomBytes(PROBE_BYTES).toString('base64');
  await transaction((sql) => sql.run('INSERT INTO write_probe (filler) VALUES (?)', filler));
  await transaction((sql) => sql.run('DELETE FROM write_probe'));
}

import type { Sql } from '../../../platform/database/sql.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { getFirstNumber, LOGS_PER_BATCH } from '../batch-numbers.ts';

/** Time in seconds after which a batch is abandoned. A transaction and its insert end long before. */
const ABANDONED_AFTER_SECONDS = 600;
/**
 * Time in seconds for which a removed batch stays in the table. A process that was suspended can still write the logs of its batch, but no longer
 * commit it: they are not returned, and are removed again at the end.
 */
const REMOVED_FOR_SECONDS = 86_400;
/** Key of the lock that each statement that opens a batch shares. */
export const OPENING_LOCK_KEY = 7_104_612;

/** Commits a batch with the transaction. @throws StoreUnavailableError if the batch was removed because the transaction took too long */
export async function commitLogBatch(sql: Sql, batch: number): Promise<void> {
  const committed = await sql.run('DELETE FROM log_batches WHERE number = ? AND removed_at IS NULL', batch);
  if (committed === 0) throw new StoreUnavailableError('the transaction that writes the logs took too long');
}

/**
 * Returns the SQL condition for logs whose transaction has been committed.
 * @param lastBatch number of the last batch that was opened before this call. The condition excludes later batches, which can be written before the
 *   statement with the condition runs. Default: none
 * @returns undefined if all logs are committed
 */
export async function readCommittedCondition(sql: Sql, lastBatch?: number): Promise<string | undefined> {
  const rows = await sql.all('SELECT number FROM log_batches ORDER BY number');
  const conditions = lastBatch === undefined ? [] : [`number < ${getFirstNumber(lastBatch + 1)}`];
  if (rows.length > 0) conditions.push(createCommittedCondition(rows.map((row) => Number(row.number))));
  return conditions.length === 0 ? undefined : conditions.join(' AND ');
}

/**
 * Waits until each batch whose number has been assigned is in the table: between the two, another process can already write a batch with a higher
 * number.
 */
export async function waitForOpenedBatches(sql: Sql): Promise<void> {
  await sql.get(`SELECT pg_advisory_xact_lock(${OPENING_LOCK_KEY})`);
}

/** Returns the SQL condition for logs of all other batches. */
export function createCommittedCondition(batches: readonly number[]): string {
  const places = batches.map((batch) => getFirstNumber(batch) / LOGS_PER_BATCH);
  return `intDiv(number, ${LOGS_PER_BATCH}) NOT IN (${places.join(', ')})`;
}

/**
 * Removes the logs of abandoned batches. Several processes can call this function at the same time.
 * @param removeLogs deletes the logs of batches
 * @returns the number of batches
 */
export async function removeAbandonedBatches(
  sql: Sql,
  removeLogs: (batches: readonly number[]) => Promise<void>,
): Promise<number> {
  const rows = await sql.all(
    `SELECT number, removed_at IS NOT NULL AS is_removed FROM log_batches
     WHERE (removed_at IS NULL AND opened_at < now() - make_interval(secs => ?)) OR removed_at < now() - make_interval(secs => ?)
     ORDER BY number LIMIT 1000 FOR UPDATE SKIP LOCKED`,
    ABANDONED_AFTER_SECONDS,
    REMOVED_FOR_SECONDS,
  );
  if (rows.length === 0) return 0;
  await removeLogs(rows.map((row) => Number(row.number)));
  for (const row of rows) {
    const statement =
      row.is_removed === true
        ? 'DELETE FROM log_batches WHERE number = ?'
        : 'UPDATE log_batches SET removed_at = now() WHERE number = ?';
    await sql.run(statement, Number(row.number));
  }
  return rows.length;
}

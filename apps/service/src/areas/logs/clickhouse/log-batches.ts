import type { Sql } from '../../../platform/database/sql.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { getFirstNumber } from '../batch-numbers.ts';
import { type BatchRange, createBatchCondition, mergeBatches, readOpenRanges } from './batch-ranges.ts';

/** Time in seconds after which a batch is abandoned. A transaction and its insert end long before. */
const ABANDONED_AFTER_SECONDS = 600;
/**
 * Time in seconds for which a removed batch stays in the table. A process that was suspended can still write the logs of its batch, but no longer
 * commit it: they are not returned, and are removed again at the end.
 */
const REMOVED_FOR_SECONDS = 86_400;
/** Maximum number of batches, and of ranges of adjacent batches, that are removed at once. */
const MAX_REMOVED_BATCHES = 100_000;
const MAX_REMOVED_RANGES = 1_000;
/** Key of the lock that each statement that opens a batch shares. */
export const OPENING_LOCK_KEY = 7_104_612;

/** Commits a batch with the transaction. @throws StoreUnavailableError if the batch was removed because the transaction took too long */
export async function commitLogBatch(sql: Sql, batch: number): Promise<void> {
  const committed = await sql.run('DELETE FROM log_batches WHERE number = ? AND removed_at IS NULL', batch);
  if (committed === 0) throw new StoreUnavailableError('the transaction that writes the logs took too long');
}

/** The logs whose transaction has been committed. */
export interface CommittedLogs {
  /** SQL condition that excludes the batches that are open. */
  readonly condition: string;
  /** Highest number of a log in the batches that have been opened. Later batches can be written before the statement with the condition runs. */
  readonly lastNumber: number;
}

/** Returns the SQL condition that excludes the batches that are open. */
export async function readCommittedCondition(sql: Sql): Promise<string> {
  const ranges = await readOpenRanges(sql);
  return ranges.length === 0 ? 'true' : createCommittedCondition(ranges);
}

/** @param lastBatch number of the last batch that was opened before this call */
export async function readCommittedLogs(sql: Sql, lastBatch: number): Promise<CommittedLogs> {
  return { condition: await readCommittedCondition(sql), lastNumber: getFirstNumber(lastBatch + 1) - 1 };
}

/**
 * Waits until each batch whose number has been assigned is in the table: between the two, another process can already write a batch with a higher
 * number.
 */
export async function waitForOpenedBatches(sql: Sql): Promise<void> {
  await sql.get(`SELECT pg_advisory_xact_lock(${OPENING_LOCK_KEY})`);
}

/** Returns the SQL condition for logs of all other batches. */
export function createCommittedCondition(ranges: readonly BatchRange[]): string {
  return `NOT (${createBatchCondition(ranges)})`;
}

/** Deletes a batch whose logs have not been written. @param outside statements that are committed immediately */
export async function cancelLogBatch(outside: Sql, batch: number): Promise<void> {
  await outside.run('DELETE FROM log_batches WHERE number = ?', batch);
}

/**
 * Removes the logs of abandoned batches. Several processes can call this function at the same time.
 * @param removeLogs deletes the logs that match a condition
 * @returns the number of batches. If it is not 0, there can be more.
 */
export async function removeAbandonedBatches(
  sql: Sql,
  removeLogs: (condition: string) => Promise<void>,
): Promise<number> {
  const rows = await sql.all(
    `SELECT number, removed_at IS NOT NULL AS is_removed FROM log_batches
     WHERE (removed_at IS NULL AND opened_at < now() - make_interval(secs => ?)) OR removed_at < now() - make_interval(secs => ?)
     ORDER BY number LIMIT ${MAX_REMOVED_BATCHES} FOR UPDATE SKIP LOCKED`,
    ABANDONED_AFTER_SECONDS,
    REMOVED_FOR_SECONDS,
  );
  const ranges = mergeBatches(rows.map((row) => Number(row.number))).slice(0, MAX_REMOVED_RANGES);
  const last = ranges.at(-1)?.last;
  if (last === undefined) return 0;
  await removeLogs(createBatchCondition(ranges));
  const batches = rows.filter((row) => Number(row.number) <= last);
  for (const isRemoved of [true, false]) {
    const changedRanges = mergeBatches(
      batches.filter((row) => row.is_removed === isRemoved).map((row) => Number(row.number)),
    );
    if (changedRanges.length === 0) continue;
    // PostgreSQL needs a minute for a thousand comparisons in one condition.
    const rangeRows = changedRanges.map(({ first, last }) => `(${first}, ${last})`).join(', ');
    const condition = `number IN (SELECT generate_series(first::bigint, last) FROM (VALUES ${rangeRows}) AS ranges (first, last))`;
    await sql.run(
      isRemoved
        ? `DELETE FROM log_batches WHERE ${condition}`
        : `UPDATE log_batches SET removed_at = now() WHERE ${condition}`,
    );
  }
  return batches.length;
}

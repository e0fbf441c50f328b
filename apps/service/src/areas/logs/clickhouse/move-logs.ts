import type { Sql } from '../../../platform/database/sql.ts';
import { StoreInputError } from '../../../platform/database/store-input-error.ts';
import { type LogPlace, readLogLocation, recordMovedLogs } from '../log-location.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { readCommittedCondition } from './log-batches.ts';
import { createClickHouseCopies, createPostgresCopies, type LogCopies } from './log-copies.ts';

/** Number of logs in one insert, which bounds the memory: a log can have a size of 1 MB. */
const LOGS_PER_INSERT = 500;
/** Number of comparisons. Logs of transactions that were running during the first one are found by the second one. */
const MAX_COMPARISONS = 5;
/** Key of the lock that prevents two commands at the same time. */
const LOCK_KEY = 7_104_611;

export interface MovedLogs {
  /** Number of logs that this run has copied. */
  readonly copied: number;
  /** Number of logs in the source when the run started, and number of these logs that are in the target. */
  readonly source: number;
  readonly target: number;
}

export interface MoveOptions {
  readonly to: LogPlace;
  readonly signal?: AbortSignal;
  readonly onProgress?: (copied: number) => void;
}

/**
 * Copies the logs that the target does not contain yet, with their ids and numbers, so that cursors stay valid. Can run while the service adds logs
 * to either database, and continues after an interruption, because each run compares both databases. If the service still uses the source, logs that
 * have changed since they were copied are copied again, for example after an erasure.
 * @param sql a single connection to PostgreSQL
 * @throws StoreInputError if another process is moving logs
 */
export async function moveLogs(
  sql: Sql,
  clickHouse: ClickHouse,
  { to, signal, onProgress }: MoveOptions,
): Promise<MovedLogs> {
  const lock = await sql.get(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS is_locked`);
  if (lock?.is_locked !== true) throw new StoreInputError('move-logs is already running in another process');
  try {
    const moved = await copyAll(sql, clickHouse, { to, ...(signal && { signal }), ...(onProgress && { onProgress }) });
    if (moved.target === moved.source) await recordMovedLogs(sql, to);
    return moved;
  } finally {
    await sql.get(`SELECT pg_advisory_unlock(${LOCK_KEY})`);
  }
}

async function copyAll(sql: Sql, clickHouse: ClickHouse, { to, signal, onProgress }: MoveOptions): Promise<MovedLogs> {
  const sides = {
    postgres: createPostgresCopies(sql),
    // Logs of transactions that are not committed yet are left to the next run.
    clickhouse: createClickHouseCopies(clickHouse, await readCommittedCondition(sql)),
  };
  const source = to === 'clickhouse' ? sides.postgres : sides.clickhouse;
  const target = sides[to];
  const location = await readLogLocation(sql);
  const replacesChanged = location !== undefined && location.place !== to;
  const lastNumber = await source.readLastNumber();
  let copiedCount = 0;
  for (let comparison = 1; ; comparison += 1) {
    const sourceRanges = await source.summarizeRanges(lastNumber);
    const targetRanges = await target.summarizeRanges(lastNumber);
    let sourceCount = 0;
    let missingCount = 0;
    for (const [range, { count, digest }] of sourceRanges) {
      sourceCount += count;
      const copies = targetRanges.get(range);
      if (copies?.count === count && copies.digest === digest) continue;
      const { missing, changed } = await compareRange(source, target, range, lastNumber);
      const stale = replacesChanged ? changed : [];
      missingCount += missing.length + stale.length;
      if (signal?.aborted || comparison === MAX_COMPARISONS) continue;
      await target.remove(stale);
      copiedCount += await copyLogs(
        source,
        target,
        [...missing, ...stale].sort((a, b) => a - b),
        {
          isRepeatable: comparison === 1 && stale.length === 0,
          signal,
        },
      );
      onProgress?.(copiedCount);
    }
    if (missingCount === 0 || signal?.aborted || comparison === MAX_COMPARISONS) {
      return { copied: copiedCount, source: sourceCount, target: sourceCount - missingCount };
    }
  }
}

async function compareRange(source: LogCopies, target: LogCopies, range: number, lastNumber: number) {
  const sourceDigests = await source.readDigests(range, lastNumber);
  const targetDigests = await target.readDigests(range, lastNumber);
  const missing: number[] = [];
  const changed: number[] = [];
  for (const [number, digest] of sourceDigests) {
    const copy = targetDigests.get(number);
    if (copy === undefined) missing.push(number);
    else if (copy !== digest) changed.push(number);
  }
  return { missing, changed };
}

async function copyLogs(
  source: LogCopies,
  target: LogCopies,
  numbers: readonly number[],
  { isRepeatable, signal }: { readonly isRepeatable: boolean; readonly signal: AbortSignal | undefined },
): Promise<number> {
  let copiedCount = 0;
  for (let start = 0; start < numbers.length && !signal?.aborted; start += LOGS_PER_INSERT) {
    const rows = await source.read(numbers.slice(start, start + LOGS_PER_INSERT));
    if (rows.length > 0) await target.write(rows, isRepeatable);
    copiedCount += rows.length;
  }
  return copiedCount;
}

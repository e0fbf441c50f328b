import type { Sql } from '../../../platform/database/sql.ts';
import { StoreInputError } from '../../../platform/database/store-input-error.ts';
import { type LogPlace, readLogLocation, recordMovedLogs, recordMoveStart } from '../log-location.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { readCommittedCondition, waitForOpenedBatches } from './log-batches.ts';
import { createClickHouseCopies, createPostgresCopies, type LogCopies } from './log-copies.ts';
import { countNextInsert, MAX_LOGS_PER_INSERT } from './move-inserts.ts';

/** Number of logs whose digests are compared at once, which bounds the memory. */
const MAX_LOGS_PER_COMPARISON = 262_144;
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
 * @param sql a single connection to PostgreSQL, which keeps the lock. If it is lost, the copying fails.
 * @throws StoreInputError if another process is moving logs, or if the service was started with the source in the meantime
 */
export async function moveLogs(
  sql: Sql,
  clickHouse: ClickHouse,
  { to, signal, onProgress }: MoveOptions,
): Promise<MovedLogs> {
  const lock = await sql.get(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS is_locked`);
  if (lock?.is_locked !== true) throw new StoreInputError('move-logs is already running in another process');
  try {
    await recordMoveStart(sql, to);
    const moved = await copyAll(sql, clickHouse, { to, ...(signal && { signal }), ...(onProgress && { onProgress }) });
    if (moved.target === moved.source) await recordMovedLogs(sql, to);
    return moved;
  } finally {
    await sql.get(`SELECT pg_advisory_unlock(${LOCK_KEY})`);
  }
}

async function copyAll(sql: Sql, clickHouse: ClickHouse, { to, signal, onProgress }: MoveOptions): Promise<MovedLogs> {
  const { source, target, lastNumber } = await openSides(sql, clickHouse, to);
  const location = await readLogLocation(sql);
  const replacesChanged = location !== undefined && location.place !== to;
  let copiedCount = 0;
  for (let comparison = 1; ; comparison += 1) {
    const { sourceCount, ranges } = await findDifferentRanges(source, target, lastNumber);
    const isLast = comparison === MAX_COMPARISONS;
    let missingCount = 0;
    let waitingLogs: WaitingLog[] = [];
    const staleNumbers = new Set<number>();
    /** Copies logs in inserts that do not depend on the ranges, so that a run after an interruption repeats the same insert. */
    const copyWaiting = async (isComplete: boolean) => {
      while (!signal?.aborted) {
        const sizes = waitingLogs.slice(0, MAX_LOGS_PER_INSERT + 1).map(({ bytes }) => bytes);
        const count = countNextInsert(sizes, isComplete);
        if (count === 0) break;
        const numbers = waitingLogs.splice(0, count).map(({ number }) => number);
        const rows = await source.read(numbers);
        const isRepeatable = comparison === 1 && !numbers.some((number) => staleNumbers.has(number));
        if (rows.length > 0) await target.write(rows, isRepeatable);
        copiedCount += rows.length;
      }
      onProgress?.(copiedCount);
    };
    for (const range of ranges) {
      const { missing, changed } = await compareRange(source, target, range);
      const stale = replacesChanged ? changed : [];
      missingCount += missing.length + stale.length;
      if (signal?.aborted || isLast) continue;
      await target.remove(stale.map(({ number }) => number));
      for (const { number } of stale) staleNumbers.add(number);
      waitingLogs = waitingLogs.concat([...missing, ...stale].sort((a, b) => a.number - b.number));
      await copyWaiting(false);
    }
    await copyWaiting(true);
    if (missingCount === 0 || signal?.aborted || isLast) {
      return { copied: copiedCount, source: sourceCount, target: sourceCount - missingCount };
    }
  }
}

/** Returns both sides, and the number of the last log to copy. */
async function openSides(sql: Sql, clickHouse: ClickHouse, to: LogPlace) {
  const postgres = createPostgresCopies(sql);
  if (to === 'clickhouse') {
    const condition = await readCommittedCondition(sql);
    return {
      source: postgres,
      target: createClickHouseCopies(clickHouse, condition),
      lastNumber: await postgres.readLastNumber(),
    };
  }
  // The order matters: batches that are opened after the last number was read have higher numbers, and the condition excludes all others that are
  // not committed yet. These are left to the next run.
  const lastNumber = await createClickHouseCopies(clickHouse).readLastNumber();
  await waitForOpenedBatches(sql);
  const source = createClickHouseCopies(clickHouse, await readCommittedCondition(sql));
  return { source, target: postgres, lastNumber };
}

/** Numbers of logs that are compared at once, both inclusive. */
interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the ranges in which the logs of the source differ from those of the target. Adjacent ranges with few logs are one range, because most
 * batches of logs use only a few of their numbers.
 */
async function findDifferentRanges(source: LogCopies, target: LogCopies, lastNumber: number) {
  const sourceRanges = await source.summarizeRanges(lastNumber);
  const targetRanges = await target.summarizeRanges(lastNumber);
  const ranges: NumberRange[] = [];
  let sourceCount = 0;
  /** Number of logs in the last range; undefined if the range before the current one does not differ. */
  let rangeCount: number | undefined;
  for (const [first, { last, count, digest }] of sourceRanges) {
    sourceCount += count;
    const copies = targetRanges.get(first);
    if (copies?.count === count && copies.digest === digest) {
      rangeCount = undefined;
      continue;
    }
    const logs = Math.max(count, copies?.count ?? 0);
    const previous = ranges.at(-1);
    if (previous && rangeCount !== undefined && rangeCount + logs <= MAX_LOGS_PER_COMPARISON) {
      ranges[ranges.length - 1] = { first: previous.first, last };
      rangeCount += logs;
    } else {
      ranges.push({ first, last });
      rangeCount = logs;
    }
  }
  return { sourceCount, ranges };
}

/** A log to copy, and the size of its texts in bytes. */
interface WaitingLog {
  readonly number: number;
  readonly bytes: number;
}

async function compareRange(source: LogCopies, target: LogCopies, { first, last }: NumberRange) {
  const sourceVersions = await source.readVersions(first, last);
  const targetVersions = await target.readVersions(first, last);
  const missing: WaitingLog[] = [];
  const changed: WaitingLog[] = [];
  for (const [number, { digest, bytes }] of sourceVersions) {
    const copy = targetVersions.get(number);
    if (copy === undefined) missing.push({ number, bytes });
    else if (copy.digest !== digest) changed.push({ number, bytes });
  }
  return { missing, changed };
}

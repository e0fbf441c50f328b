import type { Sql } from '../../../platform/database/sql.ts';
import { StoreInputError } from '../../../platform/database/store-input-error.ts';
import {
  getOtherPlace,
  LOG_PLACE_NAMES,
  type LogPlace,
  type NumberRange,
  readUncopiedNumbers,
  recordCompleteCopy,
  recordMovedLogs,
  recordMoveStart,
  repeatErasures,
} from '../log-location.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { compareAllLogs, compareRange } from './compare-logs.ts';
import { CopyQueue } from './copy-queue.ts';
import { type MoveScope, openMoveScope } from './move-scope.ts';

/** Number of comparisons. Logs that change during a comparison are found by the next one. */
const MAX_COMPARISONS = 5;
/** Key of the lock that prevents two commands at the same time. */
const LOCK_KEY = 7_104_611;

export interface MovedLogs {
  /** Number of logs that this run has copied to the target. */
  readonly copied: number;
  /** Number of logs that this run has deleted from the target because the source no longer contains them. */
  readonly deleted: number;
  /** Whether the service already uses the target, so that only logs were compared that the source has received since it was last copied. */
  readonly isSwitched: boolean;
  /** Number of compared logs in the source and in the target, each counted in its database. */
  readonly source: number;
  readonly target: number;
  /** Whether the source still contains logs that the service no longer uses, and that are not the copies of a move in the other direction. */
  readonly hasUnusedLogs: boolean;
  /** Number of compared logs that still differ. 0 if the target is complete. */
  readonly different: number;
}

/** The progress of a comparison, and of the copying of the logs that differ. */
export interface MoveProgress {
  /** Number of logs that this run has copied so far. */
  readonly copied: number;
  /** Number of compared logs in the source. */
  readonly source: number;
  /** Number of compared logs that the target contains so far. Approximate if logs change meanwhile. */
  readonly target: number;
}

export interface MoveOptions {
  readonly to: LogPlace;
  /** Called at the start of each comparison, and after each insert. */
  readonly onProgress?: (progress: MoveProgress) => void;
  /** Ends the copying after the current statement or insert, with the reason of the signal as the error. The next run continues. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies logs to the target, with their ids and numbers, so that cursors stay valid. Can run while the service adds logs to either database, and
 * continues after an interruption, because each run compares both databases.
 *
 * While the service uses the source, the target becomes equal to it: logs that have changed since they were copied, for example through an erasure, are
 * copied again, and logs that the source no longer contains are deleted. When the service uses the target, only logs are copied that the source
 * received after its last complete copy, and nothing is deleted.
 * @param sql a single connection to PostgreSQL, which keeps the lock. If it is lost, the copying fails.
 * @throws StoreInputError if another process is moving logs, if the service was started with the source in the meantime, or if the target contains logs
 *   that must be copied to the source first
 */
export async function moveLogs(
  sql: Sql,
  clickHouse: ClickHouse,
  { to, onProgress = () => undefined, signal }: MoveOptions,
): Promise<MovedLogs> {
  const lock = await sql.get(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS is_locked`);
  if (lock?.is_locked !== true) throw new StoreInputError('move-logs is already running in another process');
  try {
    await recordMoveStart(sql, to);
    const scope = await openMoveScope(sql, clickHouse, to, signal);
    signal?.throwIfAborted();
    const moved = await copyLogs(scope, {
      onProgress,
      signal,
      checkCounts: (source, target) => checkCounts(to, source, target),
      checkDeleted: async (numbers) => checkDeleted(to, numbers, await readUncopiedNumbers(sql, to)),
    });
    if (scope.isSwitched) await repeatErasures(sql, getOtherPlace(to));
    if (moved.different === 0) {
      await recordCompleteCopy(sql, getOtherPlace(to), scope.copy);
      await recordMovedLogs(sql, to);
    }
    return moved;
  } finally {
    await sql.get(`SELECT pg_advisory_unlock(${LOCK_KEY})`);
  }
}

interface CopyHooks {
  readonly onProgress: (progress: MoveProgress) => void;
  readonly signal: AbortSignal | undefined;
  /** Checks the numbers of logs before the target is changed. @throws StoreInputError */
  readonly checkCounts: (source: number, target: number) => void;
  /** Checks the numbers of logs that only the target contains before they are deleted. @throws StoreInputError */
  readonly checkDeleted: (numbers: readonly number[]) => Promise<void>;
}

async function copyLogs(
  { source, target, isSwitched, hasUnusedLogs }: MoveScope,
  { onProgress, signal, checkCounts, checkDeleted }: CopyHooks,
): Promise<MovedLogs> {
  let copied = 0;
  let deleted = 0;
  for (let comparison = 1; ; comparison += 1) {
    const { sourceCount, targetCount, ranges } = await compareAllLogs(source, target);
    if (!isSwitched) checkCounts(sourceCount, targetCount);
    signal?.throwIfAborted();
    const isLast = comparison === MAX_COMPARISONS;
    /** Number of logs that the target contains so far. Logs that are copied again are removed first. */
    let presentCount = targetCount;
    const reportProgress = () =>
      onProgress({ copied, source: sourceCount, target: Math.min(sourceCount, presentCount) });
    reportProgress();
    const queue = new CopyQueue(source, target, comparison === 1, (count) => {
      copied += count;
      presentCount += count;
      reportProgress();
      // The service already uses the target after the switch, so logs that were removed from it are copied again first.
      if (!isSwitched) signal?.throwIfAborted();
    });
    let different = 0;
    for (const range of ranges) {
      if (signal?.aborted) {
        await queue.end();
        signal.throwIfAborted();
      }
      const { missing, changed, duplicated, deletedNumbers } = await compareRange(source, target, range);
      // After the switch, the logs in the target are the valid ones.
      const replaced = isSwitched ? duplicated : [...changed, ...duplicated];
      const extraNumbers = isSwitched ? [] : deletedNumbers;
      different += missing.length + replaced.length + extraNumbers.length;
      if (isLast) continue;
      if (extraNumbers.length > 0) await checkDeleted(extraNumbers);
      await target.remove([...extraNumbers, ...replaced.map(({ number }) => number)]);
      deleted += extraNumbers.length;
      presentCount -= extraNumbers.length + replaced.length;
      await queue.add(missing, replaced);
    }
    await queue.end();
    if (different === 0 || isLast) {
      // An earlier run can have been interrupted after it removed logs.
      if (!isSwitched) await target.overwriteRemoved();
      return { copied, deleted, isSwitched, hasUnusedLogs, source: sourceCount, target: targetCount, different };
    }
  }
}

/** Prevents that all copies are deleted because the table of the source was emptied by mistake. @throws StoreInputError */
function checkCounts(to: LogPlace, source: number, target: number): void {
  if (source > 0 || target === 0) return;
  const [fromName, toName] = [LOG_PLACE_NAMES[getOtherPlace(to)], LOG_PLACE_NAMES[to]];
  throw new StoreInputError(
    `${fromName} contains no logs, but ${toName} contains ${target}: if the logs in ${fromName} were deleted on purpose, run "TRUNCATE TABLE logs" in ${toName}, and run move-logs again`,
  );
}

/** Checks that the target did not receive these logs itself. @throws StoreInputError */
function checkDeleted(to: LogPlace, numbers: readonly number[], { first, last }: NumberRange): void {
  const count = numbers.filter((number) => number >= first && number <= last).length;
  if (count === 0) return;
  const from = getOtherPlace(to);
  throw new StoreInputError(
    `${LOG_PLACE_NAMES[to]} contains ${count} logs that ${LOG_PLACE_NAMES[from]} does not contain, because they were received while the service changed its database: run "move-logs --from ${to} --to ${from}" first`,
  );
}

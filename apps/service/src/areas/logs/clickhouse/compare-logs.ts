import type { NumberRange } from '../log-location.ts';
import { type LogCopies, type LogVersion, NUMBERS_PER_RANGE } from './log-copies.ts';

/** Number of logs whose versions are compared at once, which bounds the memory. */
const MAX_LOGS_PER_COMPARISON = 262_144;

export interface ComparedRanges {
  /** Number of compared logs in each database. */
  readonly sourceCount: number;
  readonly targetCount: number;
  /** The ranges that differ. */
  readonly ranges: readonly NumberRange[];
}

/**
 * Returns the ranges in which the logs of the source and of the target differ. Adjacent ranges with few logs are one range, because most batches of
 * logs use only a few of their numbers.
 */
export async function compareAllLogs(source: LogCopies, target: LogCopies): Promise<ComparedRanges> {
  const sourceRanges = await source.summarizeRanges();
  const targetRanges = await target.summarizeRanges();
  const ranges: NumberRange[] = [];
  let sourceCount = 0;
  let targetCount = 0;
  /** Number of logs in the last range; undefined if the range before the current one does not differ. */
  let rangeCount: number | undefined;
  for (const first of [...new Set([...sourceRanges.keys(), ...targetRanges.keys()])].sort((a, b) => a - b)) {
    const logs = sourceRanges.get(first);
    const copies = targetRanges.get(first);
    sourceCount += logs?.count ?? 0;
    targetCount += copies?.count ?? 0;
    if (logs?.count === copies?.count && logs?.digest === copies?.digest) {
      rangeCount = undefined;
      continue;
    }
    const count = Math.max(logs?.count ?? 0, copies?.count ?? 0);
    const last = first + NUMBERS_PER_RANGE - 1;
    const previous = ranges.at(-1);
    if (previous && rangeCount !== undefined && rangeCount + count <= MAX_LOGS_PER_COMPARISON) {
      ranges[ranges.length - 1] = { first: previous.first, last };
      rangeCount += count;
    } else {
      ranges.push({ first, last });
      rangeCount = count;
    }
  }
  return { sourceCount, targetCount, ranges };
}

/** A log, and the size of its texts in bytes. */
export interface ComparedLog {
  readonly number: number;
  readonly bytes: number;
}

export interface RangeDifferences {
  /** Logs that only the source contains. */
  readonly missing: readonly ComparedLog[];
  /** Logs whose contents differ. */
  readonly changed: readonly ComparedLog[];
  /** Logs that the target contains more than once. */
  readonly duplicated: readonly ComparedLog[];
  /** Numbers of logs that only the target contains. */
  readonly deletedNumbers: readonly number[];
}

export async function compareRange(
  source: LogCopies,
  target: LogCopies,
  { first, last }: NumberRange,
): Promise<RangeDifferences> {
  const versions = await source.readVersions(first, last);
  const copies = await target.readVersions(first, last);
  const missing: ComparedLog[] = [];
  const changed: ComparedLog[] = [];
  const duplicated: ComparedLog[] = [];
  for (const [number, { digest, bytes }] of versions) {
    const copy: LogVersion | undefined = copies.get(number);
    if (copy === undefined) missing.push({ number, bytes });
    else if (copy.isDuplicated) duplicated.push({ number, bytes });
    else if (copy.digest !== digest) changed.push({ number, bytes });
  }
  const deletedNumbers = [...copies.keys()].filter((number) => !versions.has(number));
  return { missing, changed, duplicated, deletedNumbers };
}

import { NAME_LIMITS } from '../database/name-limits.ts';

/** Minimum time between two reports in milliseconds. */
const REPORT_INTERVAL_MS = 1_000;

/** The number of values that were reported under the same name, and the first value. */
export interface CountedValue<T> {
  /** The first value that was reported under this name. */
  readonly value: T;
  readonly count: number;
}

export interface ThrottledCounts<T> {
  report(value: T): void;
  /** Writes the counts that are still pending. */
  close(): void;
}

/**
 * Aggregates reports and writes them at most once per second. The first report after a second without reports is written immediately. Reports in the
 * next second are counted by name and written together.
 * @param otherName name for the count of all names beyond the maximum
 * @param write receives the counts since the last call, in the order in which the names first occurred
 */
export function throttleCounts<T>(
  getName: (value: T) => string,
  otherName: string,
  write: (counted: ReadonlyMap<string, CountedValue<T>>) => void,
): ThrottledCounts<T> {
  let waitingCounts = new Map<string, CountedValue<T>>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    timer = undefined;
    if (waitingCounts.size === 0) return;
    const reportedCounts = waitingCounts;
    waitingCounts = new Map();
    write(reportedCounts);
    // The timer must not keep the process alive, because `close` writes the pending counts.
    timer = setTimeout(flush, REPORT_INTERVAL_MS).unref();
  };

  return {
    report(value) {
      const name = getName(value);
      const key = waitingCounts.has(name) || waitingCounts.size < NAME_LIMITS.loggedNames ? name : otherName;
      const waitingCount = waitingCounts.get(key);
      waitingCounts.set(key, { value: waitingCount?.value ?? value, count: (waitingCount?.count ?? 0) + 1 });
      if (timer === undefined) flush();
    },
    close() {
      clearTimeout(timer);
      flush();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Returns the count of each name. */
export function getCounts(counted: ReadonlyMap<string, CountedValue<unknown>>): Record<string, number> {
  return Object.fromEntries([...counted].map(([name, { count }]) => [name, count]));
}

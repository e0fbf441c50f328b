/** Milliseconds between two reports. */
const INTERVAL = 1_000;
/** Most names that are counted one by one; those beyond them are counted together. */
const MOST_NAMES = 10;

/** What was reported under one name. */
export interface Counted<T> {
  /** The first of them. */
  readonly value: T;
  readonly count: number;
}

export interface OnceASecond<T> {
  report(value: T): void;
  /** Writes what is still waiting. */
  close(): void;
}

/**
 * Writes at most once a second, whatever comes in. What comes after a quiet time is written at once. What comes in the second after it is
 * counted by name, and written together at its end.
 * @param others name of those that there is no room for
 * @param write given what came since the last time, by name, in the order of the first of each
 */
export function onceASecond<T>(
  nameOf: (value: T) => string,
  others: string,
  write: (counted: ReadonlyMap<string, Counted<T>>) => void,
): OnceASecond<T> {
  let waiting = new Map<string, Counted<T>>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    timer = undefined;
    if (waiting.size === 0) return;
    const counted = waiting;
    waiting = new Map();
    write(counted);
    // It must not keep the process from ending: `close` writes what is left.
    timer = setTimeout(flush, INTERVAL).unref();
  };

  return {
    report(value) {
      const name = nameOf(value);
      const key = waiting.has(name) || waiting.size < MOST_NAMES ? name : others;
      const known = waiting.get(key);
      waiting.set(key, { value: known?.value ?? value, count: (known?.count ?? 0) + 1 });
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

/** Counts by name, as the log shows them. */
export function countsOf(counted: ReadonlyMap<string, Counted<unknown>>): Record<string, number> {
  return Object.fromEntries([...counted].map(([name, { count }]) => [name, count]));
}

import type { ComparedLog } from './compare-logs.ts';
import type { LogCopies } from './log-copies.ts';

/** Maximum number of logs in one insert. */
export const MAX_LOGS_PER_INSERT = 500;
/** Maximum size of the texts of these logs in bytes, which bounds the memory. A single log can have a size of 1 MiB, and its JSON twice as much. */
export const MAX_BYTES_PER_INSERT = 16_777_216;

/**
 * Returns how many of the waiting logs the next insert contains; 0 if it can also contain later logs. Depends only on the logs and their order, so that
 * a run after an interruption repeats the same inserts.
 * @param sizes sizes of the first waiting logs in bytes, of more than an insert can contain if there are so many
 * @param isComplete whether no later logs follow
 */
export function countNextInsert(sizes: readonly number[], isComplete: boolean): number {
  let count = 0;
  let bytes = 0;
  for (const size of sizes) {
    bytes += size;
    if (count === MAX_LOGS_PER_INSERT || (count > 0 && bytes > MAX_BYTES_PER_INSERT)) return count;
    count += 1;
  }
  return isComplete || count === MAX_LOGS_PER_INSERT ? count : 0;
}

/** Copies logs from one database to another. The inserts do not depend on the calls of `add`, so that a run after an interruption repeats them. */
export class CopyQueue {
  readonly #source: LogCopies;
  readonly #target: LogCopies;
  readonly #isFirst: boolean;
  readonly #onCopied: (count: number) => void;
  readonly #replacedNumbers = new Set<number>();
  #waitingLogs: ComparedLog[] = [];

  /** @param isFirst whether the run has not tried to copy these logs before */
  constructor(source: LogCopies, target: LogCopies, isFirst: boolean, onCopied: (count: number) => void) {
    this.#source = source;
    this.#target = target;
    this.#isFirst = isFirst;
    this.#onCopied = onCopied;
  }

  /**
   * Adds logs in ascending order of their numbers.
   * @param missing logs that were never in the target
   * @param replaced logs that have been deleted in the target, and are copied again
   */
  async add(missing: readonly ComparedLog[], replaced: readonly ComparedLog[]): Promise<void> {
    for (const { number } of replaced) this.#replacedNumbers.add(number);
    this.#waitingLogs = this.#waitingLogs.concat([...missing, ...replaced].sort((a, b) => a.number - b.number));
    await this.#copyWaiting(false);
  }

  /** Copies the remaining logs. */
  end(): Promise<void> {
    return this.#copyWaiting(true);
  }

  async #copyWaiting(isComplete: boolean): Promise<void> {
    for (;;) {
      const sizes = this.#waitingLogs.slice(0, MAX_LOGS_PER_INSERT + 1).map(({ bytes }) => bytes);
      const count = countNextInsert(sizes, isComplete);
      if (count === 0) return;
      const numbers = this.#waitingLogs.splice(0, count).map(({ number }) => number);
      const rows = await this.#source.read(numbers);
      const isRepeatable = this.#isFirst && !numbers.some((number) => this.#replacedNumbers.has(number));
      if (rows.length > 0) await this.#target.write(rows, isRepeatable);
      this.#onCopied(rows.length);
    }
  }
}

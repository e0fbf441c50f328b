import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { isWithoutResponse } from './clickhouse-errors.ts';

/** Maximum number of concurrent writes. Each holds one of the ten connections to PostgreSQL, which other requests need as well. */
const MAX_WRITES = 6;
/** Maximum number of concurrent writes while ClickHouse does not respond: one, which detects that it responds again. */
const MAX_TRIAL_WRITES = 1;
/** Time in milliseconds for which a write waits until another one has ended. */
const MAX_WAIT_MS = 3_000;
/** Time in milliseconds for which a write that failed on a full disk proves that the disk is full. */
const FULL_DISK_TTL_MS = 30_000;

interface WaitingWrite {
  start(): void;
  fail(): void;
}

/**
 * Limits the concurrent writes of logs, each of which holds a connection to PostgreSQL while it waits for ClickHouse. A circuit breaker: while
 * ClickHouse does not respond, one write at a time tries it, and the others fail at once, so that they leave the connections to other requests.
 */
export class LogWrites {
  #runningCount = 0;
  #successCount = 0;
  #isUnresponsive = false;
  #fullDisk: { readonly at: number; readonly error: StoreUnavailableError } | undefined;
  /** Writes that wait, in the order in which they start. */
  readonly #waiting = new Set<WaitingWrite>();

  /** Runs a write. @throws StoreUnavailableError without running it if too many writes are running */
  async run<T>(write: () => Promise<T>): Promise<T> {
    await this.#waitForOthers();
    try {
      const value = await write();
      this.#successCount += 1;
      this.#isUnresponsive = false;
      this.#fullDisk = undefined;
      return value;
    } catch (error) {
      if (isWithoutResponse(error)) this.#rejectWaiting();
      if (error instanceof StoreUnavailableError && error.isExternal && error.isFull) {
        this.#fullDisk = { at: performance.now(), error };
      }
      throw error;
    } finally {
      this.#runningCount -= 1;
      this.#startWaiting();
    }
  }

  /** @throws StoreUnavailableError if the last write found the disk full */
  check(): void {
    if (this.#fullDisk && performance.now() - this.#fullDisk.at < FULL_DISK_TTL_MS) throw this.#fullDisk.error;
  }

  async #waitForOthers(): Promise<void> {
    if (this.#canStart()) {
      this.#runningCount += 1;
      return;
    }
    if (this.#isUnresponsive) throw createError();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const successCount = this.#successCount;
    const timer = setTimeout(() => {
      // Without a success in the meantime, ClickHouse is not only busy.
      if (this.#successCount === successCount) this.#rejectWaiting();
      else reject(createError());
    }, MAX_WAIT_MS);
    const waiting = {
      start: () => {
        this.#runningCount += 1;
        resolve();
      },
      fail: () => reject(createError()),
    };
    this.#waiting.add(waiting);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    }
  }

  #canStart(): boolean {
    return this.#runningCount < (this.#isUnresponsive ? MAX_TRIAL_WRITES : MAX_WRITES);
  }

  #startWaiting(): void {
    for (const waiting of this.#waiting) {
      if (!this.#canStart()) return;
      this.#waiting.delete(waiting);
      waiting.start();
    }
  }

  #rejectWaiting(): void {
    this.#isUnresponsive = true;
    for (const { fail } of this.#waiting) fail();
    this.#waiting.clear();
  }
}

function createError(): StoreUnavailableError {
  return new StoreUnavailableError('ClickHouse does not respond to other writes of logs', {
    database: 'ClickHouse',
    isExternal: true,
  });
}

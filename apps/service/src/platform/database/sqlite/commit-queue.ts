import { setTimeout } from 'node:timers/promises';
import { computeBackoffMs } from '@context-sync/core/retry';
import { createCancelError, getRequestSignal } from '../request-signal.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { isBusy, toCommitError } from './sqlite-failures.ts';

/**
 * Time in milliseconds for which a write waits for other processes. Queued writes wait for a second period of this length, and still fail before the
 * 30 s deadline of a request.
 */
const LOCK_TIMEOUT_MS = 10_000;
/** Maximum number of writes in one commit, so that later writes do not wait long. */
const MAX_WRITES_PER_COMMIT = 256;

interface PendingWrite {
  /** Signal of the request that sent the write. After the signal is aborted, the write does not begin. */
  readonly signal: AbortSignal | undefined;
  readonly work: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Runs writes one after another on one connection. Commits concurrent writes together, because a commit spends most of its time on the disk flush and
 * needs only one flush for all of them. Each write has a separate savepoint, so a failed write does not affect the others. Promises resolve after the
 * commit.
 */
export class CommitQueue {
  readonly #connection: SqliteConnection;
  readonly #lockTimeout: number;
  readonly #beforeCommit: () => void;
  readonly #afterCommit: (changedRows: number) => void;
  #waiting: PendingWrite[] = [];
  #betweenCommits: (() => void)[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  /**
   * Creates a queue.
   * @param lockTimeout time in milliseconds for which writes wait for other processes
   * @param beforeCommit function that is called before each commit
   * @param afterCommit function that is called after each commit with the number of changed rows
   */
  constructor(
    connection: SqliteConnection,
    {
      lockTimeout = LOCK_TIMEOUT_MS,
      beforeCommit = () => undefined,
      afterCommit = () => undefined,
    }: {
      readonly lockTimeout?: number | undefined;
      readonly beforeCommit?: (() => void) | undefined;
      readonly afterCommit?: (changedRows: number) => void;
    } = {},
  ) {
    this.#connection = connection;
    this.#lockTimeout = lockTimeout;
    this.#beforeCommit = beforeCommit;
    this.#afterCommit = afterCommit;
  }

  write<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailableError('it is closed'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ signal: getRequestSignal(), work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#run();
    });
  }

  /** Runs work between two commits, while the connection is not in a transaction. */
  runBetweenCommits<T>(work: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailableError('it is closed'));
    return new Promise<T>((resolve, reject) => {
      this.#betweenCommits.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      this.#running ??= this.#run();
    });
  }

  /**
   * Rejects new writes.
   * @returns a promise for the pending writes; undefined if there are none
   */
  close(): Promise<void> | undefined {
    this.#closed = true;
    return this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 || this.#betweenCommits.length > 0) {
      // Writes that start in the same turn of the event loop are part of this commit. Reads, timers and sockets can run in between.
      await new Promise((resolve) => setImmediate(resolve));
      for (const work of this.#betweenCommits.splice(0)) work();
      if (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, MAX_WRITES_PER_COMMIT));
    }
    this.#running = undefined;
  }

  async #commit(group: readonly PendingWrite[]): Promise<void> {
    const outcomeCallbacks: (() => void)[] = [];
    const changedBefore = this.#connection.changedRows;
    try {
      await this.#begin();
      for (const { signal, work, resolve, reject } of group) {
        if (signal?.aborted) {
          outcomeCallbacks.push(() => reject(createCancelError('write')));
          continue;
        }
        this.#connection.exec('SAVEPOINT write');
        try {
          const value = await work();
          this.#connection.exec('RELEASE write');
          outcomeCallbacks.push(() => resolve(value));
        } catch (error) {
          // After errors such as a full disk, SQLite rolls back the whole transaction, which includes the earlier writes of this group.
          if (!this.#connection.inTransaction) throw error;
          this.#connection.exec('ROLLBACK TO write; RELEASE write');
          outcomeCallbacks.push(() => reject(error));
        }
      }
      this.#commitNow();
    } catch (error) {
      if (this.#connection.isOpen && this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      for (const { reject } of group) reject(error);
      return;
    }
    for (const reportOutcome of outcomeCallbacks) reportOutcome();
    this.#afterCommit(this.#connection.changedRows - changedBefore);
  }

  #commitNow(): void {
    this.#beforeCommit();
    try {
      this.#connection.exec('COMMIT');
    } catch (error) {
      throw toCommitError(error);
    }
  }

  async #begin(): Promise<void> {
    const deadline = performance.now() + this.#lockTimeout;
    for (;;) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        // The delay is random, so that the processes get the lock in varying order.
        await setTimeout(1 + computeBackoffMs(1, { firstMs: 10 }));
      }
    }
  }
}

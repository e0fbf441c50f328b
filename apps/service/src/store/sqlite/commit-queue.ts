import { setTimeout } from 'node:timers/promises';
import { backoffMs } from '@context-sync/core';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import type { SqliteConnection } from './connection.ts';
import { inDoubtOf, isBusy } from './failures.ts';

/**
 * For how long, in milliseconds, writes wait for other processes before they fail. Those behind them wait as long once more, and still fail
 * within the deadline of a request, 30 s.
 */
const PATIENCE = 10_000;
/** Most writes of one commit: a later one must not wait long for the first ones. */
const LARGEST_GROUP = 256;

interface Write {
  readonly work: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Writes in turn, on one connection, and commits those of the same moment together: waiting for the disk is what takes long, and one wait
 * does for all. Each stands behind a savepoint, so a write that fails takes nothing of the others with it. Nobody is told of success
 * before the commit.
 */
export class CommitQueue {
  readonly #connection: SqliteConnection;
  readonly #patience: number;
  #waiting: Write[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  /** @param patience milliseconds for which writes wait for other processes */
  constructor(connection: SqliteConnection, patience = PATIENCE) {
    this.#connection = connection;
    this.#patience = patience;
  }

  write<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailableError('it is not open'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#run();
    });
  }

  /** Takes no more writes. @returns what resolves when those that it took are done; undefined where there are none */
  close(): Promise<void> | undefined {
    this.#closed = true;
    return this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // What else is asked for in this turn of the event loop comes with it; and reads, timers and sockets get their turn.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commit(this.#waiting.splice(0, LARGEST_GROUP));
    }
    this.#running = undefined;
  }

  async #commit(group: readonly Write[]): Promise<void> {
    const settle: (() => void)[] = [];
    try {
      await this.#begin();
      for (const { work, resolve, reject } of group) {
        this.#connection.exec('SAVEPOINT write');
        try {
          const value = await work();
          this.#connection.exec('RELEASE write');
          settle.push(() => resolve(value));
        } catch (error) {
          // On a full disk and the like SQLite rolls everything back by itself: then all that came before in this group is gone too.
          if (!this.#connection.inTransaction) throw error;
          this.#connection.exec('ROLLBACK TO write; RELEASE write');
          settle.push(() => reject(error));
        }
      }
      this.#commitNow();
    } catch (error) {
      if (this.#connection.isOpen && this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      for (const { reject } of group) reject(error);
      return;
    }
    for (const tell of settle) tell();
  }

  #commitNow(): void {
    try {
      this.#connection.exec('COMMIT');
    } catch (error) {
      throw inDoubtOf(error);
    }
  }

  async #begin(): Promise<void> {
    const deadline = performance.now() + this.#patience;
    for (;;) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        // Not in step with the other process, so that neither is always the one that comes too late.
        await setTimeout(1 + backoffMs(1, { firstMs: 10 }));
      }
    }
  }
}

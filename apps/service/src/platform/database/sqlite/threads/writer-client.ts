import { createCancelError, getRequestSignal } from '../../request-signal.ts';
import type { Sql } from '../../sql.ts';
import { StoreUnavailableError } from '../../store-unavailable-error.ts';
import { StoreThread } from './store-thread.ts';
import type { StoreCall, ThreadStart, WriterRequest, WriterTask } from './thread-messages.ts';
import { createThreadSql } from './thread-sql.ts';

/** Maximum number of writes that wait for the writer thread. Further writes are rejected. */
const MAX_WAITING_WRITES = 1_000;

/** Sends the calls of one transaction to the writer thread. */
export interface TransactionClient {
  step(call: StoreCall): Promise<unknown>;
  /** Sends a call together with the next call. If it fails, the transaction fails. */
  defer(call: StoreCall): void;
  readonly sql: Sql;
}

/** The main thread's interface to the writer thread. After the thread has failed, the next write starts a new one. */
export class WriterClient {
  readonly #data: ThreadStart;
  readonly #maxWaiting: number;
  #thread: StoreThread<WriterRequest> | undefined;
  #lastTransaction = 0;
  readonly #pending = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(data: ThreadStart, maxWaiting = MAX_WAITING_WRITES) {
    this.#data = data;
    this.#maxWaiting = maxWaiting;
  }

  /** Starts the thread, which migrates the file. @throws StoreInputError */
  start(): Promise<void> {
    return this.#getThread().ready;
  }

  /** Runs one call in a transaction. */
  write(call: StoreCall): Promise<unknown> {
    return this.#track(() => {
      const transaction = this.#beginTransaction();
      return this.#runCancelable(transaction, () => this.#getThread().request({ kind: 'write', transaction, call }));
    });
  }

  run(task: Exclude<WriterTask, 'close'>): Promise<unknown> {
    return this.#track(() => this.#getThread().request({ kind: 'task', task }));
  }

  /** Runs work in a transaction, whose calls are sent one after another. */
  transaction<T>(work: (client: TransactionClient) => Promise<T>): Promise<T> {
    return this.#track(() => {
      const transaction = this.#beginTransaction();
      return this.#runCancelable(transaction, () => this.#runTransaction(transaction, work));
    });
  }

  /** Rejects new writes, and ends the thread after the pending writes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#pending);
    await this.#thread?.close({ kind: 'task', task: 'close' });
  }

  #beginTransaction(): number {
    this.#lastTransaction += 1;
    return this.#lastTransaction;
  }

  /** Cancels a transaction when its request ends, unless the transaction is already running. */
  #runCancelable<T>(transaction: number, work: () => Promise<T>): Promise<T> {
    const signal = getRequestSignal();
    if (signal?.aborted) return Promise.reject(createCancelError('write'));
    // A failed thread has canceled all its transactions.
    const cancel = () => void this.#thread?.request({ kind: 'cancel', transaction }).catch(() => undefined);
    signal?.addEventListener('abort', cancel);
    return work().finally(() => signal?.removeEventListener('abort', cancel));
  }

  async #runTransaction<T>(transaction: number, work: (client: TransactionClient) => Promise<T>): Promise<T> {
    const thread = this.#getThread();
    let hasBegun = false;
    const send = (call: StoreCall, isDeferred: boolean) => {
      hasBegun = true;
      return thread.request({ kind: 'step', transaction, call, isDeferred });
    };
    const step = (call: StoreCall) => send(call, false);
    // The end of the transaction reports the error.
    const defer = (call: StoreCall) => void send(call, true).catch(() => undefined);
    const end = async (commits: boolean) => {
      if (hasBegun) await thread.request({ kind: 'end', transaction, commits });
    };
    let value: T;
    try {
      value = await work({ step, defer, sql: createThreadSql(step) });
    } catch (error) {
      // An error of the rollback can be ignored, because a transaction that is not committed is rolled back anyway.
      await end(false).catch(() => undefined);
      throw error;
    }
    await end(true);
    return value;
  }

  #track<T>(begin: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailableError('it is closed'));
    if (this.#pending.size >= this.#maxWaiting) {
      return Promise.reject(
        new StoreUnavailableError(`${this.#pending.size} writes are waiting already`, { isOverloaded: true }),
      );
    }
    const write = begin();
    this.#pending.add(write);
    const forget = () => this.#pending.delete(write);
    write.then(forget, forget);
    return write;
  }

  #getThread(): StoreThread<WriterRequest> {
    if (this.#thread) return this.#thread;
    // The flag is set from a commit until its outcome has been sent. If the thread ends during this time, its writes may have been committed.
    const thread = new StoreThread<WriterRequest>(
      'writer-thread',
      this.#data,
      (reason, isCommitting) => new StoreUnavailableError(reason, { outcomeUnknown: isCommitting }),
    );
    this.#thread = thread;
    void thread.ended.then(() => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }
}

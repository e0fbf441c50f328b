import { availableParallelism } from 'node:os';
import { createCancelError, getRequestSignal } from '../../request-signal.ts';
import { StoreUnavailableError } from '../../store-unavailable-error.ts';
import { StoreThread } from './store-thread.ts';
import type { ReaderRequest, StoreCall, ThreadStart } from './thread-messages.ts';

/**
 * Lanes of reads by duration: `quick` reads take a few milliseconds or have their own time limit; the duration of `slow` reads grows with the data of
 * a project.
 */
export type ReadLane = 'quick' | 'slow';

/** Limits of the reads of a store. */
export interface ReaderLimits {
  /** Number of reader threads. Slow reads use all threads except one, so that quick reads never wait for slow reads. */
  readonly threads: number;
  /** Maximum number of waiting reads by lane. Further reads are rejected. */
  readonly waiting: Readonly<Record<ReadLane, number>>;
  /** Timeout of a read in milliseconds, including the time in the queue. */
  readonly deadline: number;
  /**
   * Maximum time in milliseconds for the current statement of an interrupted read. After that, the thread is replaced: Node provides no way to interrupt a
   * statement of SQLite, and the old thread ends when the statement ends.
   */
  readonly grace: number;
}

/** Number of threads. Three threads take more memory than two, and are not faster on a machine with two CPU cores. */
const READER_THREADS = availableParallelism() > 2 ? 3 : 2;

/** The limits of the service. The timeout of a read is shorter than the 30 s deadline of a request, so that the response can report the reason. */
export const READER_LIMITS: ReaderLimits = {
  threads: READER_THREADS,
  waiting: { quick: 2_000, slow: 200 },
  deadline: 20_000,
  grace: 1_000,
};

/** Maximum number of quick reads that are sent to one thread. The other reads wait in the queue, where they can be canceled. */
const MAX_QUICK_READS = 16;

interface Read {
  readonly call: StoreCall;
  readonly lane: ReadLane;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A reader thread with the reads that it executes. */
interface Reader {
  readonly thread: StoreThread<ReaderRequest>;
  isReady: boolean;
  readonly reads: Set<Read>;
  slow: Read | undefined;
}

/** Distributes reads to threads. A read returns the effects of all writes that were committed before it was requested. */
export class ReaderPool {
  readonly #data: ThreadStart;
  readonly #limits: ReaderLimits;
  readonly #readers = new Set<Reader>();
  /** Replaced threads that end when their interrupted statement ends. */
  readonly #ending = new Set<Reader>();
  readonly #waiting: Readonly<Record<ReadLane, Set<Read>>> = { quick: new Set(), slow: new Set() };
  readonly #pending = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(data: ThreadStart, limits: ReaderLimits = READER_LIMITS) {
    this.#data = data;
    this.#limits = limits;
  }

  /** Starts the first thread. The others start when reads would otherwise wait. @throws StoreUnavailableError */
  async start(): Promise<void> {
    await this.#startReader().thread.ready;
  }

  /** Number of running threads, and number of replaced threads that have not ended yet. */
  get threadCounts(): { readonly running: number; readonly ending: number } {
    return { running: this.#readers.size, ending: this.#ending.size };
  }

  /**
   * Executes a read.
   * @throws StoreUnavailableError if too many reads are waiting, or if the read takes too long or its request was canceled
   */
  read(call: StoreCall, lane: ReadLane): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailableError('it is closed'));
    const signal = getRequestSignal();
    if (signal?.aborted) return Promise.reject(createCancelError('read'));
    const waitingCount = this.#waiting[lane].size;
    if (waitingCount >= this.#limits.waiting[lane]) {
      return Promise.reject(
        new StoreUnavailableError(`${waitingCount} ${lane} reads are waiting already`, { isOverloaded: true }),
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const read: Read = { call, lane, resolve, reject };
    const cancel = () => this.#cancel(read, createCancelError('read'));
    const timer = setTimeout(
      () => this.#cancel(read, new StoreUnavailableError('a read took too long')),
      this.#limits.deadline,
    );
    signal?.addEventListener('abort', cancel);
    this.#pending.add(promise);
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      this.#pending.delete(promise);
    };
    promise.then(end, end);
    this.#waiting[lane].add(read);
    this.#dispatch();
    return promise;
  }

  /** Runs reads on a snapshot, in a separate thread. */
  async readSnapshot<T>(work: (read: (call: StoreCall) => Promise<unknown>) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailableError('it is closed');
    const thread = new StoreThread<ReaderRequest>('reader-thread', this.#data);
    await thread.ready;
    const read = (call: StoreCall) => thread.request({ kind: 'read', isSlow: false, call });
    try {
      await read({ method: 'get', sql: 'BEGIN', values: [] });
      return await work(read);
    } finally {
      await thread.close({ kind: 'close' });
    }
  }

  /** Rejects new reads, and ends the threads after the pending reads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#pending);
    await Promise.all([...this.#readers].map(({ thread }) => thread.close({ kind: 'close' })));
    await Promise.all([...this.#ending].map(({ thread }) => thread.ended));
  }

  #dispatch(): void {
    for (const read of this.#waiting.slow) {
      const freeReaders = this.#listFree();
      const [reader] = freeReaders;
      // One thread remains free for quick reads, which would otherwise wait for slow reads.
      if (!reader || freeReaders.length < 2) {
        if (this.#countSlow() < this.#limits.threads - 1) this.#startMissing();
        break;
      }
      this.#send(reader, read);
    }
    for (const read of this.#waiting.quick) {
      const [reader] = this.#listFree();
      if (!reader || reader.reads.size >= MAX_QUICK_READS) {
        this.#startMissing();
        break;
      }
      this.#send(reader, read);
    }
  }

  /** Returns the threads without a slow read, sorted by number of reads in ascending order. */
  #listFree(): Reader[] {
    return [...this.#readers]
      .filter(({ isReady, slow }) => isReady && !slow)
      .sort((a, b) => a.reads.size - b.reads.size);
  }

  #countSlow(): number {
    return [...this.#readers].filter(({ slow }) => slow).length;
  }

  #send(reader: Reader, read: Read): void {
    const isSlow = read.lane === 'slow';
    this.#waiting[read.lane].delete(read);
    reader.reads.add(read);
    if (isSlow) {
      reader.slow = read;
      reader.thread.setFlag(0);
    }
    const end = (report: () => void) => {
      // If the read is missing, it was sent to another thread.
      if (reader.reads.delete(read)) report();
      if (reader.slow === read) reader.slow = undefined;
      this.#dispatch();
    };
    reader.thread.request({ kind: 'read', isSlow, call: read.call }).then(
      (value) => end(() => read.resolve(value)),
      (error: unknown) => end(() => read.reject(error)),
    );
  }

  /** Rejects a read. A slow read that is already running ends after its current statement. */
  #cancel(read: Read, error: StoreUnavailableError): void {
    read.reject(error);
    if (this.#waiting[read.lane].delete(read)) return;
    const reader = [...this.#readers].find(({ reads }) => reads.has(read));
    if (!reader) return;
    if (reader.slow === read) reader.thread.setFlag(1);
    setTimeout(() => {
      if (reader.reads.has(read) && this.#readers.has(reader)) this.#replace(reader, read);
    }, this.#limits.grace).unref();
  }

  /** Ends the thread of a read that cannot be interrupted. The other reads of this thread are sent to another thread. */
  #replace(reader: Reader, stuckRead: Read): void {
    this.#readers.delete(reader);
    this.#ending.add(reader);
    for (const read of reader.reads) if (read !== stuckRead) this.#waiting[read.lane].add(read);
    reader.reads.clear();
    reader.thread.terminate();
    this.#startMissing();
  }

  /** Starts a thread, unless there are enough. If too many replaced threads have not ended yet, starts none, and reads have to wait. */
  #startMissing(): void {
    const { threads } = this.#limits;
    const isStarting = [...this.#readers].some(({ isReady }) => !isReady);
    if (!isStarting && this.#readers.size < threads && this.#ending.size < threads) this.#startReader();
  }

  #startReader(): Reader {
    const thread = new StoreThread<ReaderRequest>('reader-thread', this.#data);
    const reader: Reader = { thread, isReady: false, reads: new Set(), slow: undefined };
    this.#readers.add(reader);
    thread.ready.then(
      () => {
        reader.isReady = true;
        this.#dispatch();
      },
      (error: unknown) => this.#failWithoutReader(error),
    );
    void thread.ended.then(() => {
      this.#readers.delete(reader);
      this.#ending.delete(reader);
      if (this.#waiting.quick.size + this.#waiting.slow.size > 0) this.#startMissing();
    });
    return reader;
  }

  /** Rejects the waiting reads if no thread could be started for them. */
  #failWithoutReader(error: unknown): void {
    if ([...this.#readers].some(({ isReady }) => isReady)) return;
    for (const waiting of Object.values(this.#waiting)) {
      for (const read of waiting) read.reject(error);
      waiting.clear();
    }
  }
}

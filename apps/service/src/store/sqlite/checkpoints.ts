import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

export type CheckpointMessage = 'checkpoint' | 'close';

/** Changed rows after which the log is copied. The log of a thousand rows with all indexes has about 2,000 pages of 4 KiB. */
const ROWS_PER_CHECKPOINT = 1_000;
/** Pages in the log (64 MiB) from which a commit copies them itself: the thread has failed, or does not keep up. */
export const MAX_LOG_PAGES = 16_384;

const ENTRY = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Copies the write-ahead log into the database file in a thread. A commit that does so itself blocks all requests for tens of milliseconds,
 * because it flushes both files to disk (https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files).
 */
export class Checkpoints {
  readonly #file: string;
  #thread: Worker | undefined;
  #isRunning = false;
  #rows = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Starts a checkpoint if many rows have changed since the last one. The first one starts the thread. */
  afterCommit(changedRows: number): void {
    this.#rows += changedRows;
    if (this.#rows < ROWS_PER_CHECKPOINT || this.#isRunning) return;
    this.#rows = 0;
    this.#isRunning = true;
    this.#thread ??= this.#start();
    this.#send(this.#thread, 'checkpoint');
  }

  /** Resolves when the thread has closed the file. @returns undefined if there is no thread */
  close(): Promise<unknown> | undefined {
    const thread = this.#thread;
    if (!thread) return undefined;
    // Otherwise, a process that has nothing else to do would end here.
    thread.ref();
    const exited = once(thread, 'exit');
    this.#send(thread, 'close');
    return exited;
  }

  #start(): Worker {
    // Without the options of the process, which may be those of a program on its command line.
    const thread = new Worker(ENTRY, { workerData: this.#file, execArgv: [] });
    thread.unref();
    thread.on('message', () => {
      this.#isRunning = false;
    });
    // A disk that fails here also fails the next commits, which report it. The next checkpoint starts another thread.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      this.#isRunning = false;
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }

  #send(thread: Worker, message: CheckpointMessage): void {
    thread.postMessage(message);
  }
}

import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

export type CheckpointMessage = 'checkpoint' | 'close';

/**
 * Number of changed rows after which a checkpoint runs. A thousand rows with their index entries take about 2,000 pages of 4 KiB in the write-ahead
 * log.
 */
const ROWS_PER_CHECKPOINT = 1_000;
/**
 * Number of pages in the write-ahead log (64 MiB) at which a commit runs the checkpoint itself. The log grows to this size only if the thread has
 * failed or is too slow.
 */
export const MAX_LOG_PAGES = 16_384;

const ENTRY = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Runs checkpoints in a thread. A checkpoint copies the write-ahead log into the database file. During a commit, a checkpoint would block all
 * requests for tens of milliseconds, because it flushes both files to disk (https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files).
 */
export class Checkpoints {
  readonly #file: string;
  #thread: Worker | undefined;
  #isRunning = false;
  #rows = 0;
  #waiting: (() => void)[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** Starts a checkpoint if many rows have changed since the last one. The first checkpoint starts the thread. */
  handleCommit(changedRows: number): void {
    this.#rows += changedRows;
    if (this.#rows < ROWS_PER_CHECKPOINT || this.#isRunning) return;
    this.#begin();
  }

  /** Copies most of the write-ahead log into the database file. Returns a promise that resolves when a checkpoint has ended. */
  run(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (!this.#isRunning) this.#begin();
    });
  }

  #begin(): void {
    this.#rows = 0;
    this.#isRunning = true;
    this.#thread ??= this.#start();
    this.#send(this.#thread, 'checkpoint');
  }

  #end(): void {
    this.#isRunning = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /**
   * Closes the file in the thread.
   * @returns a promise that resolves when the thread has ended; undefined if there is no thread
   */
  close(): Promise<unknown> | undefined {
    const thread = this.#thread;
    if (!thread) return undefined;
    // Without this call, a process without other work would exit before the thread has ended.
    thread.ref();
    const threadExit = once(thread, 'exit');
    this.#send(thread, 'close');
    return threadExit;
  }

  #start(): Worker {
    // The thread does not inherit the options of the process, because they may contain a program from the command line.
    const thread = new Worker(ENTRY, { workerData: this.#file, execArgv: [] });
    thread.unref();
    thread.on('message', () => this.#end());
    // The error is ignored, because an error of the disk also makes the next commits fail. The next checkpoint starts another thread.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      this.#end();
    });
    return thread;
  }

  #send(thread: Worker, message: CheckpointMessage): void {
    thread.postMessage(message);
  }
}

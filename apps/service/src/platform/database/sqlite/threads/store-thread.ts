import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StoreUnavailableError } from '../../store-unavailable-error.ts';
import { fromSentError } from './thread-errors.ts';
import type { Numbered, ThreadData, ThreadResponse, ThreadStart } from './thread-messages.ts';

/**
 * Maximum size of the heap of a thread in MiB. The limit is much larger than any result of the service, because Node terminates the whole process if
 * a single large allocation exceeds it. The young generation is small, because each thread has its own.
 */
const MAX_HEAP_MIB = 512;
const YOUNG_GENERATION_MIB = 6;
const EXTENSION = extname(import.meta.url);

interface PendingRequest {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The main thread's interface to a database thread. */
export class StoreThread<T> {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PendingRequest>();
  readonly #flag: Int32Array<SharedArrayBuffer>;
  #unsent: Numbered<T>[] = [];
  #lastId = 0;
  #hasEnded = false;
  /** Resolves when the thread has opened the file; rejects with the error of opening the file, or if the thread has ended. */
  readonly ready: Promise<void>;
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;

  /**
   * Starts a thread.
   * @param name name of the module of the thread, without its extension
   * @param describeEnd returns the error for the pending requests of a thread that has ended. By default, the error says that they were not executed.
   */
  constructor(
    name: string,
    data: ThreadStart,
    describeEnd: (reason: string, hasFlag: boolean) => Error = (reason) => new StoreUnavailableError(reason),
  ) {
    this.#flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const workerData: ThreadData = { ...data, flag: this.#flag };
    const worker = new Worker(new URL(`./${name}${EXTENSION}`, import.meta.url), {
      workerData,
      name,
      execArgv: listModuleOptions(process.execArgv),
      resourceLimits: {
        maxOldGenerationSizeMb: data.maxHeapMiB ?? MAX_HEAP_MIB,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB,
      },
    });
    this.#worker = worker;
    let reason = 'a thread of the database has ended';
    worker.on('error', (error: unknown) => {
      reason = `a thread of the database failed: ${error instanceof Error ? error.message : String(error)}`;
    });
    this.ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#end(describeEnd(reason, Atomics.load(this.#flag, 0) === 1));
        resolve();
      });
    });
    this.ready = new Promise<void>((resolve, reject) => {
      this.#pending.set(0, { resolve: () => resolve(), reject });
    });
    // The code that started the thread may await the promise later, or not at all.
    this.ready.catch(() => undefined);
    worker.on('message', (responses: readonly ThreadResponse[]) => this.#receive(responses));
  }

  /** Number of requests without a response. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Sends a request. Requests of the same event loop iteration are sent together. */
  request(request: T): Promise<unknown> {
    if (this.#hasEnded) return Promise.reject(new StoreUnavailableError('a thread of the database has ended'));
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      if (this.#pending.size === 0) this.#worker.ref();
      this.#pending.set(this.#lastId, { resolve, reject });
      if (this.#unsent.length === 0) setImmediate(() => this.#send());
      this.#unsent.push({ id: this.#lastId, request });
    });
  }

  setFlag(value: 0 | 1): void {
    Atomics.store(this.#flag, 0, value);
  }

  /** Ends the thread when its current statement has ended. */
  terminate(): void {
    void this.#worker.terminate();
  }

  /** Sends the last request, which ends the thread. Resolves when the thread has ended. */
  async close(request: T): Promise<void> {
    await this.request(request).catch(() => undefined);
    await this.ended;
  }

  #send(): void {
    const requests = this.#unsent;
    this.#unsent = [];
    this.#worker.postMessage(requests);
  }

  #receive(responses: readonly ThreadResponse[]): void {
    if (responses.length === 0) this.#take(0)?.resolve(undefined);
    for (const response of responses) {
      const pending = this.#take(response.id);
      if ('error' in response) pending?.reject(fromSentError(response.error));
      else pending?.resolve(response.value);
    }
  }

  #take(id: number): PendingRequest | undefined {
    const pendingRequest = this.#pending.get(id);
    this.#pending.delete(id);
    // A process may exit while a store is open, but not while an operation runs.
    if (this.#pending.size === 0) this.#worker.unref();
    return pendingRequest;
  }

  /** Rejects the pending requests and all later ones. */
  #end(error: Error): void {
    this.#hasEnded = true;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
  }
}

/** Returns the options of this process that affect module resolution. Other options are omitted, because they may contain a program from the command line. */
function listModuleOptions(options: readonly string[]): string[] {
  return options.flatMap((option, index) => {
    if (/^(--conditions|--import)=/.test(option)) return [option];
    const value = options[index + 1];
    return /^(-C|--conditions|--import)$/.test(option) && value !== undefined ? [option, value] : [];
  });
}

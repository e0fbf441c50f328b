import { runForAll } from './request-signal.ts';

/** Maximum time in milliseconds to wait for the end of a running read before the next one starts, so that one stalled read does not delay all requests. */
const MAX_WAIT_MS = 100;

interface RunningRead<Value> {
  readonly result: Promise<Value>;
  next: Promise<Value> | undefined;
}

/**
 * Shares reads between requests. While a read runs, all requests for the same key share the next read, which starts after they have arrived. So a
 * request never receives data that are older than the request, as if it had read them itself.
 */
export class SharedReads<Value> {
  readonly #read: (key: string) => Promise<Value>;
  /** The read of each key that started last and has not ended. */
  readonly #running = new Map<string, RunningRead<Value>>();

  constructor(read: (key: string) => Promise<Value>) {
    this.#read = read;
  }

  read(key: string): Promise<Value> {
    const running = this.#running.get(key);
    if (!running) return this.#start(key);
    running.next ??= waitForEnd(running.result).then(() => this.#start(key));
    return running.next;
  }

  #start(key: string): Promise<Value> {
    const running: RunningRead<Value> = { result: runForAll(() => this.#read(key)), next: undefined };
    this.#running.set(key, running);
    const end = () => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    running.result.then(end, end);
    return running.result;
  }
}

/** Resolves when a read has ended or failed, or after `MAX_WAIT_MS`. */
function waitForEnd(read: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    read.then(end, end);
  });
}

import { setImmediate } from 'node:timers/promises';
import { runForAll } from './request-signal.ts';

/** Maximum time in milliseconds to wait for the end of a running read before the next one starts, so that one stalled read does not delay all requests. */
const MAX_WAIT_MS = 100;

/** The reads of one key. */
interface KeyReads<Value> {
  /** The read that started last; undefined if it has ended. */
  running: Promise<Value> | undefined;
  /** The read that has not started yet. */
  next: Promise<Value> | undefined;
}

/**
 * Shares reads between requests. All requests for the same key that arrive before a read starts share it: those of one event loop iteration, and those
 * that arrive while the read before it runs. So a request never receives data that are older than the request, as if it had read them itself.
 */
export class SharedReads<Value> {
  readonly #read: (key: string) => Promise<Value>;
  readonly #reads = new Map<string, KeyReads<Value>>();

  constructor(read: (key: string) => Promise<Value>) {
    this.#read = read;
  }

  read(key: string): Promise<Value> {
    const reads = this.#reads.get(key) ?? { running: undefined, next: undefined };
    this.#reads.set(key, reads);
    reads.next ??= runForAll(() => this.#readNext(key, reads));
    return reads.next;
  }

  async #readNext(key: string, reads: KeyReads<Value>): Promise<Value> {
    if (reads.running) await waitForEnd(reads.running);
    await setImmediate();
    reads.next = undefined;
    const running = this.#read(key);
    reads.running = running;
    try {
      return await running;
    } finally {
      if (reads.running === running) reads.running = undefined;
      const isIdle = !reads.running && !reads.next;
      if (isIdle && this.#reads.get(key) === reads) this.#reads.delete(key);
    }
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

import { setImmediate } from 'node:timers/promises';
import { runForAll } from './request-signal.ts';

/** Maximum time in milliseconds to wait for the end of a running read before the next one starts, so that one stalled read does not delay all requests. */
const MAX_WAIT_MS = 100;

/** Maximum number of values that are kept until the next commit. */
const MAX_KEPT_VALUES = 200;

/** The reads of one key. */
interface KeyReads<Value> {
  /** The read that started last; undefined if it has ended. */
  running: Promise<Value> | undefined;
  /** The read that has not started yet. */
  next: Promise<Value> | undefined;
}

/**
 * Shares reads between requests. All requests for the same key that arrive before a read starts share it: those of one event loop iteration, and those
 * that arrive while the read before it runs. So a request never receives data that are older than the request, as if it had read them itself. Values are
 * also kept as long as the version of the data is the same, because another read would return the same value.
 */
export class SharedReads<Value> {
  readonly #read: (key: string) => Promise<Value>;
  readonly #getDataVersion: () => number | undefined;
  readonly #reads = new Map<string, KeyReads<Value>>();
  /** Values that were read completely from data of the version `#keptVersion`, by key. */
  readonly #kept = new Map<string, Promise<Value>>();
  #keptVersion: number | undefined;

  /** @param getDataVersion returns the number of `Database.dataVersion` */
  constructor(read: (key: string) => Promise<Value>, getDataVersion: () => number | undefined) {
    this.#read = read;
    this.#getDataVersion = getDataVersion;
  }

  read(key: string): Promise<Value> {
    const kept = this.#getKept(key);
    if (kept) return kept;
    const reads = this.#reads.get(key) ?? { running: undefined, next: undefined };
    this.#reads.set(key, reads);
    reads.next ??= runForAll(() => this.#readNext(key, reads));
    return reads.next;
  }

  async #readNext(key: string, reads: KeyReads<Value>): Promise<Value> {
    if (reads.running) await waitForEnd(reads.running);
    await setImmediate();
    reads.next = undefined;
    const version = this.#getDataVersion();
    const running = this.#read(key);
    reads.running = running;
    try {
      const value = await running;
      this.#keep(key, running, version);
      return value;
    } finally {
      if (reads.running === running) reads.running = undefined;
      const isIdle = !reads.running && !reads.next;
      if (isIdle && this.#reads.get(key) === reads) this.#reads.delete(key);
    }
  }

  /** Returns the value that was read from the current data; undefined if it is unknown. */
  #getKept(key: string): Promise<Value> | undefined {
    const version = this.#getDataVersion();
    if (version === undefined) return undefined;
    if (version !== this.#keptVersion) this.#kept.clear();
    this.#keptVersion = version;
    return this.#kept.get(key);
  }

  /** Keeps a value. @param version version of the data before the read started. Without a commit since then, the value is from this version. */
  #keep(key: string, value: Promise<Value>, version: number | undefined): void {
    if (version === undefined || version !== this.#keptVersion || version !== this.#getDataVersion()) return;
    if (this.#kept.size >= MAX_KEPT_VALUES) this.#kept.clear();
    this.#kept.set(key, value);
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

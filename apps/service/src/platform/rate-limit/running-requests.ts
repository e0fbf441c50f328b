import { HttpError } from '../errors/errors.ts';

/** Limits of the concurrent requests of one key or one client IP address. */
export interface ConcurrencyQuota {
  /** Maximum number of running requests; undefined for no limit. */
  readonly requests?: number | undefined;
  /** Maximum total size in bytes of the buffered bodies of the running requests; undefined for no limit. A single request may always buffer a body. */
  readonly bytes?: number | undefined;
}

/** Quotas by type of client. */
export interface ConcurrencyOptions {
  /** Quota of each API key. */
  readonly key?: ConcurrencyQuota | undefined;
  /** Quota of each client IP address, for requests without a valid key. */
  readonly anonymous?: ConcurrencyQuota | undefined;
}

export interface Concurrency {
  readonly key: RunningRequests;
  readonly anonymous: RunningRequests;
}

/** A running request. It counts toward the limits until its response was sent. */
export interface RunningRequest {
  /** Counts a buffered body of the request or the response. @throws HttpError if the running requests would buffer more bytes than their quota */
  hold(bytes: number): void;
  /** Ends the request, and releases its bytes. */
  end(): void;
}

/** Value of `Retry-After` in seconds. Most requests take less time. */
const RETRY_AFTER = { 'retry-after': '1' };

interface Held {
  requests: number;
  bytes: number;
}

export function createConcurrency({ key, anonymous }: ConcurrencyOptions = {}): Concurrency {
  return { key: new RunningRequests('API key', key), anonymous: new RunningRequests('IP address', anonymous) };
}

/** Counts running requests and their bytes by name. Only names with running requests take memory. */
export class RunningRequests {
  readonly #kind: string;
  readonly #quota: ConcurrencyQuota;
  readonly #held = new Map<string, Held>();
  readonly #total: Held = { requests: 0, bytes: 0 };

  /** Creates the counters. @param kind noun for a name in error messages */
  constructor(kind: string, quota: ConcurrencyQuota = {}) {
    this.#kind = kind;
    this.#quota = quota;
  }

  /** Number of running requests of all names. */
  get requests(): number {
    return this.#total.requests;
  }

  /** Number of bytes that the running requests of all names buffer. */
  get bytes(): number {
    return this.#total.bytes;
  }

  /** Counts a request that starts. @throws HttpError if too many requests of this name are running */
  start(name: string): RunningRequest {
    const heldResources = this.#held.get(name) ?? { requests: 0, bytes: 0 };
    const { requests = Number.POSITIVE_INFINITY } = this.#quota;
    if (heldResources.requests >= requests) {
      const message = `${requests} requests of this ${this.#kind} are running, which is the maximum: wait for their responses`;
      throw new HttpError('rate_limited', message, { headers: RETRY_AFTER });
    }
    this.#held.set(name, heldResources);
    const add = (count: number, bytes: number) => {
      for (const each of [heldResources, this.#total]) {
        each.requests += count;
        each.bytes += bytes;
      }
    };
    add(1, 0);
    let own = 0;
    let isRunning = true;
    return {
      hold: (bytes) => {
        this.#checkBytes(heldResources.bytes - own, own + bytes);
        // A handler can continue after the deadline, when its response was already sent.
        if (!isRunning) return;
        own += bytes;
        add(0, bytes);
      },
      end: () => {
        if (!isRunning) return;
        isRunning = false;
        add(-1, -own);
        if (heldResources.requests === 0) this.#held.delete(name);
      },
    };
  }

  #checkBytes(otherBytes: number, own: number): void {
    const { bytes = Number.POSITIVE_INFINITY } = this.#quota;
    if (otherBytes === 0 || otherBytes + own <= bytes) return;
    throw new HttpError(
      'rate_limited',
      `The bodies of the running requests of this ${this.#kind} have ${otherBytes} bytes, and the body of this request would exceed the maximum of ${bytes}: send fewer requests at a time`,
      { headers: RETRY_AFTER },
    );
  }
}

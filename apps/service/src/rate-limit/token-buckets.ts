/** So many requests in so many seconds: a full bucket may be emptied at once, and fills up evenly within the window. */
export interface Quota {
  readonly requests: number;
  /** Seconds. */
  readonly window: number;
}

export interface Taken {
  readonly granted: boolean;
  /** Whole requests that are left. */
  readonly remaining: number;
  /** Seconds until the next request is granted; 0 where it would be now. */
  readonly wait: number;
  /** Seconds until the bucket is full again. */
  readonly reset: number;
}

interface Bucket {
  tokens: number;
  /** Seconds. */
  at: number;
}

/** Stands for all names that there is no room for. */
const OTHERS = Symbol('others');

/**
 * A token bucket for each name, of at most so many names: then full ones are let go of, as they say no more than a new one would; and where
 * there is none, all further names share one, so that many names do not get around the limit.
 */
export class TokenBuckets {
  readonly #quota: Quota;
  readonly #now: () => number;
  readonly #most: number;
  readonly #buckets = new Map<string | typeof OTHERS, Bucket>();

  /** @param now seconds, of a clock that never goes back */
  constructor(quota: Quota, { now = () => performance.now() / 1000, most = 10_000 } = {}) {
    this.#quota = quota;
    this.#now = now;
    this.#most = most;
  }

  get size(): number {
    return this.#buckets.size;
  }

  take(name: string): Taken {
    const { requests, window } = this.#quota;
    const now = this.#now();
    const key = this.#buckets.has(name) || this.#hasRoom(now) ? name : OTHERS;
    const before = this.#buckets.get(key);
    const tokens = before ? this.#tokens(before, now) : requests;
    const granted = tokens >= 1;
    const left = granted ? tokens - 1 : tokens;
    // Put in anew, so that the first one is always the one that was not asked for longest.
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: left, at: now });
    const seconds = (count: number) => (Math.max(0, count) * window) / requests;
    return { granted, remaining: Math.floor(left), wait: seconds(1 - left), reset: seconds(requests - left) };
  }

  #tokens({ tokens, at }: Bucket, now: number): number {
    const { requests, window } = this.#quota;
    return Math.min(requests, tokens + ((now - at) * requests) / window);
  }

  #hasRoom(now: number): boolean {
    if (this.#buckets.size < this.#most) return true;
    const [[oldest, bucket] = []] = this.#buckets;
    if (oldest === undefined || !bucket || this.#tokens(bucket, now) < this.#quota.requests) return false;
    return this.#buckets.delete(oldest);
  }
}

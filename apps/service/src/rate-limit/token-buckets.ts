import { NAME_LIMITS } from '../name-limits.ts';

/** A number of requests per time window. A full bucket allows all of them at once, and refills at a constant rate. */
export interface Quota {
  readonly requests: number;
  /** Seconds. */
  readonly window: number;
}

export interface RateLimitDecision {
  readonly granted: boolean;
  /** Number of whole requests that remain. */
  readonly remaining: number;
  /** Seconds until the next request is allowed; 0 if it is allowed now. */
  readonly wait: number;
  /** Seconds until the bucket is full. */
  readonly reset: number;
}

interface Bucket {
  tokens: number;
  /** Seconds. */
  at: number;
}

/** Key of the bucket shared by all names beyond the maximum. */
const OTHER_NAMES = Symbol('others');

/**
 * Token buckets by name, with a bounded number of names. When the map is full, a full bucket is removed, because a new bucket would be in the same
 * state. If no bucket is full, all further names share one bucket, so that a caller cannot bypass the limit by using many names.
 */
export class TokenBuckets {
  readonly #quota: Quota;
  readonly #now: () => number;
  readonly #maxNames: number;
  readonly #buckets = new Map<string | typeof OTHER_NAMES, Bucket>();

  /** Creates the buckets for a quota. @param now monotonic clock that returns seconds */
  constructor(
    quota: Quota,
    {
      now = () => performance.now() / 1000,
      maxNames = NAME_LIMITS.rateLimitedNames,
    }: { now?: () => number; maxNames?: number } = {},
  ) {
    this.#quota = quota;
    this.#now = now;
    this.#maxNames = maxNames;
  }

  get size(): number {
    return this.#buckets.size;
  }

  take(name: string): RateLimitDecision {
    const { requests, window } = this.#quota;
    const now = this.#now();
    const key = this.#buckets.has(name) || this.#hasRoom(now) ? name : OTHER_NAMES;
    const bucket = this.#buckets.get(key);
    const tokens = bucket ? this.#tokens(bucket, now) : requests;
    const isGranted = tokens >= 1;
    const remainingTokens = isGranted ? tokens - 1 : tokens;
    // The bucket moves to the end of the map; the first entry is the least recently used one.
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: remainingTokens, at: now });
    const computeSeconds = (count: number) => (Math.max(0, count) * window) / requests;
    return {
      granted: isGranted,
      remaining: Math.floor(remainingTokens),
      wait: computeSeconds(1 - remainingTokens),
      reset: computeSeconds(requests - remainingTokens),
    };
  }

  #tokens({ tokens, at }: Bucket, now: number): number {
    const { requests, window } = this.#quota;
    return Math.min(requests, tokens + ((now - at) * requests) / window);
  }

  #hasRoom(now: number): boolean {
    if (this.#buckets.size < this.#maxNames) return true;
    const [[oldest, bucket] = []] = this.#buckets;
    if (oldest === undefined || !bucket || this.#tokens(bucket, now) < this.#quota.requests) return false;
    return this.#buckets.delete(oldest);
  }
}

import { NAME_LIMITS } from '../database/name-limits.ts';

/** A number of requests per time window. A full bucket allows this number of requests at once, and refills at a constant rate. */
export interface Quota {
  readonly requests: number;
  /** Length of the window in seconds. */
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
  /** Time in seconds. */
  at: number;
}

/**
 * Token buckets by name, with a bounded number of names. When the map is full, a new name takes over the least recently used bucket with its tokens.
 * So a client that uses many names gets no more tokens than all buckets together, and does not keep other clients out, because the least recently
 * used bucket has refilled the longest.
 */
export class TokenBuckets {
  readonly #quota: Quota;
  readonly #now: () => number;
  readonly #maxNames: number;
  readonly #buckets = new Map<string, Bucket>();

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
    const bucket = this.#buckets.get(name) ?? this.#evictBucket();
    const tokens = bucket ? this.#tokens(bucket, now) : requests;
    const isGranted = tokens >= 1;
    const remainingTokens = isGranted ? tokens - 1 : tokens;
    // The bucket moves to the end of the map; the first entry is the least recently used one.
    this.#buckets.delete(name);
    this.#buckets.set(name, { tokens: remainingTokens, at: now });
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

  /** Removes and returns the least recently used bucket if there is no space for another one. */
  #evictBucket(): Bucket | undefined {
    const [[name, bucket] = []] = this.#buckets;
    if (this.#buckets.size < this.#maxNames || name === undefined) return undefined;
    this.#buckets.delete(name);
    return bucket;
  }
}

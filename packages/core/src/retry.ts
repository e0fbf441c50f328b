/**
 * Exponential backoff with jitter. The wait doubles with each attempt, and its random part prevents clients that failed at the same time from
 * retrying at the same time.
 */
export interface Backoff {
  /** Maximum wait after the first attempt in milliseconds. */
  readonly firstMs: number;
  /** Maximum wait after any attempt in milliseconds. Default: no maximum. */
  readonly maxMs?: number;
  /** The random fraction of the wait, from 0 to 1. Default: 1, which is full jitter. */
  readonly jitter?: number;
}

/** Returns the wait after a failed attempt in milliseconds. @param attempt number of the attempt, counted from 1 */
export function computeBackoffMs(
  attempt: number,
  { firstMs, maxMs = Number.POSITIVE_INFINITY, jitter = 1 }: Backoff,
  random: () => number = Math.random,
): number {
  const maxDelayMs = Math.min(firstMs * 2 ** (attempt - 1), maxMs);
  return maxDelayMs * (1 - jitter * random());
}

export interface RetryOptions {
  readonly maxAttempts: number;
  /** Returns whether another attempt can succeed. */
  readonly isRetryable: (error: unknown) => boolean;
  /** Returns the wait before the next attempt in milliseconds. @param attempt number of the failed attempt, counted from 1 */
  readonly delayMs: (error: unknown, attempt: number) => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/** Runs an operation until it succeeds, up to `maxAttempts` times. @throws the error of the last attempt */
export async function retry<T>(operation: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation(attempt);
    } catch (error) {
      if (attempt >= options.maxAttempts || !options.isRetryable(error)) throw error;
      await options.sleep(options.delayMs(error, attempt));
    }
  }
}

/** The headers of a response in the form in which `fetch` or Octokit returns them. */
export type HeaderSource = Pick<Headers, 'get'> | Readonly<Record<string, string | number | undefined>>;

/** Information about the rate limit in addition to the headers. */
export interface RateLimitHints {
  /** The current time in milliseconds since 1970. Default: the system clock. */
  readonly now?: number;
  /** Whether the status alone indicates that the limit is reached, as 429 does, even without any header. Default: false. */
  readonly isLimited?: boolean;
}

/** Returns the wait that a response requests, in milliseconds: its Retry-After header, or otherwise the reset time of an exhausted rate limit. */
export function getRequestedDelayMs(headers: HeaderSource, hints: RateLimitHints = {}): number | undefined {
  return retryAfterMs(headers, hints.now) ?? getRateLimitResetMs(headers, hints);
}

/** Returns the Retry-After header in milliseconds; it contains seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfterMs(headers: HeaderSource, now: number = Date.now()): number | undefined {
  const value = getHeader(headers, 'retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  // Every format of an HTTP date starts with the name of a weekday.
  const date = /^[A-Za-z]/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Limit between the two meanings of a reset time, because services use both: larger values are seconds since 1970, and smaller ones are seconds from
 * now.
 */
const MIN_RESET_TIMESTAMP_S = 1_000_000_000;

/**
 * Returns the milliseconds until an exhausted rate limit allows requests again. Supported headers are `RateLimit: "name";r=0;t=30` of the IETF draft,
 * and the older `RateLimit-Remaining` and `RateLimit-Reset`, with or without `X-`.
 */
export function getRateLimitResetMs(
  headers: HeaderSource,
  { now = Date.now(), isLimited = false }: RateLimitHints = {},
): number | undefined {
  const draft = getHeader(headers, 'ratelimit') ?? '';
  const remainingCalls = /(?:^|[;\s,])(?:r|remaining)=(\d+)/.exec(draft)?.[1];
  const reset = /(?:^|[;\s,])(?:t|reset)=(\d+)/.exec(draft)?.[1];
  if (remainingCalls !== undefined && reset !== undefined) {
    return Number(remainingCalls) === 0 ? Number(reset) * 1_000 : undefined;
  }
  for (const prefix of ['ratelimit', 'x-ratelimit']) {
    const remainingCalls = getHeader(headers, `${prefix}-remaining`);
    const seconds = getHeader(headers, `${prefix}-reset`)?.trim() ?? '';
    const isUsedUp = remainingCalls === undefined ? isLimited : Number(remainingCalls) === 0;
    if (!isUsedUp || !/^\d+(?:\.\d+)?$/.test(seconds)) continue;
    const milliseconds = Number(seconds) * 1_000;
    return Number(seconds) > MIN_RESET_TIMESTAMP_S ? Math.max(0, milliseconds - now) : milliseconds;
  }
  return undefined;
}

function getHeader(headers: HeaderSource, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const value = (headers as Readonly<Record<string, string | number | undefined>>)[name];
  return value === undefined ? undefined : String(value);
}

import { computeBackoffMs } from '@context-sync/core/retry';

const BACKOFF = { firstMs: 1_000, maxMs: 60_000, jitter: 0.5 };
/** Maximum wait in milliseconds. If the service requests a longer delay, the next attempt is made after this time. */
const MAX_RETRY_AFTER_MS = 300_000;

/** Returns the wait before a retry, which is never shorter than `Retry-After`. @param attempt number of the attempt, counted from 0 */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined, random: () => number): number {
  return Math.max(computeBackoffMs(attempt + 1, BACKOFF, random), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

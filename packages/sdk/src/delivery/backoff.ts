import { backoffMs } from '@context-sync/core/retry';

const BACKOFF = { firstMs: 1_000, maxMs: 60_000, jitter: 0.5 };
/** If the service requests a longer delay, the next attempt is made after this time. */
const MAX_RETRY_AFTER_MS = 300_000;

/** Returns how long to wait before a retry, never shorter than `Retry-After`. @param attempt counted from 0 */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined, random: () => number): number {
  return Math.max(backoffMs(attempt + 1, BACKOFF, random), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

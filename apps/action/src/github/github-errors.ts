import { SYSTEM_CLOCK } from '@context-sync/sync';
import { backoffMs, type WaitClock } from './retries.ts';

/** Shortest wait for a limit to be over, in milliseconds. */
const MIN_RETRY_DELAY_MS = 500;
/** Longest wait that GitHub is granted when it says how long to wait, in milliseconds. */
const WAIT_LIMIT = 90_000;

/** Status of a failed request; undefined where there was none. A failed connection is reported as 500. */
export function statusOf(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : undefined;
}

/** The headers of a failed answer, where one came. */
function headersOf(error: unknown): Record<string, string | undefined> {
  const response = (error as { response?: { headers?: Record<string, string | undefined> } } | null)?.response;
  return response?.headers ?? {};
}

/** Whether GitHub is asking to slow down: 429, or 403 with a sign of a rate limit. */
function isRateLimit(error: unknown): boolean {
  const status = statusOf(error);
  const headers = headersOf(error);
  const said = error instanceof Error && /rate limit/i.test(error.message);
  const limited = headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0' || said;
  return status === 429 || (status === 403 && limited);
}

/** Whether the answer is a clear no, which stays no however often it is asked. */
export function isPermanentFailure(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status < 500 && !isRateLimit(error);
}

/**
 * Milliseconds until the next try: what `Retry-After` or `X-RateLimit-Reset` ask for, at most 90,000; otherwise a doubling wait with jitter.
 * Source: GitHub's "Best practices for using the REST API", "Handle rate limit errors appropriately".
 * @param attempt from 1
 */
export function retryDelayMs(
  error: unknown,
  attempt: number,
  { date }: Pick<WaitClock, 'date'> = SYSTEM_CLOCK,
): number {
  const { 'retry-after': after, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset } = headersOf(error);
  if (after !== undefined && /^\d+$/.test(after)) return Math.min(Number(after) * 1_000, WAIT_LIMIT);
  if (remaining === '0' && reset !== undefined && /^\d+$/.test(reset)) {
    return Math.min(Math.max(Number(reset) * 1_000 - date(), MIN_RETRY_DELAY_MS), WAIT_LIMIT);
  }
  return backoffMs(attempt);
}

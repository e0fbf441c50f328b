import { computeBackoffMs, getRateLimitResetMs, retryAfterMs } from '@context-sync/core';
import { SYSTEM_CLOCK } from '@context-sync/sync';
import { REQUEST_BACKOFF, type WaitClock } from './request-retry.ts';

/** Minimum wait for the reset of a rate limit, in milliseconds. */
const MIN_RETRY_DELAY_MS = 500;
/** Maximum wait before the next attempt, in milliseconds. */
const MAX_RETRY_DELAY_MS = 90_000;

/** Returns the status of a failed request; undefined if there was no response. For a failed connection, Octokit sets the status 500. */
export function getStatus(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : undefined;
}

/** Returns the headers of an error response; an empty object if there was no response. */
function getHeaders(error: unknown): Record<string, string | number | undefined> {
  const response = (error as { response?: { headers?: Record<string, string | number | undefined> } } | null)?.response;
  return response?.headers ?? {};
}

/** Returns whether the request exceeded a rate limit: the status is 429, or 403 with the headers or the message of a rate limit. */
function isRateLimit(error: unknown): boolean {
  const status = getStatus(error);
  const headers = getHeaders(error);
  const isRateLimitError = error instanceof Error && /rate limit/i.test(error.message);
  const hasLimitHeaders =
    headers['retry-after'] !== undefined || String(headers['x-ratelimit-remaining']) === '0' || isRateLimitError;
  return status === 429 || (status === 403 && hasLimitHeaders);
}

/** Returns whether a retry cannot succeed: the status is below 500, and the request did not exceed a rate limit. */
export function isPermanentFailure(error: unknown): boolean {
  const status = getStatus(error);
  return status !== undefined && status < 500 && !isRateLimit(error);
}

/**
 * Returns the wait before the next attempt in milliseconds: the time in `Retry-After` or `X-RateLimit-Reset`, at most 90,000; otherwise, an
 * exponential backoff. See "Handle rate limit errors appropriately" in GitHub's "Best practices for using the REST API".
 * @param attempt number of the failed attempt, counted from 1
 */
export function retryDelayMs(
  error: unknown,
  attempt: number,
  { date }: Pick<WaitClock, 'date'> = SYSTEM_CLOCK,
): number {
  const headers = getHeaders(error);
  const now = date();
  const requestedMs = retryAfterMs(headers, now);
  if (requestedMs !== undefined) return Math.min(requestedMs, MAX_RETRY_DELAY_MS);
  const reset = getRateLimitResetMs(headers, { now });
  if (reset === undefined) return computeBackoffMs(attempt, REQUEST_BACKOFF);
  return Math.min(Math.max(reset, MIN_RETRY_DELAY_MS), MAX_RETRY_DELAY_MS);
}

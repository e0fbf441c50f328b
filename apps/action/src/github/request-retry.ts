import { retry } from '@context-sync/core';
import type { Clock } from '@context-sync/sync';

/** Attempts at one request to the host of the state: with the backoff, about half a minute in all. */
export const MAX_ATTEMPTS = 7;

/** Half of each wait is jitter, so that writers that collided once do not collide again. */
export const REQUEST_BACKOFF = { firstMs: 500, jitter: 0.5 };

/** The part of a clock that waiting needs; tests bring their own. */
export type WaitClock = Pick<Clock, 'date' | 'sleep'>;

/** The handling of a host's failures. */
export interface FailureRules {
  /** Whether the host rejected the request, so that another attempt cannot succeed. */
  isPermanentFailure(error: unknown): boolean;
  /** How long to wait before the next attempt, in milliseconds. @param attempt the failed one, counted from 1 */
  retryDelayMs(error: unknown, attempt: number): number;
  readonly clock: WaitClock;
}

/** Runs a request that may be repeated until it succeeds. @throws the error that `toError` makes of the last failure */
export async function retryRequest<T>(
  request: () => Promise<T>,
  { isPermanentFailure, retryDelayMs, clock }: FailureRules,
  toError: (error: unknown) => Error,
): Promise<T> {
  try {
    return await retry(request, {
      maxAttempts: MAX_ATTEMPTS,
      isRetryable: (error) => !isPermanentFailure(error),
      delayMs: retryDelayMs,
      sleep: (milliseconds) => clock.sleep(milliseconds),
    });
  } catch (error) {
    throw toError(error);
  }
}

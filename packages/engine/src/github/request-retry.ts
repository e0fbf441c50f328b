import { retry } from '@context-sync/core';
import type { Clock } from '@context-sync/sync';

/** The maximum number of attempts for one request to the host of the state. With the backoff, all attempts take about half a minute. */
export const MAX_ATTEMPTS = 7;

/** Backoff between attempts. Half of each wait is jitter, so that writers that collided once do not collide again. */
export const REQUEST_BACKOFF = { firstMs: 500, jitter: 0.5 };

/** The functions of a clock that waiting requires. Tests replace them. */
export type WaitClock = Pick<Clock, 'date' | 'sleep'>;

/** Functions that classify the failures of a host. */
export interface FailureRules {
  /** Returns whether another attempt cannot succeed because the host rejected the request. */
  isPermanentFailure(error: unknown): boolean;
  /**
   * Returns the wait before the next attempt in milliseconds.
   * @param attempt number of the failed attempt, counted from 1
   */
  retryDelayMs(error: unknown, attempt: number): number;
  readonly clock: WaitClock;
}

/**
 * Sends an idempotent request until it succeeds or the attempts are used up.
 * @throws the error that `toError` returns for the last failure
 */
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

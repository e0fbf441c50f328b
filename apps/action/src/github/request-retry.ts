import { retry } from '@context-sync/core';
import type { Clock } from '@context-sync/sync';

/** The maximum number of attempts for one request to the host of the state. With the backoff, they take about half a minute in total. */
export const MAX_ATTEMPTS = 7;

/** Half of each wait is jitter, so that writers that collided once do not collide again. */
export const REQUEST_BACKOFF = { firstMs: 500, jitter: 0.5 };

/** The clock function that a wait requires. Tests provide their own. */
export type WaitClock = Pick<Clock, 'date' | 'sleep'>;

/** Rules for handling the failures of a host. */
export interface FailureRules {
  /** Returns whether the host rejected the request, so that another attempt cannot succeed. */
  isPermanentFailure(error: unknown): boolean;
  /** Returns how long to wait before the next attempt, in milliseconds. @param attempt number of the failed attempt, counted from 1 */
  retryDelayMs(error: unknown, attempt: number): number;
  readonly clock: WaitClock;
}

/** Repeats an idempotent request until it succeeds. @throws the error that `toError` returns for the last failure */
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

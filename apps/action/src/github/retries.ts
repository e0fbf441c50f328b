import type { Clock } from '@context-sync/sync';

/** Tries of one request: with doubling waits, about half a minute in all. */
export const ATTEMPTS = 7;

const FIRST_DELAY_MS = 500;

/** What a store knows of the failures of the place that it asks. */
export interface FailureRules {
  /** Whether the answer is a clear no, which stays no however often it is asked. */
  isPermanentFailure(error: unknown): boolean;
  /** Milliseconds until the next try. @param attempt from 1 */
  retryDelayMs(error: unknown, attempt: number): number;
  readonly clock: WaitClock;
}

/** What a store waits by; tests bring their own. */
export type WaitClock = Pick<Clock, 'date' | 'sleep'>;

/** Milliseconds until the next try: doubling, with chance, so that writers that met once do not meet again. @param attempt from 1 */
export function backoffMs(attempt: number): number {
  return (0.5 + Math.random() / 2) * FIRST_DELAY_MS * 2 ** (attempt - 1);
}

/** Tries a request that may be repeated until it is answered. @throws what `cannot` makes of the last failure */
export async function retry<T>(
  request: () => Promise<T>,
  { isPermanentFailure, retryDelayMs, clock }: FailureRules,
  cannot: (error: unknown) => Error,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (isPermanentFailure(error) || attempt === ATTEMPTS) throw cannot(error);
      await clock.sleep(retryDelayMs(error, attempt));
    }
  }
}

import { type ApiResponse, getRateLimitResetMs, getRequestedDelayMs } from '@context-sync/core';
import type { Clock } from './clock.ts';
import { Signal } from './wait-signal.ts';

/** Maximum pause that a service can request, in milliseconds. */
const MAX_PAUSE_MS = 60_000;
/** Time in milliseconds during which further overload responses count as a single one. */
const OVERLOAD_WINDOW_MS = 1_000;
/** Pause after an overload response without a wait time, in milliseconds. */
const DEFAULT_PAUSE_MS = 1_000;
/** Interval at which paused requests check whether the run was canceled, in milliseconds. */
const POLL_INTERVAL_MS = 250;

/** The parts of a response that contain the rate limit. */
export type RateSignal = Pick<ApiResponse, 'status' | 'headers'>;

/**
 * Limits the number of concurrent requests by additive increase and multiplicative decrease (AIMD). The limit increases by one after each round of
 * successes, and is halved after 429 or 503. No request is sent while a Retry-After or RateLimit header requires a wait, for at most one minute.
 */
export class ConcurrencyLimiter {
  readonly #max: number;
  readonly #clock: Pick<Clock, 'now' | 'sleep'>;
  #limit: number;
  #running = 0;
  #pausedUntil = 0;
  #lastOverload = Number.NEGATIVE_INFINITY;
  readonly #released = new Signal();

  /** Creates a limiter. @param max maximum number of concurrent requests while the service is not overloaded */
  constructor(max: number, clock: Pick<Clock, 'now' | 'sleep'>) {
    this.#max = max;
    this.#limit = max;
    this.#clock = clock;
  }

  /** The current limit of concurrent requests. */
  get limit(): number {
    return Math.max(1, Math.floor(this.#limit));
  }

  /** Runs `work` as soon as the limit allows it. @returns false if `isCanceled` returned true before the work was started */
  async run(work: () => Promise<void>, isCanceled: () => boolean): Promise<boolean> {
    while (this.#running >= this.limit) await this.#released.wait();
    this.#running += 1;
    try {
      for (;;) {
        if (isCanceled()) return false;
        const pause = this.#pausedUntil - this.#clock.now();
        if (pause <= 0) break;
        await this.#clock.sleep(Math.min(pause, POLL_INTERVAL_MS));
      }
      await work();
      return true;
    } finally {
      this.#running -= 1;
      this.#released.notify();
    }
  }

  /** Adapts the limit to the status and headers of a response. */
  onResponse({ status, headers }: RateSignal): void {
    const now = this.#clock.now();
    if (status === 429 || status === 503) {
      if (now - this.#lastOverload >= OVERLOAD_WINDOW_MS) this.#limit = Math.max(1, this.#limit / 2);
      this.#lastOverload = now;
      this.#pause(getRequestedDelayMs(headers, { isLimited: status === 429 }) ?? DEFAULT_PAUSE_MS);
    } else {
      if (status < 400) this.#limit = Math.min(this.#max, this.#limit + 1 / this.#limit);
      const reset = getRateLimitResetMs(headers);
      if (reset !== undefined) this.#pause(reset);
    }
  }

  #pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + Math.min(milliseconds, MAX_PAUSE_MS));
  }
}

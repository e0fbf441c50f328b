import { rateLimitResetMs, requestedDelayMs } from '@context-sync/core';
import { Notice } from './notice.ts';
import type { Clock } from './run.ts';

/** Longest wait that a service is granted when it asks for one, in milliseconds. */
const PAUSE_LIMIT = 60_000;
/** Milliseconds in which further signs of overload count as the same one. */
const SAME_SIGN = 1_000;
/** Milliseconds of rest after an overload without a word on how long to wait. */
const REST = 1_000;
/** Milliseconds after which somebody who pauses looks whether to go on at all. */
const LOOK_AROUND = 250;

/** What an answer says about pace. */
export interface PaceSign {
  readonly status: number;
  readonly headers: Headers;
}

/**
 * How many requests may be under way: one more for each round of good answers, half after an answer of 429 or 503, and none for as long as
 * the service asks for in Retry-After or RateLimit headers, up to a minute.
 */
export class Pace {
  readonly #max: number;
  readonly #clock: Pick<Clock, 'now' | 'sleep'>;
  #limit: number;
  #underWay = 0;
  #pausedUntil = 0;
  #lastOverload = Number.NEGATIVE_INFINITY;
  readonly #freed = new Notice();

  /** @param max requests at a time when all goes well */
  constructor(max: number, clock: Pick<Clock, 'now' | 'sleep'>) {
    this.#max = max;
    this.#limit = max;
    this.#clock = clock;
  }

  /** Requests at a time, just now. */
  get limit(): number {
    return Math.max(1, Math.floor(this.#limit));
  }

  /** Does `work` as soon as it may be done. @returns false where `isOver` came first, and nothing was done */
  async take(work: () => Promise<void>, isOver: () => boolean): Promise<boolean> {
    while (this.#underWay >= this.limit) await this.#freed.wait();
    this.#underWay += 1;
    try {
      for (;;) {
        if (isOver()) return false;
        const pause = this.#pausedUntil - this.#clock.now();
        if (pause <= 0) break;
        await this.#clock.sleep(Math.min(pause, LOOK_AROUND));
      }
      await work();
      return true;
    } finally {
      this.#underWay -= 1;
      this.#freed.give();
    }
  }

  /** Takes note of an answer. */
  observe({ status, headers }: PaceSign): void {
    const now = this.#clock.now();
    if (status === 429 || status === 503) {
      if (now - this.#lastOverload >= SAME_SIGN) this.#limit = Math.max(1, this.#limit / 2);
      this.#lastOverload = now;
      this.#pause(requestedDelayMs(headers, { isLimited: status === 429 }) ?? REST);
    } else {
      if (status < 400) this.#limit = Math.min(this.#max, this.#limit + 1 / this.#limit);
      const reset = rateLimitResetMs(headers);
      if (reset !== undefined) this.#pause(reset);
    }
  }

  #pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + Math.min(milliseconds, PAUSE_LIMIT));
  }
}

import type { Clock } from '../apply/clock.ts';

/** Maximum duration of a simulation in milliseconds of virtual time. A simulation that takes longer would never end. */
const FOR_EVER = 3 * 3_600_000;

/**
 * Virtual time, which passes only when all tasks are waiting. Hours of concurrent runs take only milliseconds, and every run of a test has the same
 * result.
 */
export class Simulation {
  /** The current time in milliseconds since 1970. */
  now = 1_000_000_000_000;
  #waiting: { readonly at: number; readonly wake: () => void }[] = [];

  readonly clock: Clock = {
    now: () => this.now,
    date: () => Math.floor(this.now),
    sleep: (milliseconds) => this.wait(milliseconds),
  };

  /** Resolves after this many milliseconds of virtual time. Tasks that wait for the same time resume in the order in which they started to wait. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((wake) => this.#waiting.push({ at: this.now + Math.max(milliseconds, 0), wake }));
  }

  /** Advances the time until no task is waiting, so that every run has ended and every request has arrived. */
  async run(): Promise<void> {
    const start = this.now;
    while (this.now < start + FOR_EVER) {
      // All tasks that do not have to wait continue before the next turn of the event loop.
      await new Promise<void>((resume) => setImmediate(resume));
      const next = this.#next();
      if (!next) return;
      this.now = Math.max(this.now, next.at);
      next.wake();
    }
    this.#waiting = [];
    throw new Error('somebody waits for ever');
  }

  #next() {
    let first = 0;
    for (const [index, { at }] of this.#waiting.entries()) if (at < (this.#waiting[first]?.at ?? 0)) first = index;
    return this.#waiting.splice(first, 1)[0];
  }
}

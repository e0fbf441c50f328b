import type { Clock } from '../apply/clock.ts';

/** No simulation takes longer, in milliseconds; one that does would never end. */
const FOR_EVER = 3 * 3_600_000;

/** Virtual time, which passes only when all tasks wait: hours of races take milliseconds, and every run of a test is the same. */
export class Simulation {
  /** Milliseconds since 1970. */
  now = 1_000_000_000_000;
  #waiting: { readonly at: number; readonly wake: () => void }[] = [];

  readonly clock: Clock = {
    now: () => this.now,
    date: () => Math.floor(this.now),
    sleep: (milliseconds) => this.wait(milliseconds),
  };

  /** Resolves after so many milliseconds. Tasks that wait for the same time resume in the order in which they started to wait. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((wake) => this.#waiting.push({ at: this.now + Math.max(milliseconds, 0), wake }));
  }

  /** Lets time pass until no task waits: until every run has ended and every request has arrived. */
  async run(): Promise<void> {
    const start = this.now;
    while (this.now < start + FOR_EVER) {
      // All tasks that can continue without waiting do so before the next turn of the event loop.
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

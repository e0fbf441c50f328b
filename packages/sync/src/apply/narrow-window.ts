import type { IntentWindow } from './window.ts';
import type { WriteBudget } from './write-budget.ts';

/** Syncs of at most so many items keep the window narrow: they need few writes of the state either way. */
export const NARROW_SYNC_LIMIT = 200;
/** Intents ahead for each request at a time: one is being sent, one is ready, and one is about to be recorded. */
const AHEAD_PER_REQUEST = 3;

/**
 * Records few intents ahead, so that a run that dies leaves few items in doubt: at most three for each request at a time, as long as the writes
 * that are left suffice for that. Sending waits for each write in turn.
 */
export class NarrowWindow implements IntentWindow {
  readonly #budget: WriteBudget;
  readonly #concurrency: number;
  readonly #most: number;
  #lastWriteTook = 0;

  /** @param most items of one batch */
  constructor(budget: WriteBudget, concurrency: number, most = Number.POSITIVE_INFINITY) {
    this.#budget = budget;
    this.#concurrency = concurrency;
    this.#most = most;
  }

  get lastWriteTook(): number {
    return this.#lastWriteTook;
  }

  answered(): void {}

  isDue(ready: number, sending: number, queued: number): boolean {
    const open = ready + sending;
    if (open === 0) return true;
    // Half of the workers are idle. Fewer would take more writes, and all of them would wait for the slowest request.
    return open <= this.#concurrency / 2 && this.#limit(queued) - open >= this.#share(queued);
  }

  size(ready: number, sending: number, queued: number): number {
    return Math.min(this.#limit(queued) - ready - sending, this.#most);
  }

  written(took: number): void {
    this.#budget.spend();
    this.#lastWriteTook = took;
  }

  /** Most intents that are open at the same time. */
  #limit(queued: number): number {
    return Math.max(AHEAD_PER_REQUEST * this.#concurrency, this.#share(queued));
  }

  /** How many items each of the writes that are left must carry; the last one is for the results. */
  #share(queued: number): number {
    return Math.ceil(queued / Math.max(Math.floor(this.#budget.left) - 1, 1));
  }
}

import type { WritePace } from '../state/store.ts';
import type { Clock } from './run.ts';
import { WriteBudget } from './write-budget.ts';

const FIRST_BATCH = 100;
/** Items in doubt after a crash are at most as many as are recorded ahead. */
export const BATCH_LIMIT = 2_000;
/** Milliseconds of sending that are recorded ahead while the place of the state may be written often. */
const SHORT_SPAN = 3_000;
/** Share of the writes that may follow each other, below which batches are made to last until the next one is due. */
const SPARE = 0.8;
/** How much longer the next write may take than the last one, for sending not to run dry meanwhile. */
const MARGIN = 1.5;

/** Decides how many intents are recorded ahead, and when. */
export interface IntentWindow {
  /** Milliseconds; 0 before the first. */
  readonly lastWriteTook: number;
  /** One more item was answered. @param ready how many are recorded and not sent yet */
  answered(ready: number): void;
  /** Whether to record more, while `ready` recorded items are not sent yet, `sending` are under way, and `queued` are left to record. */
  isDue(ready: number, sending: number, queued: number): boolean;
  /** How many items the next batch should have. */
  size(ready: number, sending: number, queued: number): number;
  /** A batch was recorded. @param took milliseconds */
  written(took: number): void;
}

/**
 * How many intents are recorded ahead, and when. Recording must be early enough for sending never to wait for it, and seldom enough for the
 * place of the state: the more of its writes are spent, the longer a batch lasts.
 */
export class Window implements IntentWindow {
  readonly #first: number;
  readonly #pace: WritePace | undefined;
  readonly #clock: Pick<Clock, 'now'>;
  #answered = 0;
  /** Milliseconds of sending, without those in which there was nothing to send. */
  #busy = 0;
  /** Since when something is being sent whose time is not in `#busy` yet; undefined while there is nothing to send. */
  #busySince: number | undefined;
  readonly #budget: WriteBudget;
  #batches = 0;
  #lastWriteTook = 0;

  constructor(clock: Pick<Clock, 'now'>, pace: WritePace | undefined, first = FIRST_BATCH) {
    this.#first = first;
    this.#pace = pace;
    this.#clock = clock;
    this.#budget = new WriteBudget(clock, pace);
  }

  get lastWriteTook(): number {
    return this.#lastWriteTook;
  }

  answered(ready: number): void {
    this.#answered += 1;
    const now = this.#clock.now();
    if (this.#busySince !== undefined) this.#busy += now - this.#busySince;
    this.#busySince = ready > 0 ? now : undefined;
  }

  isDue(ready: number): boolean {
    if (ready === 0) return true;
    return ready <= this.#rate() * this.#lastWriteTook * MARGIN && this.#budget.left >= 1;
  }

  size(ready: number): number {
    if (this.#batches === 0) return this.#first;
    const wanted = Math.round(this.#rate() * this.#span()) - ready;
    return Math.min(Math.max(wanted, this.#first - ready, 1), BATCH_LIMIT - ready);
  }

  written(took: number): void {
    this.#batches += 1;
    this.#lastWriteTook = took;
    this.#budget.spend();
    this.#busySince ??= this.#clock.now();
  }

  /** Items a millisecond. */
  #rate(): number {
    return this.#answered / Math.max(this.#busy, 1);
  }

  #span(): number {
    const pace = this.#pace;
    if (!pace || this.#budget.left > pace.burst * SPARE) return SHORT_SPAN;
    return Math.max(SHORT_SPAN, pace.interval);
  }
}

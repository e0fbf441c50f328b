import type { WritePace } from '../state/store.ts';
import type { Clock } from './run.ts';

const FIRST_BATCH = 100;
/** Items in doubt after a crash are at most as many as are recorded ahead. */
export const BATCH_LIMIT = 2_000;
/** Milliseconds of sending that are recorded ahead while the place of the state may be written often. */
const SHORT_SPAN = 3_000;
/** Share of the writes that may follow each other, below which batches are made to last until the next one is due. */
const SPARE = 0.5;
/** How much longer the next write may take than the last one, for sending not to run dry meanwhile. */
const MARGIN = 1.5;

/**
 * How many intents are recorded ahead, and when. Recording must be early enough for sending never to wait for it, and seldom enough for the
 * place of the state: the more of its writes are spent, the longer a batch lasts.
 */
export class Window {
  readonly #first: number;
  readonly #pace: WritePace | undefined;
  readonly #clock: Pick<Clock, 'now'>;
  #answered = 0;
  /** Milliseconds of sending, without those in which there was nothing to send. */
  #busy = 0;
  /** Since when something is being sent whose time is not in `#busy` yet; undefined while there is nothing to send. */
  #busySince: number | undefined;
  /** Writes that may be made at once; below zero after writes that could not wait. */
  #writes: number;
  #writesCountedAt: number;
  #batches = 0;
  #lastWriteTook = 0;

  constructor(clock: Pick<Clock, 'now'>, pace: WritePace | undefined, first = FIRST_BATCH) {
    this.#first = first;
    this.#pace = pace;
    this.#clock = clock;
    this.#writes = pace?.burst ?? 0;
    this.#writesCountedAt = clock.now();
  }

  /** Milliseconds; 0 before the first. */
  get lastWriteTook(): number {
    return this.#lastWriteTook;
  }

  /** One more item was answered. @param ready how many are recorded and not sent yet */
  answered(ready: number): void {
    this.#answered += 1;
    const now = this.#clock.now();
    if (this.#busySince !== undefined) this.#busy += now - this.#busySince;
    this.#busySince = ready > 0 ? now : undefined;
  }

  /** Whether to record more, while `ready` recorded items are not sent yet. */
  isDue(ready: number): boolean {
    if (ready === 0) return true;
    return ready <= this.#rate() * this.#lastWriteTook * MARGIN && this.#writesLeft() >= 1;
  }

  /** How many items the next batch should have. */
  size(ready: number): number {
    if (this.#batches === 0) return this.#first;
    const wanted = Math.round(this.#rate() * this.#span()) - ready;
    return Math.min(Math.max(wanted, this.#first - ready, 1), BATCH_LIMIT - ready);
  }

  written(took: number): void {
    this.#batches += 1;
    this.#lastWriteTook = took;
    this.#writes = this.#writesLeft() - 1;
    this.#writesCountedAt = this.#clock.now();
    this.#busySince ??= this.#clock.now();
  }

  /** Items a millisecond. */
  #rate(): number {
    return this.#answered / Math.max(this.#busy, 1);
  }

  #span(): number {
    const pace = this.#pace;
    if (!pace || this.#writesLeft() > pace.burst * SPARE) return SHORT_SPAN;
    return Math.max(SHORT_SPAN, pace.interval);
  }

  #writesLeft(): number {
    const pace = this.#pace;
    if (!pace) return Number.POSITIVE_INFINITY;
    return Math.min(pace.burst, this.#writes + (this.#clock.now() - this.#writesCountedAt) / pace.interval);
  }
}

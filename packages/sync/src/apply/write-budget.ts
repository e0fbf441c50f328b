import type { WritePace } from '../state/store.ts';
import type { Clock } from './run.ts';

/** A token bucket of the writes that the place of the state allows. */
export class WriteBudget {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #pace: WritePace | undefined;
  /** Below zero after writes that could not wait. */
  #left: number;
  #countedAt: number;

  /** @param pace undefined: without a limit */
  constructor(clock: Pick<Clock, 'now'>, pace: WritePace | undefined) {
    this.#clock = clock;
    this.#pace = pace;
    this.#left = pace?.burst ?? Number.POSITIVE_INFINITY;
    this.#countedAt = clock.now();
  }

  /** Writes that may be made at once. */
  get left(): number {
    if (!this.#pace) return Number.POSITIVE_INFINITY;
    const { burst, interval } = this.#pace;
    return Math.min(burst, this.#left + (this.#clock.now() - this.#countedAt) / interval);
  }

  spend(): void {
    this.#left = this.left - 1;
    this.#countedAt = this.#clock.now();
  }
}

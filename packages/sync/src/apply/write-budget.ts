import type { WriteQuota } from '../state/state-store.ts';
import type { Clock } from './clock.ts';

/** A token bucket for the writes that the state store allows. */
export class WriteBudget {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #quota: WriteQuota | undefined;
  /** Number of writes that are left; negative after writes that could not wait. */
  #left: number;
  #countedAt: number;

  /** Creates a full bucket. @param quota the quota; undefined for no limit */
  constructor(clock: Pick<Clock, 'now'>, quota: WriteQuota | undefined) {
    this.#clock = clock;
    this.#quota = quota;
    this.#left = quota?.burst ?? Number.POSITIVE_INFINITY;
    this.#countedAt = clock.now();
  }

  /** Number of writes that are currently allowed. */
  get left(): number {
    if (!this.#quota) return Number.POSITIVE_INFINITY;
    const { burst, interval } = this.#quota;
    return Math.min(burst, this.#left + (this.#clock.now() - this.#countedAt) / interval);
  }

  spend(): void {
    this.#left = this.left - 1;
    this.#countedAt = this.#clock.now();
  }
}

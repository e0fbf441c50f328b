import type { WriteQuota } from '../state/state-store.ts';
import type { Clock } from './clock.ts';
import type { IntentBatcher, SendBacklog } from './intent-batcher.ts';
import { WriteBudget } from './write-budget.ts';

const FIRST_BATCH_ITEMS = 100;
/** Maximum number of intents that one write records ahead of their requests. After a crash, at most this many items are in doubt. */
export const MAX_BATCH_ITEMS = 2_000;
/** Minimum time in milliseconds that sending the items of one batch takes, while most of the write quota is unused. */
const MIN_BATCH_MS = 3_000;
/** Fraction of the burst quota. If less than this fraction remains, a batch is large enough to last until the next write is allowed. */
const SPARE_QUOTA_RATIO = 0.8;
/** Safety factor for the duration of the next write: sending has to wait for a write only if it takes more than this many times as long as the last write. */
const WRITE_TIME_MARGIN = 1.5;

/**
 * Writes batches early enough that sending never waits for a write, and rarely enough for the write quota of the store. The more of the quota is used, the
 * larger the batches are.
 */
export class AdaptiveBatcher implements IntentBatcher {
  readonly #firstBatch: number;
  readonly #quota: WriteQuota | undefined;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #budget: WriteBudget;
  #responses = 0;
  /** Time spent sending in milliseconds, excluding periods without anything to send. */
  #busyMs = 0;
  /** Start of the current period of sending, which `#busyMs` does not include yet; undefined while there is nothing to send. */
  #busySince: number | undefined;
  #batches = 0;
  #lastWriteMs = 0;

  constructor(clock: Pick<Clock, 'now'>, quota: WriteQuota | undefined, firstBatch = FIRST_BATCH_ITEMS) {
    this.#firstBatch = firstBatch;
    this.#quota = quota;
    this.#clock = clock;
    this.#budget = new WriteBudget(clock, quota);
  }

  get lastWriteMs(): number {
    return this.#lastWriteMs;
  }

  onResponse({ ready }: Pick<SendBacklog, 'ready'>): void {
    this.#responses += 1;
    const now = this.#clock.now();
    if (this.#busySince !== undefined) this.#busyMs += now - this.#busySince;
    this.#busySince = ready > 0 ? now : undefined;
  }

  isDue({ ready }: Pick<SendBacklog, 'ready'>): boolean {
    if (ready === 0) return true;
    return ready <= this.#itemsPerMs() * this.#lastWriteMs * WRITE_TIME_MARGIN && this.#budget.left >= 1;
  }

  size({ ready }: Pick<SendBacklog, 'ready'>): number {
    if (this.#batches === 0) return this.#firstBatch;
    const remainingCount = Math.round(this.#itemsPerMs() * this.#batchMs()) - ready;
    return Math.min(Math.max(remainingCount, this.#firstBatch - ready, 1), MAX_BATCH_ITEMS - ready);
  }

  onWritten(durationMs: number): void {
    this.#batches += 1;
    this.#lastWriteMs = durationMs;
    this.#budget.spend();
    this.#busySince ??= this.#clock.now();
  }

  #itemsPerMs(): number {
    return this.#responses / Math.max(this.#busyMs, 1);
  }

  #batchMs(): number {
    const quota = this.#quota;
    if (!quota || this.#budget.left > quota.burst * SPARE_QUOTA_RATIO) return MIN_BATCH_MS;
    return Math.max(MIN_BATCH_MS, quota.interval);
  }
}

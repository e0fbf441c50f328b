import type { WriteQuota } from '../state/state-store.ts';
import type { Clock } from './clock.ts';
import type { IntentBatcher, SendBacklog } from './intent-batcher.ts';
import { WriteBudget } from './write-budget.ts';

const FIRST_BATCH_ITEMS = 100;
/** Maximum number of intents written ahead, and so of items in doubt after a crash. */
export const MAX_BATCH_ITEMS = 2_000;
/** Duration of sending that a batch covers while the store may be written often, in milliseconds. */
const MIN_BATCH_MS = 3_000;
/** Below this share of the burst quota, a batch lasts until the next write is allowed. */
const SPARE_QUOTA_RATIO = 0.8;
/** Factor by which the next write may take longer than the last one before sending has to wait for it. */
const WRITE_TIME_MARGIN = 1.5;

/**
 * Writes batches early enough for sending never to wait for them, and seldom enough for the quota of the store: the more of it is used up, the
 * longer a batch lasts.
 */
export class AdaptiveBatcher implements IntentBatcher {
  readonly #firstBatch: number;
  readonly #quota: WriteQuota | undefined;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #budget: WriteBudget;
  #responses = 0;
  /** Milliseconds of sending, not counting those without anything to send. */
  #busyMs = 0;
  /** Start of the sending that `#busyMs` does not include yet; undefined while there is nothing to send. */
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
    const roomInBatch = Math.round(this.#itemsPerMs() * this.#batchMs()) - ready;
    return Math.min(Math.max(roomInBatch, this.#firstBatch - ready, 1), MAX_BATCH_ITEMS - ready);
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

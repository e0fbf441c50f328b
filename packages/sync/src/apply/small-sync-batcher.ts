import type { IntentBatcher, SendBacklog } from './intent-batcher.ts';
import type { WriteBudget } from './write-budget.ts';

/** Maximum number of items of a sync that writes small batches. With so few items, any batch size requires only a few writes of the state. */
export const MAX_SMALL_SYNC_ITEMS = 200;
/** Number of open intents per concurrent request: one is being sent, one is ready, and one is about to be recorded. */
const INTENTS_PER_REQUEST = 3;

/**
 * Writes only a few intents ahead, so that a killed run leaves few items in doubt: at most three per concurrent request, as long as the remaining write quota
 * is sufficient. The items of a batch are sent only after its write.
 */
export class SmallSyncBatcher implements IntentBatcher {
  readonly #budget: WriteBudget;
  readonly #concurrency: number;
  readonly #maxBatch: number;
  #lastWriteMs = 0;

  /** Creates a batcher. @param maxBatch maximum number of items in a batch */
  constructor(budget: WriteBudget, concurrency: number, maxBatch = Number.POSITIVE_INFINITY) {
    this.#budget = budget;
    this.#concurrency = concurrency;
    this.#maxBatch = maxBatch;
  }

  get lastWriteMs(): number {
    return this.#lastWriteMs;
  }

  onResponse(): void {}

  isDue({ ready, sending, queued }: SendBacklog): boolean {
    const openIntents = ready + sending;
    if (openIntents === 0) return true;
    // A batch is due when half of the workers are idle. With fewer idle workers, more writes would be necessary; waiting for all workers would depend
    // on the slowest request.
    return openIntents <= this.#concurrency / 2 && this.#maxOpen(queued) - openIntents >= this.#itemsPerWrite(queued);
  }

  size({ ready, sending, queued }: SendBacklog): number {
    return Math.min(this.#maxOpen(queued) - ready - sending, this.#maxBatch);
  }

  onWritten(durationMs: number): void {
    this.#budget.spend();
    this.#lastWriteMs = durationMs;
  }

  /** Maximum number of intents that are open at the same time. */
  #maxOpen(queued: number): number {
    return Math.max(INTENTS_PER_REQUEST * this.#concurrency, this.#itemsPerWrite(queued));
  }

  /** Returns the number of items that each remaining write must contain. The last write is reserved for the results. */
  #itemsPerWrite(queued: number): number {
    return Math.ceil(queued / Math.max(Math.floor(this.#budget.left) - 1, 1));
  }
}

import type { IntentBatcher, SendBacklog } from './intent-batcher.ts';
import type { WriteBudget } from './write-budget.ts';

/** Largest sync that writes small batches: it needs few writes of the state either way. */
export const MAX_SMALL_SYNC_ITEMS = 200;
/** Intents ahead per concurrent request: one is being sent, one is ready, and one is about to be recorded. */
const INTENTS_PER_REQUEST = 3;

/**
 * Writes few intents ahead, so that a run that dies leaves few items in doubt: at most three per concurrent request, as long as the remaining
 * writes suffice for that. Sending waits for each write.
 */
export class SmallSyncBatcher implements IntentBatcher {
  readonly #budget: WriteBudget;
  readonly #concurrency: number;
  readonly #maxBatch: number;
  #lastWriteMs = 0;

  /** @param maxBatch maximum number of items of a batch */
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
    // Half of the workers are idle. Waiting for fewer would take more writes; waiting for all would depend on the slowest request.
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

  /** Number of items that each remaining write must contain; the last write is for the results. */
  #itemsPerWrite(queued: number): number {
    return Math.ceil(queued / Math.max(Math.floor(this.#budget.left) - 1, 1));
  }
}

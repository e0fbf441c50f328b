import { isGone } from '@context-sync/core';
import type { Change } from '../plan/plan-change.ts';
import { requireId } from '../state/item-records.ts';
import { MAX_START_DELAY_MS } from '../state/state-lease.ts';
import { getShard } from '../state/state-shards.ts';
import { AdaptiveBatcher } from './adaptive-batcher.ts';
import { type ApplyContext, assertNotOvertaken, createFailedChange, createWriter } from './apply-context.ts';
import type { CompletedChange, FailedChange, StepResult } from './apply-result.ts';
import { isOutcomeUnknown } from './change-outcome.ts';
import { createIdempotencyKey } from './idempotency-key.ts';
import type { IntentBatcher, SendBacklog } from './intent-batcher.ts';
import {
  isInPlaceUpdate,
  type PendingSendChange,
  recordInDoubt,
  recordIntent,
  recordSuccess,
  rollBackIntent,
  type SendChange,
} from './record-intents.ts';
import { MAX_SMALL_SYNC_ITEMS, SmallSyncBatcher } from './small-sync-batcher.ts';
import { Signal } from './wait-signal.ts';
import { WriteBudget } from './write-budget.ts';

/**
 * Sends the items that the plan creates or updates. Intents are written ahead: while a batch is being sent, a single write contains the results so
 * far and the intents of the next batch. The batcher limits the number of open intents.
 */
export async function sendItems(context: ApplyContext): Promise<StepResult> {
  const sendChanges = sortByShard(context.input.plan.changes.filter(isSendChange));
  return sendChanges.length === 0 ? {} : new Sender(context, sendChanges).run();
}

function isSendChange(change: Change): change is SendChange {
  return change.kind === 'create' || change.kind === 'update' || change.kind === 'supersede';
}

/** Sorts changes by shard, so that a batch affects few shards and is written to few files. */
function sortByShard(changes: readonly SendChange[]): SendChange[] {
  return changes
    .map((change) => ({ change, shard: getShard(change.path) }))
    .sort((a, b) => (a.shard < b.shard ? -1 : a.shard > b.shard ? 1 : 0))
    .map(({ change }) => change);
}

/**
 * Creates the batcher. If repeated requests are harmless, nothing stays in doubt, and small batches would only increase the number of writes. A large
 * sync would wait for too many small batches.
 */
function createBatcher({ input, clock, ports, concurrency }: ApplyContext, items: number): IntentBatcher {
  const { writeQuota } = ports.store;
  const { batchSize, capabilities } = input;
  if (capabilities.idempotency || items > MAX_SMALL_SYNC_ITEMS)
    return new AdaptiveBatcher(clock, writeQuota, batchSize);
  return new SmallSyncBatcher(new WriteBudget(clock, writeQuota), concurrency, batchSize);
}

class Sender {
  readonly #context: ApplyContext;
  readonly #batcher: IntentBatcher;
  /** Signal that is notified when a waiting worker or the recorder may be able to continue. */
  readonly #changed = new Signal();
  /** Changes that are not recorded yet. */
  readonly #queue: SendChange[];
  /** Changes that are recorded but not sent yet. */
  readonly #ready: PendingSendChange[] = [];
  readonly #done: CompletedChange[] = [];
  readonly #failures: FailedChange[] = [];
  #sending = 0;
  #responses = 0;
  /** Number of requests that the changes require, as far as known. */
  #total: number;
  /** Whether no more changes will be recorded. */
  #isClosed = false;
  /** Whether recording failed, so that nothing more may be sent. */
  #hasFailed = false;

  constructor(context: ApplyContext, queue: SendChange[]) {
    this.#context = context;
    this.#queue = queue;
    this.#total = queue.length;
    this.#batcher = createBatcher(context, queue.length);
  }

  async run(): Promise<StepResult> {
    const { ledger, concurrency } = this.#context;
    const workers = Array.from({ length: concurrency }, () => this.#work());
    const workerResults = await Promise.allSettled([this.#record(), ...workers]);
    for (const pendingSend of this.#ready) ledger.noteResult((draft) => rollBackIntent(draft, pendingSend));
    const result = { done: this.#done, failures: this.#failures, unsent: this.#ready.length + this.#queue.length };
    const failure = workerResults.find((each) => each.status === 'rejected');
    if (!failure) return result;
    // Requests that completed during the failed write also have results, which are written here.
    await ledger.writeResults();
    return { ...result, error: failure.reason };
  }

  /** Records intents ahead of the workers until all changes are recorded and sent. */
  async #record(): Promise<void> {
    const { breaker } = this.#context;
    try {
      while (!breaker.isOpen && this.#queue.length + this.#ready.length + this.#sending > 0) {
        if (this.#queue.length > 0 && this.#batcher.isDue(this.#backlog())) await this.#recordBatch();
        else await this.#changed.wait();
      }
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      this.#isClosed = true;
      this.#changed.notify();
    }
  }

  #backlog(): SendBacklog {
    return { ready: this.#ready.length, sending: this.#sending, queued: this.#queue.length };
  }

  async #recordBatch(): Promise<void> {
    const { ledger, clock } = this.#context;
    const nextSends = this.#queue.splice(0, this.#batcher.size(this.#backlog()));
    const start = clock.now();
    const writer = createWriter(this.#context, this.#batcher.lastWriteMs);
    let pendingSends: PendingSendChange[] = [];
    try {
      await ledger.write(`Intent: send ${nextSends.length}`, (draft) => {
        assertNotOvertaken(this.#context, draft.meta);
        pendingSends = nextSends.map((change) => recordIntent(draft, change, writer));
      });
    } catch (error) {
      this.#queue.unshift(...nextSends);
      throw error;
    }
    this.#batcher.onWritten(clock.now() - start);
    this.#ready.push(...pendingSends);
    this.#changed.notify();
  }

  async #work(): Promise<void> {
    const { breaker, limiter } = this.#context;
    const isCanceled = () => breaker.isOpen || this.#hasFailed;
    while (!isCanceled()) {
      const pendingSend = this.#ready.shift();
      if (pendingSend) {
        this.#sending += 1;
        try {
          const hasRun = await limiter.run(() => this.#send(pendingSend), isCanceled);
          if (!hasRun) this.#ready.unshift(pendingSend);
        } finally {
          this.#sending -= 1;
          this.#changed.notify();
        }
      } else if (this.#isClosed) return;
      else await this.#changed.wait();
    }
  }

  async #send(pendingChange: PendingSendChange): Promise<void> {
    const { clock, ledger, ports } = this.#context;
    if (clock.date() - pendingChange.intent.by.at > MAX_START_DELAY_MS) {
      // The intent is now so old that other runs may soon consider it abandoned, so it must be recorded again before it is sent.
      ledger.noteResult((draft) => rollBackIntent(draft, pendingChange));
      this.#queue.push(pendingChange.change);
      return;
    }
    const replacement = await this.#sendOne(pendingChange);
    if (replacement) {
      this.#queue.push(replacement);
      this.#total += 1;
    }
    this.#responses += 1;
    this.#batcher.onResponse({ ready: this.#ready.length });
    ports.progress?.(this.#responses, this.#total);
  }

  /** Sends one item and notes its result. @returns the change to send instead; undefined if there is none */
  async #sendOne(pendingChange: PendingSendChange): Promise<SendChange | undefined> {
    const { change } = pendingChange;
    const { ledger, breaker, input, clock } = this.#context;
    try {
      const id = await sendRequest(this.#context, pendingChange);
      breaker.onSuccess();
      this.#done.push({ change, id });
      ledger.noteResult((draft) => recordSuccess(draft, pendingChange, id));
      return undefined;
    } catch (error) {
      if (isInPlaceUpdate(change) && isGone(error)) {
        // The item was deleted on the platform, so a new one is created. If the response was wrong, the old item is deleted as well, or stays
        // recorded as superseded.
        ledger.noteResult((draft) => rollBackIntent(draft, pendingChange));
        return input.capabilities.delete ? { ...change, by: 'create-then-delete' } : { ...change, kind: 'supersede' };
      }
      const dateMs = clock.date();
      const isInDoubt = isOutcomeUnknown(error);
      ledger.noteResult((draft) =>
        isInDoubt ? recordInDoubt(draft, pendingChange, dateMs) : rollBackIntent(draft, pendingChange),
      );
      breaker.onFailure(error);
      this.#failures.push(createFailedChange(change, error));
      return undefined;
    }
  }
}

/** Sends the request of a change. Resolves to the ID of the item, or to undefined if the service returned none. @throws ApiError */
async function sendRequest(context: ApplyContext, { change, intent }: PendingSendChange): Promise<string | undefined> {
  const { ports, ledger, input, sendSignal: signal } = context;
  const { meta } = ledger.state;
  const { title, content, public: isPublic } = change.item;
  const body = { title, content, public: isPublic };
  if (isInPlaceUpdate(change)) {
    const id = requireId(change.record);
    await ports.extensions.updateContextItem(meta.project, id, body, { signal });
    return id;
  }
  const isRepeatable = input.capabilities.idempotency;
  const options = { idempotencyKey: createIdempotencyKey(meta, intent), repeatable: isRepeatable, signal };
  return (await ports.client.createContextItem(meta.project, body, options)).id;
}

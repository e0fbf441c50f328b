import { isGone } from '@context-sync/core';
import type { Change } from '../plan/change.ts';
import { shardOf } from '../state/shards.ts';
import { START_LIMIT } from '../state/writer.ts';
import { outcomeUnknown } from './certainty.ts';
import { idempotencyKey } from './idempotency-key.ts';
import {
  isUpdate,
  recordInDoubt,
  recordIntent,
  recordNothingDone,
  recordSuccess,
  type Sending,
  type SendingChange,
} from './intents.ts';
import { NARROW_SYNC_LIMIT, NarrowWindow } from './narrow-window.ts';
import { Notice } from './notice.ts';
import { assertNotOvertaken, fail, type Run, writerOf } from './run.ts';
import { type IntentWindow, Window } from './window.ts';
import { WriteBudget } from './write-budget.ts';

function isSending(change: Change): change is SendingChange {
  return change.kind === 'create' || change.kind === 'update' || change.kind === 'supersede';
}

/**
 * Sends what the plan puts on the service, recording ahead: while a batch is being sent, one write carries the results so far and the intents
 * of the next batch. What is recorded and not yet answered is at most what the window allows.
 */
export async function sendItems(run: Run): Promise<void> {
  const sender = new Sender(run, inOrderOfShards(run.input.plan.changes.filter(isSending)));
  await sender.run();
}

/** A batch that stays in few shards is written in few files. */
function inOrderOfShards(changes: readonly SendingChange[]): SendingChange[] {
  const shards = new Map(changes.map(({ path }) => [path, shardOf(path)]));
  const shard = ({ path }: SendingChange) => shards.get(path) ?? '';
  return changes.toSorted((a, b) => (shard(a) < shard(b) ? -1 : shard(a) > shard(b) ? 1 : 0));
}

/**
 * Where a repeated request does no harm, nothing stays in doubt, so that a narrow window would only cost writes. A large sync would have to wait for
 * too many of them.
 */
function windowFor({ input, clock, ports }: Run, items: number): IntentWindow {
  const { writePace } = ports.store;
  const { batchSize, concurrency = 5, capabilities } = input;
  if (capabilities.idempotency || items > NARROW_SYNC_LIMIT) return new Window(clock, writePace, batchSize);
  return new NarrowWindow(new WriteBudget(clock, writePace), concurrency, batchSize);
}

class Sender {
  readonly #run: Run;
  readonly #window: IntentWindow;
  /** Something has changed that a waiting worker, or the recorder, may be waiting for. */
  readonly #changed = new Notice();
  /** Not recorded yet. */
  readonly #queue: SendingChange[];
  /** Recorded, and not sent yet. */
  readonly #ready: Sending[] = [];
  #sending = 0;
  #answered = 0;
  /** No more is recorded. */
  #closed = false;
  /** Recording has failed: what is not sent yet must not be. */
  #failed = false;

  constructor(run: Run, queue: SendingChange[]) {
    this.#run = run;
    this.#queue = queue;
    this.#window = windowFor(run, queue.length);
  }

  async run(): Promise<void> {
    if (this.#queue.length === 0) return;
    const workers = Array.from({ length: this.#run.input.concurrency ?? 5 }, () => this.#work());
    const ended = await Promise.allSettled([this.#record(), ...workers]);
    for (const sending of this.#ready) this.#run.ledger.note((draft) => recordNothingDone(draft, sending));
    this.#run.unsent += this.#ready.length + this.#queue.length;
    const failure = ended.find((each) => each.status === 'rejected');
    if (!failure) return;
    // What was sent while the write failed is known only now.
    await this.#run.ledger.writeResults();
    throw failure.reason;
  }

  /** Records intents ahead of the workers, until all are recorded and sent. */
  async #record(): Promise<void> {
    const { stopping } = this.#run;
    try {
      while (!stopping.stopped && this.#queue.length + this.#ready.length + this.#sending > 0) {
        if (this.#queue.length > 0 && this.#window.isDue(...this.#backlog())) await this.#recordBatch();
        else await this.#changed.wait();
      }
    } catch (error) {
      this.#failed = true;
      throw error;
    } finally {
      this.#closed = true;
      this.#changed.give();
    }
  }

  #backlog(): [ready: number, sending: number, queued: number] {
    return [this.#ready.length, this.#sending, this.#queue.length];
  }

  async #recordBatch(): Promise<void> {
    const { ledger, clock } = this.#run;
    const batch = this.#queue.splice(0, this.#window.size(...this.#backlog()));
    const start = clock.now();
    const by = writerOf(this.#run, this.#window.lastWriteTook);
    let sendings: Sending[] = [];
    try {
      await ledger.write(`Intent: send ${batch.length}`, (draft) => {
        assertNotOvertaken(this.#run, draft.meta);
        sendings = batch.map((change) => recordIntent(draft, change, by));
      });
    } catch (error) {
      this.#queue.unshift(...batch);
      throw error;
    }
    this.#window.written(clock.now() - start);
    this.#ready.push(...sendings);
    this.#changed.give();
  }

  async #work(): Promise<void> {
    const { stopping, pace } = this.#run;
    const isOver = () => stopping.stopped || this.#failed;
    while (!isOver()) {
      const sending = this.#ready.shift();
      if (sending) {
        this.#sending += 1;
        try {
          const taken = await pace.take(() => this.#send(sending), isOver);
          if (!taken) this.#ready.unshift(sending);
        } finally {
          this.#sending -= 1;
          this.#changed.give();
        }
      } else if (this.#closed) return;
      else await this.#changed.wait();
    }
  }

  async #send(sending: Sending): Promise<void> {
    const { clock, ledger, ports } = this.#run;
    if (clock.date() - (sending.intent.by?.at ?? 0) > START_LIMIT) {
      // Others may soon take it for given up: it must be recorded anew before it is sent.
      ledger.note((draft) => recordNothingDone(draft, sending));
      this.#queue.push(sending.change);
      return;
    }
    const instead = await sendOne(this.#run, sending);
    if (instead) this.#queue.push(instead);
    this.#answered += 1;
    this.#window.answered(this.#ready.length);
    const rest = this.#ready.length + this.#queue.length + this.#sending - 1;
    ports.progress?.(this.#answered, this.#answered + rest);
  }
}

/** Sends one item and notes the result. Resolves to the change that must be sent in its place, if there is one. */
async function sendOne(run: Run, sending: Sending): Promise<SendingChange | undefined> {
  const { change } = sending;
  const { ledger, stopping } = run;
  try {
    const id = await request(run, sending);
    stopping.succeeded();
    run.done.push({ change, id });
    ledger.note((draft) => recordSuccess(draft, sending, id));
  } catch (error) {
    if (isUpdate(change) && isGone(error)) {
      // Somebody has deleted it on the platform. In case that is not so, the old one is removed all the same, or stays on record as superseded.
      ledger.note((draft) => recordNothingDone(draft, sending));
      return run.input.capabilities.delete ? { ...change, by: 'create-then-delete' } : { ...change, kind: 'supersede' };
    }
    const at = run.clock.date();
    const inDoubt = outcomeUnknown(error);
    ledger.note((draft) => (inDoubt ? recordInDoubt(draft, sending, at) : recordNothingDone(draft, sending)));
    fail(run, change, error);
  }
  return undefined;
}

/** Resolves to the id of the item where the service gave one. @throws ApiError */
async function request(run: Run, { change, intent }: Sending): Promise<string | undefined> {
  const { client, extensions } = run.ports;
  const { meta } = run.ledger.state;
  const { title, content, public: isPublic } = change.item;
  const body = { title, content, public: isPublic };
  const signal = run.sendSignal;
  if (isUpdate(change) && change.record.id !== undefined) {
    await extensions.updateContextItem(meta.project, change.record.id, body, { signal });
    return change.record.id;
  }
  const repeatable = run.input.capabilities.idempotency;
  const options = { idempotencyKey: idempotencyKey(meta, intent), repeatable, signal };
  return (await client.createContextItem(meta.project, body, options)).id;
}

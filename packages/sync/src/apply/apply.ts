import { ApiError, type Capabilities, type Client, type ContextItemExtensions } from '@context-sync/core';
import { ZodError } from 'zod';
import { type Change, isEmpty, type Plan } from '../plan/change.ts';
import type { DataSourceRecord, DocumentRecord, State, StateMeta } from '../state/schema.ts';
import type { StateSnapshot, StateStore } from '../state/store.ts';
import type { WantedDocument } from '../wanted.ts';
import { connect, recordConnectIntent } from './connecting.ts';
import { Ledger, PlanOutdatedError } from './ledger.ts';
import { workOff } from './pool.ts';
import { drop, find, put } from './records.ts';
import type { ApplyResult, Done, Failure } from './result.ts';
import {
  isGone,
  recordGone,
  recordIntent,
  recordNothingDone,
  recordSuccess,
  type Sending,
  type SendingChange,
  send,
} from './sending.ts';
import { Stopping } from './stopping.ts';

export interface ApplyPorts {
  readonly client: Client;
  readonly extensions: ContextItemExtensions;
  readonly store: StateStore;
  /** Told after every request that was answered. */
  readonly progress?: (done: number, total: number) => void;
}

export interface ApplyInput {
  readonly plan: Plan;
  /** What the plan was made from; `base` is undefined where the state is new. */
  readonly base: StateSnapshot | undefined;
  readonly state: State;
  readonly capabilities: Capabilities;
  /** The documents that were read; each is settled once all its items are live. */
  readonly documents: readonly WantedDocument[];
  /** Hash of the settings that decide how a document is cut. */
  readonly recipe: string;
  /** Recorded as the last full sync once nothing is left undone. */
  readonly target: { readonly settings: string; readonly tree: string; readonly commit: string };
  /** Requests at a time. Default 5. */
  readonly concurrency?: number;
  /** Items per write-ahead batch; at most so many are in doubt after a crash. Default 100. */
  readonly batchSize?: number;
  /** Cancels: nothing new is sent, what is under way gets `grace` to end, and everything known is recorded. */
  readonly signal?: AbortSignal;
  /** Milliseconds that requests under way get after a cancel. Default 3,000. */
  readonly grace?: number;
}

type Edit = (documents: Map<string, DocumentRecord>) => void;
type Removal = Extract<Change, { kind: 'remove' }>;

/**
 * Carries a plan out, writing ahead: an intent is recorded before its request is sent, its result after. Killed at any point, each item is
 * unsent, recorded, or in doubt.
 * @throws PlanOutdatedError when another run has changed what the plan was made from; plan again
 * @throws StateError when the state cannot be written; nothing is sent without its intent
 */
export async function apply(input: ApplyInput, ports: ApplyPorts): Promise<ApplyResult> {
  return new Apply(input, ports).run();
}

class Apply {
  readonly #input: ApplyInput;
  readonly #ports: ApplyPorts;
  readonly #ledger: Ledger;
  readonly #stopping: Stopping;
  readonly #sendSignal: AbortSignal;
  readonly #done: Done[] = [];
  readonly #failures: Failure[] = [];
  /** Results that the next write records. */
  #results: Edit[] = [];
  #dataSource: DataSourceRecord | undefined;
  #connected: ApplyResult['connected'];
  #answered = 0;

  constructor(input: ApplyInput, ports: ApplyPorts) {
    const signal = input.signal ?? new AbortController().signal;
    this.#input = input;
    this.#ports = ports;
    this.#ledger = new Ledger(ports.store, input.base, input.state);
    this.#stopping = new Stopping(signal);
    this.#sendSignal = delayed(signal, input.grace ?? 3_000);
  }

  async run(): Promise<ApplyResult> {
    const { plan } = this.#input;
    if (!isEmpty(plan)) {
      await this.#connect();
      await this.#send(plan.changes.filter(isSending));
      await this.#remove(plan.changes.filter((change) => change.kind === 'remove'));
    }
    await this.#finish();
    return this.#result();
  }

  async #connect(): Promise<void> {
    const change = this.#input.plan.connect;
    if (change?.kind === 'hold') this.#connected = 'in-doubt';
    if (change?.kind !== 'connect' || this.#stopping.stopped) return;
    const intent = await recordConnectIntent(this.#ledger, change);
    try {
      this.#dataSource = await connect(this.#ports.client, change, intent, this.#context());
      this.#connected = 'connected';
      this.#stopping.succeeded();
    } catch (error) {
      const open = mayHaveActed(error);
      this.#connected = open ? 'in-doubt' : 'failed';
      if (!open) this.#dataSource = change.previous;
      this.#fail(undefined, error);
      if (!open && change.previous === undefined) await this.#writeDataSource(null);
    }
  }

  async #writeDataSource(dataSource: DataSourceRecord | null): Promise<void> {
    await this.#ledger.write({
      message: 'Result: not connected',
      edit: (_documents, meta) => {
        meta.dataSource = dataSource;
      },
    });
  }

  async #send(changes: readonly SendingChange[]): Promise<void> {
    const size = this.#input.batchSize ?? 100;
    const queue = [...changes];
    while (queue.length > 0 && !this.#stopping.stopped) {
      const batch = queue.splice(0, size);
      const sendings: Sending[] = [];
      await this.#write(`Intent: send ${batch.length}`, (documents, revision) => {
        sendings.length = 0;
        for (const change of batch) sendings.push(recordIntent(documents, change, revision));
      });
      const total = this.#answered + batch.length + queue.length;
      const unsent = await workOff(
        sendings,
        this.#input.concurrency ?? 5,
        async (sending) => {
          const again = await this.#sendOne(sending);
          if (again) queue.push(again);
          this.#answered += 1;
          this.#ports.progress?.(this.#answered, total);
        },
        () => this.#stopping.stopped,
      );
      for (const sending of unsent) this.#results.push((documents) => recordNothingDone(documents, sending));
    }
  }

  /** Sends one item and notes the result. Resolves to a change that must be sent in its place, if there is one. */
  async #sendOne(sending: Sending): Promise<SendingChange | undefined> {
    const { change } = sending;
    try {
      const id = await send(sending, this.#ports, this.#context());
      this.#stopping.succeeded();
      this.#done.push({ change, id });
      this.#results.push((documents) => recordSuccess(documents, sending, id));
    } catch (error) {
      if (isGone(sending, error)) {
        this.#results.push((documents) => recordGone(documents, sending));
        return { kind: 'create', path: change.path, item: change.item, resend: undefined };
      }
      if (!mayHaveActed(error)) this.#results.push((documents) => recordNothingDone(documents, sending));
      this.#fail(change, error);
    }
    return undefined;
  }

  async #remove(planned: readonly Removal[]): Promise<void> {
    const replaced = this.#done.flatMap(({ change }): Removal[] =>
      change.kind === 'replace' && change.by === 'create-then-remove'
        ? [{ kind: 'remove', path: change.path, record: change.record }]
        : [],
    );
    const removals = [...planned, ...replaced];
    if (removals.length === 0 || this.#stopping.stopped) return;
    await this.#write(`Intent: remove ${removals.length}`, (documents) => {
      for (const { path, record } of removals) {
        const now = find(documents, path, record);
        if (now) put(documents, path, record, { ...now, status: 'removing' });
      }
    });
    await workOff(
      removals,
      this.#input.concurrency ?? 5,
      async (change) => {
        const { path, record } = change;
        try {
          const { project } = this.#input.state.meta;
          await this.#ports.extensions.deleteContextItem(project, record.id ?? '', { signal: this.#sendSignal });
          this.#stopping.succeeded();
          if (!replaced.includes(change)) this.#done.push({ change, id: record.id });
          this.#results.push((documents) => drop(documents, path, record));
        } catch (error) {
          this.#fail(change, error);
        }
      },
      () => this.#stopping.stopped,
    );
  }

  async #finish(): Promise<void> {
    const { plan, documents, recipe, target, state } = this.#input;
    const complete = this.#end() === 'complete';
    const unchanged =
      this.#input.base !== undefined &&
      isEmpty(plan) &&
      documents.length === 0 &&
      state.meta.synced?.settings === target.settings &&
      state.meta.synced.tree === target.tree;
    if (unchanged) return;
    const unsettled = new Set(this.#failures.flatMap(({ change }) => (change ? [change.path] : [])));
    for (const change of plan.changes) if (change.kind === 'hold') unsettled.add(change.path);
    const stateOnly = plan.changes.filter((change) => change.kind === 'restore' || change.kind === 'leave');
    const whole = !this.#stopping.stopped;
    await this.#write(complete ? 'Synced' : 'Result', (records, _revision, meta) => {
      if (whole) {
        for (const change of stateOnly) recordStateOnly(records, change);
        for (const { path, blob } of documents) {
          if (!unsettled.has(path)) {
            records.set(path, { path, blob, recipe, items: records.get(path)?.items ?? [] });
          }
        }
      }
      if (complete) {
        const { superseded, stale } = countStatuses(records);
        const live = [...records.values()]
          .flatMap(({ items }) => items)
          .filter(({ status }) => status === 'live').length;
        meta.synced = { ...target, items: live, superseded, stale };
      }
    });
    for (const change of whole ? stateOnly : []) this.#done.push({ change, id: undefined });
  }

  /** One compare-and-swap with the results so far; they are recorded even when the intents have become outdated. */
  async #write(
    message: string,
    edit: (
      documents: Map<string, DocumentRecord>,
      revision: number,
      meta: { -readonly [P in keyof StateMeta]: StateMeta[P] },
    ) => void,
  ): Promise<void> {
    const results = this.#results;
    const dataSource = this.#dataSource;
    const recordResults: Edit = (documents) => {
      for (const record of results) record(documents);
    };
    const base = (meta: { -readonly [P in keyof StateMeta]: StateMeta[P] }) => {
      meta.capabilities = this.#input.capabilities;
      // Until everything is done, no tree counts as synced: a run that finds this state must look at the documents.
      meta.synced = null;
      if (dataSource) meta.dataSource = dataSource;
    };
    try {
      await this.#ledger.write({
        message,
        edit: (documents, meta, revision) => {
          base(meta);
          recordResults(documents);
          edit(documents, revision, meta);
        },
      });
    } catch (error) {
      if (error instanceof PlanOutdatedError && results.length > 0) {
        await this.#ledger.write({
          message: 'Result',
          edit: (documents, meta) => {
            base(meta);
            recordResults(documents);
          },
        });
      }
      throw error;
    }
    this.#results = [];
    this.#dataSource = undefined;
  }

  #fail(change: Change | undefined, error: unknown): void {
    this.#failures.push({ change, error: error instanceof Error ? error : new Error(String(error)) });
    this.#stopping.failed(error);
  }

  #context(): { meta: StateMeta; repeatable: boolean; signal: AbortSignal } {
    return {
      meta: this.#ledger.state.meta,
      repeatable: this.#input.capabilities.idempotency,
      signal: this.#sendSignal,
    };
  }

  #end(): ApplyResult['end'] {
    if (this.#stopping.stoppedBy) return 'stopped';
    if (this.#stopping.stopped) return 'cancelled';
    const held = this.#input.plan.changes.some((change) => change.kind === 'hold') || this.#connected === 'in-doubt';
    return this.#failures.length > 0 || held ? 'incomplete' : 'complete';
  }

  #result(): ApplyResult {
    const of = (...kinds: Change['kind'][]) => this.#done.filter(({ change }) => kinds.includes(change.kind)).length;
    const kept = this.#input.plan.changes.filter((change) => change.kind === 'keep').length;
    return {
      end: this.#end(),
      connected: this.#connected,
      done: this.#done,
      failures: this.#failures,
      stoppedBy: this.#stopping.stoppedBy,
      counts: {
        created: of('create', 'supersede'),
        replaced: of('replace'),
        removed: of('remove'),
        kept: kept + this.#input.plan.unread + of('restore'),
        ...countStatuses(this.#ledger.state.documents),
      },
      state: this.#ledger.state,
    };
  }
}

function recordStateOnly(
  documents: Map<string, DocumentRecord>,
  change: Extract<Change, { kind: 'restore' | 'leave' }>,
): void {
  if (change.kind === 'leave') {
    put(documents, change.path, change.record, { ...change.record, status: 'stale' });
    return;
  }
  if (change.record) put(documents, change.path, change.record, { ...change.record, status: 'superseded' });
  put(documents, change.path, change.restored, { ...change.restored, status: 'live' });
}

function countStatuses(documents: ReadonlyMap<string, DocumentRecord>): {
  superseded: number;
  stale: number;
  inDoubt: number;
} {
  const counts = { superseded: 0, stale: 0, inDoubt: 0 };
  for (const { items } of documents.values()) {
    for (const { status } of items) {
      if (status === 'superseded') counts.superseded += 1;
      else if (status === 'stale') counts.stale += 1;
      else if (status === 'creating') counts.inDoubt += 1;
    }
  }
  return counts;
}

function isSending(change: Change): change is SendingChange {
  return change.kind === 'create' || change.kind === 'replace' || change.kind === 'supersede';
}

function mayHaveActed(error: unknown): boolean {
  if (error instanceof ApiError) return error.mayHaveActed;
  return !(error instanceof ZodError);
}

function delayed(signal: AbortSignal, milliseconds: number): AbortSignal {
  const later = new AbortController();
  const abort = () => setTimeout(() => later.abort(signal.reason), milliseconds).unref();
  if (signal.aborted) later.abort(signal.reason);
  else signal.addEventListener('abort', abort, { once: true });
  return later.signal;
}

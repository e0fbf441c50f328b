import { isDeepStrictEqual } from 'node:util';
import { computeBackoffMs } from '@context-sync/core';
import { StateConflictError, StateError } from '../state/state-errors.ts';
import type { DocumentRecord, PortalRecords, State, StateMeta } from '../state/state-schema.ts';
import { getShard, summarizeShard } from '../state/state-shards.ts';
import type { StateChange, StateSnapshot, StateStore } from '../state/state-store.ts';
import { type EarlierRounds, NO_EARLIER_ROUNDS } from './apply-result.ts';

/** An error for a plan that is outdated, because another run has changed the state on which it is based. A new plan is needed; recorded results are kept. */
export class PlanOutdatedError extends Error {
  override readonly name = 'PlanOutdatedError';
  /** Whether this run has nothing to do but to wait, because another run is still sending the remaining items. */
  readonly isWaiting: boolean;
  /** Results of the run so far, which are passed to the next round and included in its result. */
  earlier: EarlierRounds = NO_EARLIER_ROUNDS;

  constructor(message: string, isWaiting = false) {
    super(message);
    this.isWaiting = isWaiting;
  }
}

/** A copy of the state that edits modify. */
export interface StateDraft {
  readonly documents: Map<string, DocumentRecord>;
  readonly meta: { -readonly [P in keyof StateMeta]: StateMeta[P] };
  /** The records of the docs portal, which an edit replaces as a whole; undefined if they were not read. */
  portal: PortalRecords | undefined;
  /** Revision that this write creates. */
  readonly revision: number;
}

/** A change to the state in the form of a function, so that it can be repeated on a newer state. @throws PlanOutdatedError */
export type StateEdit = (draft: StateDraft) => void;

/** Maximum number of conflicts per write. The limit is high, because giving up would lose results that are not recorded yet. */
const MAX_CONFLICTS = 40;
/** Backoff after a write conflict. The jitter prevents two writers from conflicting again. */
const CONFLICT_BACKOFF = { firstMs: 200, maxMs: 5_000 };

export interface LedgerInput {
  readonly store: StateStore;
  readonly base: StateSnapshot | undefined;
  /** The state with all documents of `shards`. */
  readonly state: State;
  readonly shards: readonly string[];
  /** The edit that is applied first in every write. */
  readonly always: StateEdit;
  sleep(milliseconds: number): Promise<void>;
}

/**
 * The state during an apply. Results are noted when they arrive and saved by the next write. Every write is one compare-and-swap, which is repeated
 * on the newer state if another run was faster.
 */
export class Ledger {
  readonly #input: LedgerInput;
  readonly #shardOfPath = new Map<string, string>();
  #base: StateSnapshot | undefined;
  #state: State;
  #results: StateEdit[] = [];
  #rebased = false;

  constructor(input: LedgerInput) {
    this.#input = input;
    this.#base = input.base;
    this.#state = input.state;
  }

  get state(): State {
    return this.#state;
  }

  /** Whether another run has written the state since, so that it contains changes that the plan of this run does not take into account. */
  get rebased(): boolean {
    return this.#rebased;
  }

  /** Whether there are results that are not written yet. */
  get hasResults(): boolean {
    return this.#results.length > 0;
  }

  /** Keeps a result for the next write. It must be possible to apply the edit to any newer state. */
  noteResult(result: StateEdit): void {
    this.#results.push(result);
  }

  /**
   * Writes the noted results and `edit`. The results are written even if `edit` finds that the plan is outdated. Must not be called again before the
   * previous call has ended.
   * @throws PlanOutdatedError, StateError; StateConflictError after too many lost races
   */
  async write(message: string, edit: StateEdit): Promise<void> {
    await this.#withResults(async (results) => {
      try {
        await this.#compareAndSwap(message, [...results, edit]);
      } catch (error) {
        if (error instanceof PlanOutdatedError) await this.#compareAndSwap('Result', results);
        throw error;
      }
    });
  }

  /** Writes the noted results if they change the state. @throws StateError, StateConflictError */
  async writeResults(): Promise<void> {
    await this.#withResults((results) => this.#compareAndSwap('Result', results));
  }

  /**
   * Runs a write with the noted results. Results that arrive during the write are left for the next one, and results that could not be written are
   * kept.
   */
  async #withResults(write: (results: readonly StateEdit[]) => Promise<void>): Promise<void> {
    const results = this.#results;
    this.#results = [];
    try {
      await write(results);
    } catch (error) {
      if (!(error instanceof PlanOutdatedError)) this.#results = [...results, ...this.#results];
      throw error;
    }
  }

  async #compareAndSwap(message: string, edits: readonly StateEdit[]): Promise<void> {
    if (edits.length === 0) return;
    const { store, always, sleep } = this.#input;
    for (let attempt = 1; ; attempt += 1) {
      const revision = this.#state.meta.revision + 1;
      const draft: StateDraft = {
        documents: new Map(this.#state.documents),
        meta: { ...this.#state.meta, revision },
        portal: this.#state.portal,
        revision,
      };
      always(draft);
      for (const edit of edits) edit(draft);
      const change = this.#changeTo(draft);
      // Late results without any news must not change a state that a later run has completed.
      if (this.#rebased && message === 'Result' && !this.#hasNews(change)) return;
      try {
        this.#base = await store.write(this.#base, change, message);
        this.#state = createState(change.meta, draft.documents, draft.portal);
        return;
      } catch (error) {
        if (!(error instanceof StateConflictError) || attempt === MAX_CONFLICTS) throw error;
        // The wait is necessary because a read can lag behind a write by seconds.
        await sleep(computeBackoffMs(attempt, CONFLICT_BACKOFF));
        await this.#reread();
      }
    }
  }

  /** Returns the shards in which a document differs from the last state, and the meta with their summaries. */
  #changeTo({ documents, meta, portal }: StateDraft): StateChange {
    const previousDocuments = this.#state.documents;
    const shards = new Map<string, DocumentRecord[]>();
    const markTouched = (path: string) => shards.set(this.#getShard(path), []);
    for (const [path, document] of documents) if (previousDocuments.get(path) !== document) markTouched(path);
    for (const path of previousDocuments.keys()) if (!documents.has(path)) markTouched(path);
    const summaries = { ...meta.shards };
    // An earlier version did not count the skipped documents of these shards. Their summaries are completed, but their files do not change.
    const incompleteShards = this.#input.shards.filter(
      (shard) => summaries[shard] && summaries[shard].skipped === undefined,
    );
    const summarizedDocuments = new Map([
      ...incompleteShards.map((shard) => [shard, [] as DocumentRecord[]] as const),
      ...shards,
    ]);
    for (const document of documents.values()) summarizedDocuments.get(this.#getShard(document.path))?.push(document);
    for (const [shard, inIt] of summarizedDocuments) {
      const summary = summarizeShard(inIt);
      if (summary) summaries[shard] = summary;
      else delete summaries[shard];
    }
    const portalChange = portal && portal !== this.#state.portal ? { portal } : {};
    return { meta: { ...meta, shards: summaries }, shards, ...portalChange };
  }

  #hasNews({ meta, shards, portal }: StateChange): boolean {
    const { dataSource, formerDataSources } = this.#state.meta;
    const hasSameSources = isDeepStrictEqual(
      [meta.dataSource, meta.formerDataSources],
      [dataSource, formerDataSources],
    );
    return shards.size > 0 || portal !== undefined || !hasSameSources;
  }

  #getShard(path: string): string {
    const knownShard = this.#shardOfPath.get(path);
    if (knownShard !== undefined) return knownShard;
    const shard = getShard(path);
    this.#shardOfPath.set(path, shard);
    return shard;
  }

  async #reread(): Promise<void> {
    const base = await this.#input.store.read();
    if (!base) {
      throw new StateError(
        'store',
        `the state in ${this.#input.store.place} was deleted while this run was writing it`,
        'restore it from its last commit, and run the job again; items that this run has sent since are not recorded',
      );
    }
    this.#base = base;
    const portal = this.#state.portal && (await base.portal());
    this.#state = createState(base.meta, await base.documents(this.#input.shards), portal);
    this.#rebased = true;
  }
}

function createState(meta: StateMeta, documents: State['documents'], portal: PortalRecords | undefined): State {
  return { meta, documents, ...(portal ? { portal } : {}) };
}

import { isDeepStrictEqual } from 'node:util';
import { backoffMs } from '@context-sync/core';
import { StateConflictError, StateError } from '../state/errors.ts';
import type { DocumentRecord, State, StateMeta } from '../state/schema.ts';
import { shardOf, summarise } from '../state/shards.ts';
import type { StateChange, StateSnapshot, StateStore } from '../state/store.ts';
import type { Earlier } from './result.ts';
import { NOTHING_EARLIER } from './result.ts';

/** Another run has written what this run's plan was made from: the plan must be made anew. What was recorded stays recorded. */
export class PlanOutdatedError extends Error {
  override readonly name = 'PlanOutdatedError';
  /** Whether another run is still sending what is wanted, so that there is nothing to do but wait for it. */
  readonly waiting: boolean;
  /** What the run had done by then; given to the next round, so that its result tells all of it. */
  earlier: Earlier = NOTHING_EARLIER;

  constructor(message: string, waiting = false) {
    super(message);
    this.waiting = waiting;
  }
}

/** A copy of the state that an entry edits in place. */
export interface Draft {
  readonly documents: Map<string, DocumentRecord>;
  readonly meta: { -readonly [P in keyof StateMeta]: StateMeta[P] };
  /** That of the write which carries the entry. */
  readonly revision: number;
}

/** A change to the state as a function, so that it can be made again on a newer state. @throws PlanOutdatedError */
export type Edit = (draft: Draft) => void;

/** Giving up would lose results that are not recorded yet, so it is far away. */
const CONFLICT_LIMIT = 40;
/** Waits after lost races. The jitter keeps writers that met once from meeting again. */
const CONFLICT_BACKOFF = { firstMs: 200, maxMs: 5_000 };

export interface LedgerInput {
  readonly store: StateStore;
  readonly base: StateSnapshot | undefined;
  /** Holds the documents of `shards`, all of them. */
  readonly state: State;
  readonly shards: readonly string[];
  /** Made first in every write. */
  readonly always: Edit;
  sleep(milliseconds: number): Promise<void>;
}

/**
 * The state during an apply. Results are noted as they come and carried by the next write; every write is one compare-and-swap, made again on
 * the newer state when the race is lost.
 */
export class Ledger {
  readonly #input: LedgerInput;
  readonly #shardOfPath = new Map<string, string>();
  #base: StateSnapshot | undefined;
  #state: State;
  #results: Edit[] = [];
  #rebased = false;

  constructor(input: LedgerInput) {
    this.#input = input;
    this.#base = input.base;
    this.#state = input.state;
  }

  get state(): State {
    return this.#state;
  }

  /** Whether another run has written in between, so that the state holds more than this run's plan knows of. */
  get rebased(): boolean {
    return this.#rebased;
  }

  /** Whether something is noted that is not written yet. */
  get hasResults(): boolean {
    return this.#results.length > 0;
  }

  /** Keeps a result for the next write. It must be possible to record whatever else has happened to the state. */
  note(result: Edit): void {
    this.#results.push(result);
  }

  /**
   * Writes the noted results and `edit`. The results are written even when `edit` finds that the plan is outdated. Not to be called again
   * before it has ended.
   * @throws PlanOutdatedError, StateError; StateConflictError after too many lost races
   */
  async write(message: string, edit: Edit): Promise<void> {
    await this.#withResults(async (results) => {
      try {
        await this.#swap(message, [...results, edit]);
      } catch (error) {
        if (error instanceof PlanOutdatedError) await this.#swap('Result', results);
        throw error;
      }
    });
  }

  /** Writes the noted results, if there are any that change something. @throws StateError, StateConflictError */
  async writeResults(): Promise<void> {
    await this.#withResults((results) => this.#swap('Result', results));
  }

  /** What is noted while a write is under way is left for the next one; what could not be written is kept. */
  async #withResults(write: (results: readonly Edit[]) => Promise<void>): Promise<void> {
    const results = this.#results;
    this.#results = [];
    try {
      await write(results);
    } catch (error) {
      if (!(error instanceof PlanOutdatedError)) this.#results = [...results, ...this.#results];
      throw error;
    }
  }

  async #swap(message: string, edits: readonly Edit[]): Promise<void> {
    if (edits.length === 0) return;
    const { store, always, sleep } = this.#input;
    for (let attempt = 1; ; attempt += 1) {
      const revision = this.#state.meta.revision + 1;
      const draft: Draft = {
        documents: new Map(this.#state.documents),
        meta: { ...this.#state.meta, revision },
        revision,
      };
      always(draft);
      for (const edit of edits) edit(draft);
      const change = this.#changeTo(draft);
      // Late results that say nothing new must not touch what a later run has brought to its end.
      if (this.#rebased && message === 'Result' && !this.#saysNews(change)) return;
      try {
        this.#base = await store.write(this.#base, change, message);
        this.#state = { meta: change.meta, documents: draft.documents };
        return;
      } catch (error) {
        if (!(error instanceof StateConflictError) || attempt === CONFLICT_LIMIT) throw error;
        // A read can lag behind a write by seconds.
        await sleep(backoffMs(attempt, CONFLICT_BACKOFF));
        await this.#reread();
      }
    }
  }

  /** The shards in which a document differs from the last state, and the meta with their summaries. */
  #changeTo({ documents, meta }: Draft): StateChange {
    const before = this.#state.documents;
    const shards = new Map<string, DocumentRecord[]>();
    const touch = (path: string) => shards.set(this.#shardOf(path), []);
    for (const [path, document] of documents) if (before.get(path) !== document) touch(path);
    for (const path of before.keys()) if (!documents.has(path)) touch(path);
    const summaries = { ...meta.shards };
    // An earlier version has not counted everything; the files of these shards stay as they are.
    const incomplete = this.#input.shards.filter((shard) => summaries[shard] && summaries[shard].skipped === undefined);
    const summarized = new Map([...incomplete.map((shard) => [shard, [] as DocumentRecord[]] as const), ...shards]);
    for (const document of documents.values()) summarized.get(this.#shardOf(document.path))?.push(document);
    for (const [shard, inIt] of summarized) {
      const summary = summarise(inIt);
      if (summary) summaries[shard] = summary;
      else delete summaries[shard];
    }
    return { meta: { ...meta, shards: summaries }, shards };
  }

  #saysNews({ meta, shards }: StateChange): boolean {
    const { dataSource, formerDataSources } = this.#state.meta;
    const same = isDeepStrictEqual([meta.dataSource, meta.formerDataSources], [dataSource, formerDataSources]);
    return shards.size > 0 || !same;
  }

  #shardOf(path: string): string {
    const known = this.#shardOfPath.get(path);
    if (known !== undefined) return known;
    const shard = shardOf(path);
    this.#shardOfPath.set(path, shard);
    return shard;
  }

  async #reread(): Promise<void> {
    const base = await this.#input.store.read();
    if (!base) {
      throw new StateError(
        'store',
        `the state in ${this.#input.store.place} was deleted while this run was writing it`,
        'put it back to its last commit, and run the job again; what this run has sent since is not recorded',
      );
    }
    this.#base = base;
    this.#state = { meta: base.meta, documents: await base.documents(this.#input.shards) };
    this.#rebased = true;
  }
}

import { StateConflictError } from '../state/errors.ts';
import type { DocumentRecord, State, StateMeta } from '../state/schema.ts';
import type { StateSnapshot, StateStore } from '../state/store.ts';
import type { Earlier } from './result.ts';
import { NOTHING_EARLIER } from './result.ts';

/** Another run has written what this run's plan was made from: the plan must be made anew. What was recorded stays recorded. */
export class PlanOutdatedError extends Error {
  override readonly name = 'PlanOutdatedError';
  /** What the run had done by then; given to the next round, so that its result tells all of it. */
  earlier: Earlier = NOTHING_EARLIER;
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
/** Longest wait after the first lost race, in milliseconds; doubled by each further one up to the limit. */
const FIRST_WAIT = 200;
const WAIT_LIMIT = 5_000;

/**
 * The state during an apply. Results are noted as they come and carried by the next write; every write is one compare-and-swap, made again on
 * the newer state when the race is lost.
 */
export class Ledger {
  readonly #store: StateStore;
  readonly #always: Edit;
  readonly #sleep: (milliseconds: number) => Promise<void>;
  #base: StateSnapshot | undefined;
  #state: State;
  #results: Edit[] = [];
  #rebased = false;

  /** @param always made first in every write */
  constructor(
    store: StateStore,
    base: StateSnapshot | undefined,
    state: State,
    always: Edit,
    sleep: (milliseconds: number) => Promise<void>,
  ) {
    this.#store = store;
    this.#base = base;
    this.#state = state;
    this.#always = always;
    this.#sleep = sleep;
  }

  get state(): State {
    return this.#state;
  }

  /** Whether another run has written in between, so that the state holds more than this run's plan knows of. */
  get rebased(): boolean {
    return this.#rebased;
  }

  /** Keeps a result for the next write. It must be possible to record whatever else has happened to the state. */
  note(result: Edit): void {
    this.#results.push(result);
  }

  /**
   * Writes the noted results and `edit`. The results are written even when `edit` finds that the plan is outdated.
   * @throws PlanOutdatedError, StateError; StateConflictError after too many lost races
   */
  async write(message: string, edit: Edit): Promise<void> {
    const results = this.#results;
    try {
      await this.#swap(message, [...results, edit]);
    } catch (error) {
      if (!(error instanceof PlanOutdatedError)) throw error;
      if (results.length > 0) await this.#swap('Result', results);
      this.#results = [];
      throw error;
    }
    this.#results = [];
  }

  async #swap(message: string, edits: readonly Edit[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const revision = this.#state.meta.revision + 1;
      const draft: Draft = {
        documents: new Map(this.#state.documents),
        meta: { ...this.#state.meta, revision },
        revision,
      };
      this.#always(draft);
      for (const edit of edits) edit(draft);
      try {
        this.#base = await this.#store.write(this.#base, draft, message);
        this.#state = { meta: draft.meta, documents: draft.documents };
        return;
      } catch (error) {
        if (!(error instanceof StateConflictError) || attempt === CONFLICT_LIMIT) throw error;
        // Writers that met once would meet again without chance; and a read can lag behind a write by seconds.
        await this.#sleep(Math.random() * Math.min(FIRST_WAIT * 2 ** (attempt - 1), WAIT_LIMIT));
        await this.#reread();
      }
    }
  }

  async #reread(): Promise<void> {
    const base = await this.#store.read();
    if (!base) throw new PlanOutdatedError('the state is gone');
    this.#base = base;
    this.#state = { meta: base.meta, documents: await base.documents() };
    this.#rebased = true;
  }
}

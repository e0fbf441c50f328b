import { StateConflictError } from '../state/errors.ts';
import type { DocumentRecord, State, StateMeta } from '../state/schema.ts';
import type { StateSnapshot, StateStore } from '../state/store.ts';

/** Another run has written what this run's plan was made from: the plan must be made anew. What was recorded stays recorded. */
export class PlanOutdatedError extends Error {
  override readonly name = 'PlanOutdatedError';
}

/** A change to the state, as a function, so that it can be made again on a newer state. */
export interface Entry {
  readonly message: string;
  /** Edits copies in place. `revision` is that of the write which carries the entry. @throws PlanOutdatedError */
  edit(documents: Map<string, DocumentRecord>, meta: Editable<StateMeta>, revision: number): void;
}

type Editable<T> = { -readonly [P in keyof T]: T[P] };

const CONFLICT_LIMIT = 10;

/** The state during an apply: every entry is one compare-and-swap, made again on the newer state when the race is lost. */
export class Ledger {
  readonly #store: StateStore;
  #base: StateSnapshot | undefined;
  #state: State;

  constructor(store: StateStore, base: StateSnapshot | undefined, state: State) {
    this.#store = store;
    this.#base = base;
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** @throws PlanOutdatedError, StateError; StateConflictError after too many lost races */
  async write(entry: Entry): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const revision = this.#state.meta.revision + 1;
      const documents = new Map(this.#state.documents);
      const meta: Editable<StateMeta> = { ...this.#state.meta, revision };
      entry.edit(documents, meta, revision);
      const next: State = { meta, documents };
      try {
        this.#base = await this.#store.write(this.#base, next, entry.message);
        this.#state = next;
        return;
      } catch (error) {
        if (!(error instanceof StateConflictError) || attempt === CONFLICT_LIMIT) throw error;
        await this.#reread();
      }
    }
  }

  async #reread(): Promise<void> {
    const base = await this.#store.read();
    if (!base) throw new PlanOutdatedError('the state is gone');
    this.#base = base;
    this.#state = { meta: base.meta, documents: await base.documents() };
  }
}

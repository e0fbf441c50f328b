import type { StateSnapshot } from '@context-sync/sync';
import type { StateRecords } from '../docs/find-affected.ts';
import { type KnownItems, readMoreItems } from './known-items.ts';

/** The document records of the shards that have been read. Further shards are added when they are needed. */
export class CachedRecords implements StateRecords {
  readonly #base: StateSnapshot | undefined;
  #known: KnownItems;
  #shards: ReadonlySet<string>;

  constructor(knownItems: KnownItems, base: StateSnapshot | undefined) {
    this.#known = knownItems;
    this.#base = base;
    this.#shards = new Set(knownItems.shards);
  }

  get known(): KnownItems {
    return this.#known;
  }

  get shards(): ReadonlySet<string> {
    return this.#shards;
  }

  get documents() {
    return this.#known.documents;
  }

  async load(shards: readonly string[]): Promise<void> {
    this.#known = await readMoreItems(this.#known, this.#base, shards);
    this.#shards = new Set(this.#known.shards);
  }
}

import type { ContextItemInput } from '@context-sync/core';
import { type FakePlatform, fingerprintAt } from '../apply/fake-platform.fixture.ts';
import type { DocumentRecord, ItemRecord, State } from '../state/schema.ts';

/** A number for each fingerprint. */
export class Tally {
  readonly #counts = new Map<string, number>();

  static of(fingerprints: Iterable<string>): Tally {
    const tally = new Tally();
    for (const fingerprint of fingerprints) tally.add(fingerprint);
    return tally;
  }

  add(fingerprint: string): void {
    this.#counts.set(fingerprint, this.count(fingerprint) + 1);
  }

  /** Takes one away. @returns whether there was one */
  take(fingerprint: string): boolean {
    const count = this.count(fingerprint);
    if (count > 0) this.#counts.set(fingerprint, count - 1);
    return count > 0;
  }

  count(fingerprint: string): number {
    return this.#counts.get(fingerprint) ?? 0;
  }

  copy(): Tally {
    const copy = new Tally();
    for (const [fingerprint, count] of this.#counts) copy.#counts.set(fingerprint, count);
    return copy;
  }
}

export function recordsOf(documents: ReadonlyMap<string, DocumentRecord> | undefined): ItemRecord[] {
  return [...(documents?.values() ?? [])].flatMap(({ items }) => items);
}

/** What actors do by hand on the platform, or say of it: of this the engine cannot know, and the state need not tell. */
export class Actors {
  readonly #platform: FakePlatform;
  /** Items that may be there without a record, by their fingerprints. */
  readonly others = new Tally();
  /** Items whose ids the state may know, and which are gone or changed. */
  readonly touched = new Set<string>();
  /** The same where the state may not know the id. */
  readonly missing = new Tally();
  /** Data sources that were connected before the state was lost, or that a person has asked for again. */
  extraSources = 0;
  /** Whether a person has said that the data source is connected without looking. */
  sourceAssumed = false;

  constructor(platform: FakePlatform) {
    this.#platform = platform;
  }

  create(item: ContextItemInput): void {
    const id = this.#platform.add(item);
    this.others.add(fingerprintAt(this.#platform, id) ?? '');
  }

  delete(id: string, state: State | undefined): void {
    this.#touch(id, state);
    this.#platform.items.delete(id);
  }

  edit(id: string, content: string, state: State | undefined): void {
    const item = this.#platform.items.get(id);
    if (!item || item.content === content) return;
    const isKnown = this.#touch(id, state);
    this.#platform.items.set(id, { ...item, content });
    if (!isKnown) this.others.add(fingerprintAt(this.#platform, id) ?? '');
  }

  /** @returns whether the state knows the item by its id */
  #touch(id: string, state: State | undefined): boolean {
    const isKnown = recordsOf(state?.documents).some((record) => record.id === id);
    this.touched.add(id);
    if (!isKnown) this.missing.add(fingerprintAt(this.#platform, id) ?? '');
    return isKnown;
  }

  /** The state is gone, and with it the knowledge of whose the items are. */
  loseState(): void {
    for (const id of this.#platform.items.keys()) this.others.add(fingerprintAt(this.#platform, id) ?? '');
    this.extraSources = this.#platform.dataSources.length;
  }

  /**
   * Says `resend` or `assume-created` of everything in doubt, or of the item with `only` as its key, without having looked: what comes of it is on
   * them.
   */
  decideBlindly(state: State | undefined, only?: string): void {
    for (const { status, key, fingerprint } of recordsOf(state?.documents)) {
      if (status !== 'creating' || (only !== undefined && key !== only)) continue;
      this.others.add(fingerprint);
      this.missing.add(fingerprint);
    }
    if (only !== undefined) return;
    const { dataSource = null, formerDataSources = [] } = state?.meta ?? {};
    if (![dataSource, ...formerDataSources].some((source) => source?.status === 'creating')) return;
    this.extraSources += 1;
    this.sourceAssumed = true;
  }

  /** Deletes what the state lists as left over, so that it can be forgotten. @returns the records of it */
  clearAway(state: State | undefined): ItemRecord[] {
    const known = recordsOf(state?.documents);
    const leftovers = known.filter(({ status }) => status === 'superseded' || status === 'orphaned');
    const claimed = new Set(known.flatMap(({ id }) => (id === undefined ? [] : [id])));
    for (const { id, fingerprint } of leftovers) {
      const found =
        id ??
        [...this.#platform.items.keys()].find(
          (each) => !claimed.has(each) && fingerprintAt(this.#platform, each) === fingerprint,
        );
      if (found !== undefined) this.delete(found, state);
    }
    return leftovers;
  }
}

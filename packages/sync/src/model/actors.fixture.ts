import type { ContextItemInput } from '@context-sync/core';
import { type FakePlatform, fingerprintAt } from '../apply/fake-platform.fixture.ts';
import type { DocumentRecord, ItemRecord, State } from '../state/state-schema.ts';

/** A multiset of fingerprints, which counts how often each fingerprint occurs. */
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

  /** Removes one occurrence of a fingerprint. @returns whether it occurred */
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

export function getRecords(documents: ReadonlyMap<string, DocumentRecord> | undefined): ItemRecord[] {
  return [...(documents?.values() ?? [])].flatMap(({ items }) => items);
}

/** Manual changes and declarations of users concerning the platform. The engine cannot know them, and the state does not have to reflect them. */
export class Actors {
  readonly #platform: FakePlatform;
  /** Fingerprints of items that may exist without a record. */
  readonly others = new Tally();
  /** IDs of items that users have deleted or edited and that the state may contain. */
  readonly touched = new Set<string>();
  /** Fingerprints of items that users have deleted or edited and whose IDs the state may not contain. */
  readonly missing = new Tally();
  /** Number of data sources that were connected before the state was lost, or that a user requested again. */
  extraSources = 0;
  /** Whether a user has declared without checking that the data source is connected. */
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

  /** Records that a user has changed an item. @returns whether the state contains the ID of the item */
  #touch(id: string, state: State | undefined): boolean {
    const isKnown = getRecords(state?.documents).some((record) => record.id === id);
    this.touched.add(id);
    if (!isKnown) this.missing.add(fingerprintAt(this.#platform, id) ?? '');
    return isKnown;
  }

  /** Deletes the state. The information about which items this sync created is then lost. */
  loseState(): void {
    for (const id of this.#platform.items.keys()) this.others.add(fingerprintAt(this.#platform, id) ?? '');
    this.extraSources = this.#platform.dataSources.length;
  }

  /**
   * Decides `resend` or `assume-created` for all items in doubt, or only for the item with the key `only`, without checking the platform. The user is
   * responsible for the result.
   */
  decideBlindly(state: State | undefined, only?: string): void {
    for (const { status, key, fingerprint } of getRecords(state?.documents)) {
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

  /** Deletes the leftover items of the state on the platform, so that they can be forgotten. @returns their records */
  clearAway(state: State | undefined): ItemRecord[] {
    const knownRecords = getRecords(state?.documents);
    const leftovers = knownRecords.filter(({ status }) => status === 'superseded' || status === 'orphaned');
    const claimedIds = new Set(knownRecords.flatMap(({ id }) => (id === undefined ? [] : [id])));
    for (const { id, fingerprint } of leftovers) {
      const foundId =
        id ??
        [...this.#platform.items.keys()].find(
          (each) => !claimedIds.has(each) && fingerprintAt(this.#platform, each) === fingerprint,
        );
      if (foundId !== undefined) this.delete(foundId, state);
    }
    return leftovers;
  }
}

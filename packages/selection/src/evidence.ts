/** How many pages of a folder have a counterpart elsewhere. */
export interface EvidenceCount {
  /** Number of distinctive pages. */
  pages: number;
  /** Number of those that have a counterpart, by kind of counterpart. */
  readonly matched: Map<string, number>;
}

/** Counts, per folder, the evidence that its pages are translations or old versions. */
export class Evidence {
  readonly #tallies = new Map<string, EvidenceCount>();

  /** Counts a page of the folder and the kinds of its counterparts. */
  count(place: string, isDistinctive: boolean, sorts: Iterable<string>): void {
    let tally = this.#tallies.get(place);
    if (tally === undefined) {
      tally = { pages: 0, matched: new Map() };
      this.#tallies.set(place, tally);
    }
    if (!isDistinctive) return;
    tally.pages++;
    for (const sort of sorts) tally.matched.set(sort, (tally.matched.get(sort) ?? 0) + 1);
  }

  /** Returns the number of distinctive pages of the folder, and how many have a counterpart of the kind. */
  of(place: string, sort: string): { pages: number; matched: number } {
    const tally = this.#tallies.get(place);
    return { pages: tally?.pages ?? 0, matched: tally?.matched.get(sort) ?? 0 };
  }
}

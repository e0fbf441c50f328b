/** Number of pages of a folder that have a counterpart elsewhere. */
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
    let fileTally = this.#tallies.get(place);
    if (fileTally === undefined) {
      fileTally = { pages: 0, matched: new Map() };
      this.#tallies.set(place, fileTally);
    }
    if (!isDistinctive) return;
    fileTally.pages++;
    for (const sort of sorts) fileTally.matched.set(sort, (fileTally.matched.get(sort) ?? 0) + 1);
  }

  /** Returns the number of distinctive pages of the folder, and how many have a counterpart of the kind. */
  of(place: string, sort: string): { pages: number; matched: number } {
    const fileTally = this.#tallies.get(place);
    return { pages: fileTally?.pages ?? 0, matched: fileTally?.matched.get(sort) ?? 0 };
  }
}

/** Counts of the pages of one folder that have a counterpart outside of the folder. */
export interface EvidenceCount {
  /** Number of pages in the folder whose routes are distinctive. */
  pages: number;
  /** Number of distinctive pages that have a counterpart, by kind of counterpart. */
  readonly matched: Map<string, number>;
}

/** Evidence per folder that the folder's pages are translations or old versions. */
export class Evidence {
  readonly #tallies = new Map<string, EvidenceCount>();

  /** Adds a page of the folder to the counts, with the kinds of its counterparts. */
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

  /** Returns the number of distinctive pages in the folder, and the number of these pages that have a counterpart of the kind. */
  getEvidence(place: string, sort: string): { pages: number; matched: number } {
    const fileTally = this.#tallies.get(place);
    return { pages: fileTally?.pages ?? 0, matched: fileTally?.matched.get(sort) ?? 0 };
  }
}

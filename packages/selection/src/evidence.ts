/** How many of the pages of a folder have a counterpart elsewhere. */
export interface Tally {
  /** Pages that say something. */
  pages: number;
  /** Those of them that have a counterpart, by where it is. */
  readonly matched: Map<string, number>;
}

/** Counts, place by place, what speaks for its pages being translations or old versions. */
export class Evidence {
  readonly #tallies = new Map<string, Tally>();

  /** Counts a page of the place that has counterparts of these sorts. */
  count(place: string, telling: boolean, sorts: Iterable<string>): void {
    let tally = this.#tallies.get(place);
    if (tally === undefined) {
      tally = { pages: 0, matched: new Map() };
      this.#tallies.set(place, tally);
    }
    if (!telling) return;
    tally.pages++;
    for (const sort of sorts) tally.matched.set(sort, (tally.matched.get(sort) ?? 0) + 1);
  }

  /** Pages of the place that say something, and how many of them have a counterpart of the sort. */
  of(place: string, sort: string): { pages: number; matched: number } {
    const tally = this.#tallies.get(place);
    return { pages: tally?.pages ?? 0, matched: tally?.matched.get(sort) ?? 0 };
  }
}

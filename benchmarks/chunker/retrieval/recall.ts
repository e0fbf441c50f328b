/** Position of the first hit in the results. */
export interface Rank {
  /** Counted from 1; undefined without a hit. */
  readonly place: number | undefined;
  /** Length of the results up to and including the hit. */
  readonly read: number;
}

/** Percentages of the queries, and the mean reciprocal rank. */
export interface Recall {
  readonly at5: number;
  readonly at12k: number;
  readonly mrr: number;
}

const BUDGET = 12_000;

/** Finds the first hit in the results, and the length read up to it. */
export function rank(results: readonly number[], hits: ReadonlySet<number>, lengths: readonly number[]): Rank {
  let read = 0;
  for (const [index, number] of results.entries()) {
    read += lengths[number] ?? 0;
    if (hits.has(number)) return { place: index + 1, read };
  }
  return { place: undefined, read };
}

/** R@5: the first hit is among the top five. R@12k: it is among the top items that fit 12,000 characters. */
export function computeRecall(ranks: readonly Rank[]): Recall {
  const percent = (passes: (rank: Rank) => boolean) => (100 * ranks.filter(passes).length) / ranks.length;
  return {
    at5: percent(({ place }) => place !== undefined && place <= 5),
    at12k: percent(({ place, read }) => place !== undefined && read <= BUDGET),
    mrr: ranks.reduce((sum, { place }) => sum + (place === undefined ? 0 : 1 / place), 0) / ranks.length,
  };
}

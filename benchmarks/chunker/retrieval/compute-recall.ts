/** The position of the first hit in the search results. */
export interface AnswerRank {
  /** The position, counted from 1; undefined if no result is a hit. */
  readonly place: number | undefined;
  /** The total length of the results up to and including the hit, in UTF-16 units. */
  readonly read: number;
}

/** The percentages of queries whose hit is near the top of the results, and the mean reciprocal rank. */
export interface RecallFigures {
  readonly at5: number;
  readonly at12k: number;
  readonly mrr: number;
}

const BUDGET_CHARS = 12_000;

/**
 * Finds the first hit in the search results. Returns its position and the total length of the results up to and
 * including it.
 */
export function rank(results: readonly number[], hits: ReadonlySet<number>, lengths: readonly number[]): AnswerRank {
  let readItems = 0;
  for (const [index, number] of results.entries()) {
    readItems += lengths[number] ?? 0;
    if (hits.has(number)) return { place: index + 1, read: readItems };
  }
  return { place: undefined, read: readItems };
}

/**
 * Computes R@5 (the percentage of queries whose first hit is among the first five results), R@12k (the percentage of queries whose first hit is within the
 * first 12,000 characters of the results), and the mean reciprocal rank.
 */
export function computeRecall(ranks: readonly AnswerRank[]): RecallFigures {
  const computeRankPercent = (passes: (rank: AnswerRank) => boolean) =>
    (100 * ranks.filter(passes).length) / ranks.length;
  return {
    at5: computeRankPercent(({ place }) => place !== undefined && place <= 5),
    at12k: computeRankPercent(({ place, read }) => place !== undefined && read <= BUDGET_CHARS),
    mrr: ranks.reduce((sum, { place }) => sum + (place === undefined ? 0 : 1 / place), 0) / ranks.length,
  };
}

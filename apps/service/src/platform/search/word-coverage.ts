import { getIndexedWords } from './search-words.ts';

/** Maximum number of items that are ranked again by coverage. */
export const MAX_RERANKED_ITEMS = 50;

/** An item with the fraction of the query words that it contains, from 0 to 1. */
type CoverageRanked<T> = T & { readonly share: number };

/**
 * Sorts items by the number of query words that they contain, so that an item about most of the question ranks above an item that repeats a single
 * word.
 * @param items items ranked by word frequency
 * @param queryWords words of the query in the form that `splitWords` returns
 */
export function rankByCoverage<T extends { readonly title: string; readonly content: string; readonly score: number }>(
  items: readonly T[],
  queryWords: readonly string[],
  limit: number,
): CoverageRanked<T>[] {
  const words = [...new Set(queryWords)];
  return items
    .map((item) => {
      const itemWords = new Set(getIndexedWords(`${item.title}\n${item.content}`));
      const share = words.filter((word) => itemWords.has(word)).length / words.length;
      return { ...item, share, score: item.score * share };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

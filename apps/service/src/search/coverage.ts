import { indexedWordsOf } from './words.ts';

/** Most items that a store has ranked for a question and that are ranked again by what they cover. */
export const MOST_RERANKED = 50;

/** An item with the share of the words that it has, 0 to 1. */
type Covered<T> = T & { readonly share: number };

/**
 * Ranks items that have some words of a question again, best first: an item about more of the question goes before one that repeats a word.
 * @param items ranked by how often and how rarely the words stand in them
 * @param asked the words of the question, as `wordsOf` returns them
 */
export function byCoverage<T extends { readonly title: string; readonly content: string; readonly score: number }>(
  items: readonly T[],
  asked: readonly string[],
  limit: number,
): Covered<T>[] {
  const words = [...new Set(asked)];
  return items
    .map((item) => {
      const held = new Set(indexedWordsOf(`${item.title}\n${item.content}`));
      const share = words.filter((word) => held.has(word)).length / words.length;
      return { ...item, share, score: item.score * share };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

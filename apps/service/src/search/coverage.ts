import { wordsOf } from './words.ts';

/** Most items that a store has ranked for a question and that are ranked again by what they cover. */
export const MOST_RERANKED = 50;

/**
 * Items that hold some words of a question, best first: what is about more of the question goes before what says one of its words often.
 * @param items ranked by how often and how rarely the words stand in them
 * @param asked the words of the question, as `wordsOf` gives them
 */
export function byCoverage<T extends { readonly title: string; readonly content: string; readonly score: number }>(
  items: readonly T[],
  asked: readonly string[],
  limit: number,
): T[] {
  const words = new Set(asked);
  return items
    .map((item) => {
      const held = new Set(wordsOf(`${item.title} ${item.content}`));
      return { ...item, score: (item.score * [...words].filter((word) => held.has(word)).length) / words.size };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

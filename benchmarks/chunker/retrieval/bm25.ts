import { splitWords } from '../text/words.ts';

const K1 = 1.2;
const B = 0.75;

/** Builds a BM25 index (k1 1.2, b 0.75). A search returns the indices of all texts that share a word with the query, best first. */
export function createBm25Index(texts: readonly string[]): (query: string) => number[] {
  const postings = new Map<string, [number, number][]>();
  const lengths = texts.map((text, number) => {
    const counts = new Map<string, number>();
    const pageWords = splitWords(text);
    for (const word of pageWords) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const wordPostings = postings.get(word);
      if (wordPostings) wordPostings.push([number, count]);
      else postings.set(word, [[number, count]]);
    }
    return pageWords.length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / texts.length;
  return (query) => {
    const scores = new Map<number, number>();
    for (const word of new Set(splitWords(query))) {
      const wordPostings = postings.get(word) ?? [];
      const weight = Math.log(1 + (texts.length - wordPostings.length + 0.5) / (wordPostings.length + 0.5));
      for (const [number, count] of wordPostings) {
        const length = 1 - B + (B * (lengths[number] ?? 0)) / mean;
        scores.set(number, (scores.get(number) ?? 0) + (weight * count * (K1 + 1)) / (count + K1 * length));
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([number]) => number);
  };
}

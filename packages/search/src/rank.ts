import type { SearchQuery } from './parse-query.ts';

/** Constants of BM25: how fast repetitions of a word lose effect, and how much long documents are discounted. */
const K1 = 2;
const B = 0.75;
/** Weight of a related word of the query, such as a part of `listUserKeys`. */
const RELATED_WEIGHT = 0.25;

/** The documents that contain one word. */
export interface Postings {
  /** Number of documents. The arrays can be longer. */
  readonly count: number;
  /** Positions of the documents in the collection. */
  readonly positions: ArrayLike<number>;
  /** Weighted frequencies of the word in these documents. */
  readonly frequencies: ArrayLike<number>;
}

/** The documents that a search ranks, such as all documents of one project. Only these documents affect a score. */
export interface Collection {
  /** Number of positions. Some positions may have no document. */
  readonly size: number;
  /** Number of documents. */
  readonly count: number;
  /** Sum of the lengths of all documents. */
  readonly totalLength: number;
  /** Length of the document at each position, in words. */
  readonly lengths: ArrayLike<number>;
  /** Returns the order of documents with equal scores: the lowest number is the first. */
  getOrder(position: number): number;
  /** Returns the documents with a word. The next call can overwrite the result. */
  findPostings(word: string): Postings;
}

/** Kinds of results: documents with all words of the query, only documents with some of the words, or no documents. */
export const MATCH_KINDS = ['all', 'some', 'none'] as const;

/** A document that matches a query. */
export interface RankedPosition {
  readonly position: number;
  /** Relevance: higher is better. Scores are comparable only within one result. */
  readonly score: number;
}

export interface RankedPositions {
  readonly matched: (typeof MATCH_KINDS)[number];
  /** The best matches, best first. */
  readonly results: readonly RankedPosition[];
}

/**
 * Ranks the documents of a collection by BM25. If the query is a list of keywords and some documents contain all of them, only these documents are results. For
 * a sentence, documents with all of its words get no such precedence, because a sentence often uses other words than its answer.
 */
export function rank(collection: Collection, query: SearchQuery, limit: number): RankedPositions {
  const { scores, matches } = computeScores(collection, query);
  const words = query.words.length;
  const needsAll = !query.isSentence && matches.includes(words);
  const bestPositions: RankedPosition[] = [];
  for (let position = 0; position < scores.length; position += 1) {
    const score = scores[position] ?? 0;
    if (score === 0 || (needsAll && matches[position] !== words)) continue;
    if (bestPositions.length === limit && score < (bestPositions.at(-1)?.score ?? 0)) continue;
    insertRanked(bestPositions, { position, score }, limit, collection);
  }
  const hasAll = bestPositions.some(({ position }) => matches[position] === words);
  return { matched: bestPositions.length === 0 ? 'none' : hasAll ? 'all' : 'some', results: bestPositions };
}

/** Returns the BM25 score of each position, and the number of query words that its document contains. */
function computeScores(collection: Collection, { words, related }: SearchQuery) {
  const scores = new Float64Array(collection.size);
  const matches = new Uint8Array(collection.size);
  const meanLength = collection.totalLength / collection.count;
  for (const [index, word] of [...words, ...related].entries()) {
    const { count, positions, frequencies } = collection.findPostings(word);
    if (count === 0) continue;
    const isRelated = index >= words.length;
    const inverseFrequency =
      Math.log(1 + (collection.count - count + 0.5) / (count + 0.5)) * (isRelated ? RELATED_WEIGHT : 1);
    for (let at = 0; at < count; at += 1) {
      const position = positions[at] ?? 0;
      const frequency = frequencies[at] ?? 0;
      const relativeLength = 1 - B + (B * (collection.lengths[position] ?? 0)) / meanLength;
      scores[position] =
        (scores[position] ?? 0) + (inverseFrequency * frequency * (K1 + 1)) / (frequency + K1 * relativeLength);
      if (!isRelated) matches[position] = (matches[position] ?? 0) + 1;
    }
  }
  return { scores, matches };
}

/** Inserts a result into a sorted list, and removes the last one if the list becomes longer than `limit`. */
function insertRanked(
  bestPositions: RankedPosition[],
  result: RankedPosition,
  limit: number,
  { getOrder }: Collection,
): void {
  const isBefore = (other: RankedPosition) =>
    other.score > result.score ||
    (other.score === result.score && getOrder(other.position) < getOrder(result.position));
  const last = bestPositions.at(-1);
  if (bestPositions.length >= limit && (last === undefined || isBefore(last))) return;
  let index = bestPositions.length;
  for (let other = bestPositions[index - 1]; other && !isBefore(other); other = bestPositions[index - 1]) index -= 1;
  bestPositions.splice(index, 0, result);
  if (bestPositions.length > limit) bestPositions.pop();
}

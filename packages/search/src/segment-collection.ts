import type { Collection, Postings } from './rank.ts';
import { findWord, getBucket, readDocuments } from './segment.ts';

/** A segment as a search reads it. */
export interface SearchedSegment {
  readonly documents: string;
  /** Number that is added to the numbers of the documents, so that the numbers of two indexes differ. Default: 0. */
  readonly firstNumber?: number;
  /** Returns the words of a bucket. */
  getWords(bucket: number): string | undefined;
}

/** The documents of all segments of a project. */
export interface SegmentCollection extends Collection {
  /** Returns the number of the document at a position. */
  getNumber(position: number): number;
}

/**
 * Joins segments into one collection, so that a search ranks all of their documents.
 * @param publicOnly whether to ignore internal documents, so that they are not in the results and do not affect the scores
 */
export function joinSegments(segments: readonly SearchedSegment[], publicOnly: boolean): SegmentCollection {
  // A document takes at least two characters.
  const capacity = segments.reduce((sum, { documents }) => sum + documents.length / 2, 0);
  const numbers = new Float64Array(capacity);
  /** Length of the document at each position; -1 for a document that the search cannot find. */
  const lengths = new Int32Array(capacity);
  let size = 0;
  let count = 0;
  let totalLength = 0;
  const starts = segments.map(({ documents, firstNumber = 0 }) => {
    const start = size;
    readDocuments(documents, (number, length, state) => {
      const isFound = state === 'public' || (state === 'internal' && !publicOnly);
      numbers[size] = firstNumber + number;
      lengths[size] = isFound ? length : -1;
      size += 1;
      if (!isFound) return;
      count += 1;
      totalLength += length;
    });
    return start;
  });
  const positions = new Int32Array(size);
  const frequencies = new Int32Array(size);
  const findPostings = (word: string): Postings => {
    const bucket = getBucket(word);
    let postingCount = 0;
    for (const [index, segment] of segments.entries()) {
      const reader = findWord(segment.getWords(bucket) ?? '', word);
      let position = starts[index] ?? 0;
      while (reader && !reader.isAtEnd) {
        position += reader.read();
        const frequency = reader.read();
        if ((lengths[position] ?? -1) < 0) continue;
        positions[postingCount] = position;
        frequencies[postingCount] = frequency;
        postingCount += 1;
      }
    }
    return { count: postingCount, positions, frequencies };
  };
  const getNumber = (position: number) => numbers[position] ?? 0;
  return { size, count, totalLength, lengths, getOrder: getNumber, getNumber, findPostings };
}

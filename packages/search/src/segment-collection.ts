import { getElementAt } from '@context-sync/base';
import type { Collection, Postings } from './rank.ts';
import { findWord, getBucket, getPostingPrefix } from './segment.ts';
import { unpackForSearch } from './segment-documents.ts';

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
  let size = 0;
  let count = 0;
  let totalLength = 0;
  const parts = segments.map(({ documents, firstNumber = 0, getWords }) => {
    const { numbers, all, publicOnly: publicDocuments } = unpackForSearch(documents);
    const searchable = publicOnly ? publicDocuments : all;
    const start = size;
    size += numbers.length;
    count += searchable.count;
    totalLength += searchable.totalLength;
    return { start, numbers, firstNumber, lengths: searchable.lengths, getWords };
  });
  /** Length of the document at each position; -1 for a document that the search cannot find. */
  const lengths = new Int32Array(size);
  for (const part of parts) lengths.set(part.lengths, part.start);
  const positions = new Int32Array(size);
  const frequencies = new Int32Array(size);
  const findPostings = (word: string): Postings => {
    const bucket = getBucket(word);
    const line = getPostingPrefix(word);
    let postingCount = 0;
    for (const { start, getWords } of parts) {
      const reader = findWord(getWords(bucket) ?? '', line);
      let position = start;
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
  const getNumber = (position: number) => {
    // A segment without documents has the same start as the next one, which is the last one that starts at or before the position.
    let [low, high] = [0, parts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (getElementAt(parts, middle).start <= position) low = middle;
      else high = middle - 1;
    }
    const { start, numbers, firstNumber } = getElementAt(parts, low);
    return firstNumber + (numbers[position - start] ?? 0);
  };
  return { size, count, totalLength, lengths, getOrder: getNumber, getNumber, findPostings };
}

import { selectByTier } from '@context-sync/test-tier';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomItem, randomQuery } from './collections.fixture.ts';
import { countItemWords } from './count-words.ts';
import { PackedReader, packNumbers } from './packed-numbers.ts';
import { parseQuery } from './parse-query.ts';
import { rank } from './rank.ts';
import { createSearchIndex } from './search-index.ts';
import { createDocumentSegment, getBucket, markDeleted, mergeSegments, unpackDocuments } from './segment.ts';
import { joinSegments, type SearchedSegment } from './segment-collection.ts';

const RUNS = { numRuns: selectByTier(150, 3_000) };

type Part = { readonly documents: string; readonly words: readonly string[] };

const merge = (parts: readonly Part[]): Part => {
  const { documents, buckets } = mergeSegments(parts);
  return { documents, words: [...buckets].sort(([a], [b]) => a - b).map(([, words]) => words) };
};
const toSearched = ({ documents, words }: Part): SearchedSegment => ({
  documents,
  // The words of all buckets together are a valid bucket.
  getWords: () => words.join(''),
});

/** A random document, which is randomly deleted or internal, in one of several segments. */
const storedItem = fc.record({
  item: randomItem,
  isPublic: fc.boolean(),
  isDeleted: fc.boolean(),
  segment: fc.integer({ min: 0, max: 5 }),
});

describe('packNumbers', () => {
  it('packed numbers are unpacked unchanged, and require no escapes in JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (values) => {
        const text = packNumbers(values);
        expect(JSON.stringify(text)).toBe(`"${text}"`);
        const reader = new PackedReader(text);
        const read: number[] = [];
        while (!reader.isAtEnd) read.push(reader.read());
        expect(read).toEqual(values);
      }),
    );
  });
});

describe('segments', () => {
  it('a search in segments finds and ranks the same as an index of the documents that remain and are visible', () => {
    fc.assert(
      fc.property(fc.array(storedItem, { maxLength: 30 }), randomQuery, fc.boolean(), (items, query, publicOnly) => {
        const parts = new Map<number, Part[]>();
        for (const [number, { item, isPublic, segment }] of items.entries()) {
          const { documents, words } = createDocumentSegment(number + 1, isPublic, countItemWords(item));
          parts.set(segment, [...(parts.get(segment) ?? []), { documents, words: [words] }]);
        }
        let segments = [...parts.values()].map(merge);
        for (const [number, { isDeleted }] of items.entries()) {
          if (!isDeleted) continue;
          segments = segments.map((each) => ({
            ...each,
            documents: markDeleted(each.documents, new Set([number + 1])),
          }));
        }
        const index = createSearchIndex(
          items.flatMap(({ item, isPublic, isDeleted }, number) =>
            isDeleted || (publicOnly && !isPublic) ? [] : [{ id: `${number + 1}`, ...item }],
          ),
        );
        const { matched, results } = index.search(query);
        const expected = { matched, results: results.map(({ id, score }) => ({ number: Number(id), score })) };
        // Merging all segments removes deleted documents and must not change any result.
        for (const storedParts of [segments, [merge(segments)]]) {
          const collection = joinSegments(storedParts.map(toSearched), publicOnly);
          const foundPositions = rank(collection, parseQuery(query), 10);
          const numberedResults = foundPositions.results.map(({ position, score }) => ({
            number: collection.getNumber(position),
            score,
          }));
          expect({ matched: foundPositions.matched, results: numberedResults }).toEqual(expected);
        }
      }),
      RUNS,
    );
  });

  it('a search ignores documents of a large segment that were deleted or are internal', () => {
    const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
    const segment = merge(
      numbers.map((number) => {
        const counted = countItemWords({ title: 'same', content: `n${number}` });
        const { documents, words } = createDocumentSegment(number, number % 2 === 0, counted);
        return { documents, words: [words] };
      }),
    );
    const find = (documents: string, publicOnly: boolean) => {
      const collection = joinSegments([toSearched({ ...segment, documents })], publicOnly);
      const { results } = rank(collection, parseQuery('same'), numbers.length);
      return { count: collection.count, numbers: results.map(({ position }) => collection.getNumber(position)) };
    };
    const deleted = markDeleted(segment.documents, new Set([2, 3]));
    // The second round reads from the cache.
    for (let round = 0; round < 2; round += 1) {
      for (const [documents, removed] of [
        [segment.documents, []],
        [deleted, [2, 3]],
      ] as const) {
        const remaining = numbers.filter((number) => !removed.some((each) => each === number));
        const publicNumbers = remaining.filter((number) => number % 2 === 0);
        expect(find(documents, false)).toEqual({ count: remaining.length, numbers: remaining });
        expect(find(documents, true)).toEqual({ count: publicNumbers.length, numbers: publicNumbers });
      }
    }
  });

  it('merged segments contain no words of deleted documents', () => {
    const { documents, words } = createDocumentSegment(7, true, countItemWords({ title: 'Secret', content: '' }));
    const other = createDocumentSegment(3, true, countItemWords({ title: 'Other', content: 'text' }));
    const mergedSegment = mergeSegments([
      { documents: markDeleted(documents, new Set([7])), words: [words] },
      { documents: other.documents, words: [other.words] },
    ]);
    expect(unpackDocuments(mergedSegment.documents)).toEqual([{ number: 3, length: 2, state: 'public' }]);
    expect([...mergedSegment.buckets.values()].join('')).not.toContain('secret');
  });

  it('segments whose documents alternate are merged in the order of the documents', () => {
    const create = (numbers: readonly number[]) =>
      merge(
        numbers.map((number) => {
          const { documents, words } = createDocumentSegment(
            number,
            true,
            countItemWords({ title: `same n${number}`, content: '' }),
          );
          return { documents, words: [words] };
        }),
      );
    const collection = joinSegments(
      [toSearched(merge([create([1_000, 4_000, 6_000]), create([2_000, 3_000, 9_000])]))],
      false,
    );
    const find = (query: string) =>
      rank(collection, parseQuery(query), 10).results.map(({ position }) => collection.getNumber(position));
    expect(find('same')).toEqual([1_000, 2_000, 3_000, 4_000, 6_000, 9_000]);
    for (const number of [1_000, 2_000, 3_000, 4_000, 6_000, 9_000]) expect(find(`n${number}`)).toEqual([number]);
  });

  it('every word of a segment is in its bucket', () => {
    const { documents, words } = createDocumentSegment(
      1,
      true,
      countItemWords({ title: 'One two', content: '鍵 три' }),
    );
    for (const [bucket, text] of mergeSegments([{ documents, words: [words] }]).buckets) {
      for (const line of text.split('\n').slice(1)) expect(getBucket(line.split('\t')[0] ?? '')).toBe(bucket);
    }
  });
});

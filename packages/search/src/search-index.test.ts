import { selectByTier } from '@context-sync/test-tier';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomItem, randomQuery } from './collections.fixture.ts';
import { countItemWords } from './count-words.ts';
import { searchNaively } from './naive-search.fixture.ts';
import { createSearchIndex, type SearchDocument } from './search-index.ts';

const RUNS = { numRuns: selectByTier(150, 3_000) };

const DOCUMENTS: readonly SearchDocument[] = [
  { id: 'rotate', title: 'Rotate a key', content: 'Keys are rotated in the settings of an account.' },
  {
    id: 'hooks',
    title: 'Webhooks',
    content: 'Each delivery is signed with a key. Call `listUserKeys` or set server.proxy.',
  },
  { id: 'limits', title: 'Limits', content: 'Version 1.2.3 allows 429 requests.' },
];
const search = (query: string, limit = 10) => createSearchIndex(DOCUMENTS).search(query, { limit });
const findIds = (query: string) => search(query).results.map(({ id }) => id);

describe('a search index in memory', () => {
  it('a search returns the matching documents with the words that they contain', () => {
    expect(search('rotating keys')).toEqual({
      matched: 'all',
      results: [{ id: 'rotate', score: expect.any(Number), words: ['rotat', 'kei'] }],
    });
    expect(search('zebra')).toEqual({ matched: 'none', results: [] });
  });

  it.each([
    ['the whole name', 'listUserKeys', ['hooks']],
    ['the name in lowercase', 'listuserkeys', ['hooks']],
    ['a part of the name', 'user', ['hooks']],
    ['a path', 'server.proxy', ['hooks']],
    ['a version', '1.2.3', ['limits']],
    ['a number', '429', ['limits']],
  ])('a search finds code by %s', (_name, query, ids) => {
    expect(findIds(query)).toEqual(ids);
  });

  it('a search ranks a document with the name of code above one with its parts in another order', () => {
    const index = createSearchIndex([
      { id: 'parts', title: '', content: 'A limit of the rate.' },
      { id: 'name', title: '', content: 'The rate_limit of it.' },
    ]);
    expect(index.search('rate_limit').results.map(({ id }) => id)).toEqual(['name', 'parts']);
  });

  it('a search returns documents with equal scores in the order in which they were added', () => {
    const documents = Array.from({ length: 30 }, (_, number) => ({ id: `${29 - number}`, title: 'Key', content: '' }));
    const ids = createSearchIndex(documents)
      .search('key', { limit: 30 })
      .results.map(({ id }) => id);
    expect(ids).toEqual(documents.map(({ id }) => id));
  });

  it('a search with a query of any length looks for a bounded number of words', () => {
    const query = Array.from({ length: 5_000 }, (_, number) => `word${number}`).join(' ');
    const index = createSearchIndex([{ id: 'all', title: '', content: query }]);
    expect(index.search(query).results[0]?.words).toHaveLength(32);
  });

  it('the results of a search are those of BM25 computed for each document', () => {
    fc.assert(
      fc.property(
        fc.array(randomItem, { maxLength: 30 }),
        randomQuery,
        fc.integer({ min: 1, max: 30 }),
        (items, query, limit) => {
          const documents = items.map((item, number) => ({ id: `${number}`, ...item }));
          const { results } = createSearchIndex(documents).search(query, { limit });
          const expected = searchNaively(documents, query, limit);
          expect(results.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          for (const [index, { score }] of results.entries())
            expect(score).toBeCloseTo(expected[index]?.score ?? -1, 9);
        },
      ),
      RUNS,
    );
  });

  it('an index to which documents were added and removed is the same as one that was created with the remaining documents', () => {
    const change = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), item: fc.option(randomItem) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), randomQuery, (changes, query) => {
        const index = createSearchIndex();
        const remainingItems = new Map<string, (typeof changes)[number]['item']>();
        for (const { id, item } of changes) {
          expect(item ? !remainingItems.has(id) || true : index.remove(id) === remainingItems.has(id)).toBe(true);
          if (item) {
            index.add(id, countItemWords(item));
            remainingItems.set(id, item);
          } else remainingItems.delete(id);
        }
        const documents = [...remainingItems].flatMap(([id, item]) => (item ? [{ id, ...item }] : []));
        expect(index.search(query)).toEqual(createSearchIndex(documents).search(query));
      }),
      RUNS,
    );
  });
});

import { MAX_RERANKED_ITEMS, rankByCoverage } from '../../search/coverage.ts';
import { type CountedWord, rarestWords } from '../../search/rarest.ts';
import { withoutStopWords } from '../../search/stop-words.ts';
import { wordsOf } from '../../search/words.ts';
import type { FoundContextItem, FoundContextItems } from '../context-items.ts';

/** Maximum number of query words; further words are ignored. */
const MAX_QUERY_WORDS = 32;

/** Full-text lookup of a store, for words as returned by `wordsOf`. */
export interface WordLookup {
  /** Maximum number of items that `any` ranks; beyond that, an arbitrary subset is ranked. */
  readonly maxRanked: number;
  /** Returns items that contain every word, best match first. */
  all(words: readonly string[], limit: number): Promise<FoundContextItem[]>;
  /** Returns items that contain at least one word, best match first. */
  any(words: readonly string[], limit: number): Promise<FoundContextItem[]>;
  /** Returns the number of items that contain each word. Large numbers may be estimates or include items of other projects. */
  count(words: readonly string[]): Promise<CountedWord[]>;
}

/**
 * Finds items that contain all words of a query. If there are none, finds items by the rarest words and ranks them by how many words they
 * contain.
 */
export async function searchByWords(query: string, limit: number, lookup: WordLookup): Promise<FoundContextItems> {
  const all = [...new Set(wordsOf(query))];
  const queryWords = withoutStopWords(all).slice(0, MAX_QUERY_WORDS);
  if (queryWords.length === 0) return { matched: 'none', items: [] };
  // For a sentence, an item with all words is not better than one with most of them.
  const isSentence = queryWords.length < Math.min(all.length, MAX_QUERY_WORDS);
  if (!isSentence || queryWords.length === 1) {
    const items = await lookup.all(queryWords, limit);
    if (items.length > 0 || queryWords.length === 1) return { matched: items.length > 0 ? 'all' : 'none', items };
  }
  const known = (await lookup.count(queryWords)).filter(({ items }) => items > 0);
  if (known.length === 0) return { matched: 'none', items: [] };
  const rare = rarestWords(known, lookup.maxRanked);
  const max = Math.max(limit, MAX_RERANKED_ITEMS);
  let some = await lookup.any(rare, max);
  // The rarest words may not occur in this project.
  if (some.length === 0 && rare.length < known.length) {
    some = await lookup.any(
      known.map(({ text }) => text),
      max,
    );
  }
  const covered = rankByCoverage(some, queryWords, limit);
  const matched = covered.length === 0 ? 'none' : covered.some(({ share }) => share === 1) ? 'all' : 'some';
  return { matched, items: covered.map(({ share: _share, ...item }) => item) };
}

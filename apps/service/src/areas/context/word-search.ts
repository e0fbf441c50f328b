import { type CountedWord, selectRarestWords } from '../../platform/search/rarest-words.ts';
import { splitWords } from '../../platform/search/search-words.ts';
import { removeStopWords } from '../../platform/search/stop-words.ts';
import { MAX_RERANKED_ITEMS, rankByCoverage } from '../../platform/search/word-coverage.ts';
import type { ContextItemMatch, FoundContextItems } from './store.ts';

/** Maximum number of query words. Further words are ignored. */
const MAX_QUERY_WORDS = 32;

/** Full-text lookups in a store. The words must have the form that `splitWords` returns. */
export interface WordLookup {
  /** Maximum number of items that `any` ranks. If more items match, an arbitrary subset is ranked. */
  readonly maxRanked: number;
  /** Returns items that contain every word, best match first. */
  all(words: readonly string[], limit: number): Promise<ContextItemMatch[]>;
  /** Returns items that contain at least one word, best match first. */
  any(words: readonly string[], limit: number): Promise<ContextItemMatch[]>;
  /** Returns the number of items that contain each word. Large numbers may be estimates or include items of other projects. */
  count(words: readonly string[]): Promise<CountedWord[]>;
}

/**
 * Finds items that contain all words of a query. If there are none, selects items by the rarest words and ranks them by the number of query words
 * that they contain.
 */
export async function searchByWords(query: string, limit: number, lookup: WordLookup): Promise<FoundContextItems> {
  const uniqueWords = [...new Set(splitWords(query))];
  const queryWords = removeStopWords(uniqueWords).slice(0, MAX_QUERY_WORDS);
  if (queryWords.length === 0) return { matched: 'none', items: [] };
  // For a sentence, an item with all of its words is not better than an item with most of them.
  const isSentence = queryWords.length < Math.min(uniqueWords.length, MAX_QUERY_WORDS);
  if (!isSentence || queryWords.length === 1) {
    const items = await lookup.all(queryWords, limit);
    if (items.length > 0 || queryWords.length === 1) return { matched: items.length > 0 ? 'all' : 'none', items };
  }
  const knownWords = (await lookup.count(queryWords)).filter(({ items }) => items > 0);
  if (knownWords.length === 0) return { matched: 'none', items: [] };
  const rareKnownWords = selectRarestWords(knownWords, lookup.maxRanked);
  const max = Math.max(limit, MAX_RERANKED_ITEMS);
  let candidateItems = await lookup.any(rareKnownWords, max);
  // If the rarest words do not occur in this project, the search uses all known words of the query.
  if (candidateItems.length === 0 && rareKnownWords.length < knownWords.length) {
    candidateItems = await lookup.any(
      knownWords.map(({ text }) => text),
      max,
    );
  }
  const coveredItems = rankByCoverage(candidateItems, queryWords, limit);
  const matchKind = coveredItems.length === 0 ? 'none' : coveredItems.some(({ share }) => share === 1) ? 'all' : 'some';
  return { matched: matchKind, items: coveredItems.map(({ share: _share, ...item }) => item) };
}

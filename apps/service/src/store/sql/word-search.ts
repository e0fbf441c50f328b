import { MAX_RERANKED_ITEMS, rankByCoverage } from '../../search/coverage.ts';
import { type CountedWord, rarestWords } from '../../search/rarest.ts';
import { withoutStopWords } from '../../search/stop-words.ts';
import { wordsOf } from '../../search/words.ts';
import type { FoundContextItem, FoundContextItems } from '../context-items.ts';

/** Words of a question beyond these are not looked for. */
const MOST_WORDS = 32;

/** How a store looks items up by words, as `wordsOf` returns them. */
export interface WordLookup {
  /** Most items that `any` ranks: of items with frequent words, an arbitrary part is ranked. */
  readonly mostRanked: number;
  /** Returns items that have every word, best first. */
  all(words: readonly string[], limit: number): Promise<FoundContextItem[]>;
  /** Returns items that have at least one word, best first. */
  any(words: readonly string[], limit: number): Promise<FoundContextItem[]>;
  /** Returns in how many items each word is. A number may include items of other projects, or be an estimate, unless it is small. */
  count(words: readonly string[]): Promise<CountedWord[]>;
}

/** Finds the items that have all words of a query, or else the nearest ones: by the rarest of the words, ranked by how many they have. */
export async function searchByWords(query: string, limit: number, lookup: WordLookup): Promise<FoundContextItems> {
  const all = [...new Set(wordsOf(query))];
  const asked = withoutStopWords(all).slice(0, MOST_WORDS);
  if (asked.length === 0) return { matched: 'none', items: [] };
  // An item with all words of a sentence is not better than one with most of them.
  const isSentence = asked.length < Math.min(all.length, MOST_WORDS);
  if (!isSentence || asked.length === 1) {
    const items = await lookup.all(asked, limit);
    if (items.length > 0 || asked.length === 1) return { matched: items.length > 0 ? 'all' : 'none', items };
  }
  const known = (await lookup.count(asked)).filter(({ items }) => items > 0);
  if (known.length === 0) return { matched: 'none', items: [] };
  const rare = rarestWords(known, lookup.mostRanked);
  const most = Math.max(limit, MAX_RERANKED_ITEMS);
  let some = await lookup.any(rare, most);
  // The rarest words may not be in this project at all.
  if (some.length === 0 && rare.length < known.length) {
    some = await lookup.any(
      known.map(({ text }) => text),
      most,
    );
  }
  const covered = rankByCoverage(some, asked, limit);
  const matched = covered.length === 0 ? 'none' : covered.some(({ share }) => share === 1) ? 'all' : 'some';
  return { matched, items: covered.map(({ share: _share, ...item }) => item) };
}

import type { ReadWithSettings } from '../../platform/database/dialect.ts';
import type { Sql } from '../../platform/database/sql.ts';
import type { CountedWord } from '../../platform/search/rarest-words.ts';
import { createProjectWord, toTsVector } from './postgres-words.ts';
import { reindex } from './reindex-items.ts';
import { ITEM_COLUMNS, parseItem, type WordIndex } from './sql.ts';
import type { ContextItemMatch } from './store.ts';
import { searchByWords, type WordLookup } from './word-search.ts';

/** Maximum number of items that are counted for a word. The limit bounds the time, because the database visits every counted item. */
const MAX_COUNTED_ITEMS = 2_000;
/** Maximum number of ranked items, for searches by all words and by any word. Unpacking the vector of one item takes 4 to 8 µs. */
const MAX_RANKED_ITEMS = { all: 800, some: 2_000 };
/** Weights of content and title in the ratio of one to five, which is the ratio of the SQLite store. */
const WEIGHTS = '{0.2, 0.2, 0.2, 1}';
/**
 * Settings of a search. Without them, the planner reads the whole table for a frequent word. It ignores the time for unpacking the vector of every
 * row, which is several times the time for reading the index. JIT compilation takes longer than any of these queries.
 */
const SEARCH_SETTINGS = ['enable_seqscan = off', 'jit = off'];
/** SQL that estimates the fraction of items with each word from the planner's statistics, which include only frequent words. */
const WORD_SHARES_SQL = `
  SELECT common.word, common.share, greatest(0, c.reltuples) AS items
  FROM pg_stats s
  JOIN pg_class c ON c.oid = CAST('context_items' AS regclass)
  CROSS JOIN LATERAL unnest(CAST(CAST(s.most_common_elems AS text) AS text[]), s.most_common_elem_freqs) AS common (word, share)
  WHERE s.schemaname = current_schema() AND s.tablename = 'context_items' AND s.attname = 'words'
    AND common.word IN (SELECT value FROM json_array_elements_text(CAST(? AS json)))`;

/**
 * Searches context items by `tsvector`. The ranking functions of PostgreSQL ignore how rare a word is, so the query sums the ranks with a weight for
 * the rarity of each word in the project.
 * @param readWith undefined within a transaction, because the settings of a transaction must not change
 */
export function createPostgresWords(sql: Sql, readWith?: ReadWithSettings): WordIndex {
  return {
    columns: (projectId, item) => ({ words: toTsVector(projectId, item) }),
    search(projectId, query, limit, { publicOnly = false } = {}) {
      const search = (from: Sql) => searchByWords(query, limit, createLookup(from, projectId, publicOnly));
      return readWith ? readWith(SEARCH_SETTINGS, search) : search(sql);
    },
    reindex: (limit) => reindex(sql, limit),
  };
}

/** Creates the lookup for one search. The words are counted once, because every rank depends on the counts. */
function createLookup(sql: Sql, projectId: string, publicOnly: boolean): WordLookup {
  let countedWords: Promise<CountedWord[]> | undefined;
  const countItems = (words: readonly string[]) => {
    countedWords ??= count(sql, projectId, words);
    return countedWords;
  };
  const createRankedQuery = (
    words: readonly string[],
    operator: '&' | '|',
    weighed: readonly CountedWord[],
    limit: number,
  ) =>
    rank(sql, createTsQuery(projectId, words, operator), weighed, {
      ranked: operator === '&' ? MAX_RANKED_ITEMS.all : MAX_RANKED_ITEMS.some,
      limit,
      publicOnly,
    });
  return {
    maxRanked: MAX_RANKED_ITEMS.some,
    async all(words, limit) {
      // The weight of a single word does not affect the order.
      const countedWords = words.length === 1 ? words.map((text) => ({ text, items: 1 })) : await countItems(words);
      return countedWords.every(({ items }) => items > 0) ? createRankedQuery(words, '&', countedWords, limit) : [];
    },
    async any(words, limit) {
      const knownWords = (await countItems(words)).filter(({ items }) => items > 0);
      return createRankedQuery(words, '|', knownWords, limit);
    },
    count: countItems,
  };
}

/** Counts the items of the project that contain each word. Counts up to `MAX_COUNTED_ITEMS` are exact, and higher counts are estimates. */
async function count(sql: Sql, projectId: string, words: readonly string[]): Promise<CountedWord[]> {
  const frequentWordSet = await countFrequentWords(sql, projectId, words);
  const infrequentWords = words.filter((word) => !frequentWordSet.has(word));
  const counts = infrequentWords.map(
    (_word, index) =>
      `(SELECT count(*) FROM (SELECT 1 FROM context_items WHERE words @@ CAST(? AS tsquery) LIMIT ${MAX_COUNTED_ITEMS}) AS w${index}) AS n${index}`,
  );
  const row =
    infrequentWords.length === 0
      ? undefined
      : await sql.get(
          `SELECT ${counts.join(', ')}`,
          ...infrequentWords.map((word) => createTsQuery(projectId, [word], '&')),
        );
  const countByWord = new Map(infrequentWords.map((word, index) => [word, Number(row?.[`n${index}`] ?? 0)]));
  return words.map((text) => ({ text, items: frequentWordSet.get(text) ?? countByWord.get(text) ?? 0 }));
}

/**
 * Estimates the counts of words that occur in more than `MAX_COUNTED_ITEMS` items, because an exact count would take longer than the rest of the
 * search.
 */
async function countFrequentWords(
  sql: Sql,
  projectId: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const project = createProjectWord(projectId);
  const rows = await sql.all(WORD_SHARES_SQL, JSON.stringify([project, ...words]));
  const shareOf = new Map(rows.map(({ word, share }) => [String(word), Number(share)]));
  const items = Number(rows[0]?.items ?? 0) * (shareOf.get(project) ?? 0);
  const countEstimates = words.map((word): [string, number] => [word, Math.round(items * (shareOf.get(word) ?? 0))]);
  return new Map(countEstimates.filter(([, estimate]) => estimate >= MAX_COUNTED_ITEMS));
}

/** Returns the matching items, best match first. */
async function rank(
  sql: Sql,
  match: string,
  words: readonly CountedWord[],
  { ranked, limit, publicOnly }: { readonly ranked: number; readonly limit: number; readonly publicOnly: boolean },
): Promise<ContextItemMatch[]> {
  const highestCount = Math.max(...words.map(({ items }) => items));
  const score = words.map(
    () => `CAST(? AS float8) * (1 - 0.2 / (0.2 + ts_rank('${WEIGHTS}', c.unpacked, CAST(? AS tsquery))))`,
  );
  // Deleting a word that does not occur makes PostgreSQL return the unpacked vector. Otherwise, every ts_rank would read and unpack the vector again.
  const rows = await sql.all(
    `SELECT ${ITEM_COLUMNS}, ${score.join(' + ')} AS score
     FROM (SELECT *, ts_delete(words, '') AS unpacked FROM context_items
           WHERE words @@ CAST(? AS tsquery) ${publicOnly ? 'AND public = ?' : ''}
           LIMIT ${ranked}) AS c
     ORDER BY score DESC, c.number LIMIT ?`,
    ...words.flatMap(({ text, items }) => [computeRarityWeight(items, highestCount), quoteWord(text)]),
    match,
    ...(publicOnly ? [true] : []),
    limit,
  );
  return rows.map((row) => ({ ...parseItem(row), score: Number(row.score) }));
}

function computeRarityWeight(items: number, most: number): number {
  return Math.log(1 + (most + 1) / items);
}

function createTsQuery(projectId: string, words: readonly string[], operator: '&' | '|'): string {
  return `${quoteWord(createProjectWord(projectId))} & (${words.map(quoteWord).join(` ${operator} `)})`;
}

/** Quotes a word or id. No characters are escaped, because words contain only letters and digits, and ids contain no quotes. */
function quoteWord(word: string): string {
  return `'${word}'`;
}

import type { CountedWord } from '../../search/rarest.ts';
import type { FoundContextItem } from '../context-items.ts';
import { ITEM_COLUMNS, itemOf, type WordIndex } from '../sql/context-items.ts';
import type { Sql } from '../sql/sql.ts';
import { searchByWords, type WordLookup } from '../sql/word-search.ts';
import { reindex } from './reindex.ts';
import { projectWord, vectorOf } from './words.ts';

/** Runs reads in a read-only transaction with settings that apply to this transaction only. */
export type ReadWith = <T>(settings: readonly string[], read: (sql: Sql) => Promise<T>) => Promise<T>;

/** Most items that are counted for one word: counting visits every item. */
const MOST_COUNTED = 2_000;
/** Most items that are ranked, of those with all words and of those with some: unpacking the words of one item takes 4 to 8 microseconds. */
const MOST_RANKED = { all: 1_000, some: 2_000 };
/** Weights of a place in the content and in the title, five to one, as the embedded store has them. */
const WEIGHTS = '{0.2, 0.2, 0.2, 1}';
/**
 * Without these settings, the planner reads the whole table for a frequent word: it does not count the cost of unpacking every row's vector,
 * which takes several times as long as reading the index. JIT compilation takes longer than any of these queries runs.
 */
const SETTINGS = ['enable_seqscan = off', 'jit = off'];
/** The share of all items that has each word, as the planner's statistics estimate it. They hold frequent words only. */
const SHARES = `
  SELECT common.word, common.share, greatest(0, c.reltuples) AS items
  FROM pg_stats s
  JOIN pg_class c ON c.oid = CAST('context_items' AS regclass)
  CROSS JOIN LATERAL unnest(CAST(CAST(s.most_common_elems AS text) AS text[]), s.most_common_elem_freqs) AS common (word, share)
  WHERE s.schemaname = current_schema() AND s.tablename = 'context_items' AND s.attname = 'words'
    AND common.word IN (SELECT value FROM json_array_elements_text(CAST(? AS json)))`;

/**
 * Finds context items by `tsvector`. PostgreSQL's own ranks do not know that a rare word says more than a frequent one, so they are summed
 * here, each weighed by how rare its word is in the project.
 * @param readWith missing within a transaction, which keeps its own settings
 */
export function postgresWords(sql: Sql, readWith?: ReadWith): WordIndex {
  return {
    columns: (projectId, item) => ({ words: vectorOf(projectId, item) }),
    search(projectId, query, limit, { publicOnly = false } = {}) {
      const search = (from: Sql) => searchByWords(query, limit, lookupOf(from, projectId, publicOnly));
      return readWith ? readWith(SETTINGS, search) : search(sql);
    },
    reindex: (limit) => reindex(sql, limit),
  };
}

/** Looks up the words of one search: they are counted once, because their counts weigh every rank. */
function lookupOf(sql: Sql, projectId: string, publicOnly: boolean): WordLookup {
  let counted: Promise<CountedWord[]> | undefined;
  const counts = (words: readonly string[]) => {
    counted ??= count(sql, projectId, words);
    return counted;
  };
  const ranked = (words: readonly string[], operator: '&' | '|', weighed: readonly CountedWord[], limit: number) =>
    rank(sql, queryOf(projectId, words, operator), weighed, {
      ranked: operator === '&' ? MOST_RANKED.all : MOST_RANKED.some,
      limit,
      publicOnly,
    });
  return {
    mostRanked: MOST_RANKED.some,
    async all(words, limit) {
      // The weight of a single word does not change the order.
      const weighed = words.length === 1 ? words.map((text) => ({ text, items: 1 })) : await counts(words);
      return weighed.every(({ items }) => items > 0) ? ranked(words, '&', weighed, limit) : [];
    },
    async any(words, limit) {
      const known = (await counts(words)).filter(({ items }) => items > 0);
      return ranked(words, '|', known, limit);
    },
    count: counts,
  };
}

/** Returns how many of the project's items have each word: exactly up to `MOST_COUNTED`, beyond it an estimate. */
async function count(sql: Sql, projectId: string, words: readonly string[]): Promise<CountedWord[]> {
  const frequent = await frequentOf(sql, projectId, words);
  const rare = words.filter((word) => !frequent.has(word));
  const counts = rare.map(
    (_word, index) =>
      `(SELECT count(*) FROM (SELECT 1 FROM context_items WHERE words @@ CAST(? AS tsquery) LIMIT ${MOST_COUNTED}) AS w${index}) AS n${index}`,
  );
  const row =
    rare.length === 0
      ? undefined
      : await sql.get(`SELECT ${counts.join(', ')}`, ...rare.map((word) => queryOf(projectId, [word], '&')));
  const counted = new Map(rare.map((word, index) => [word, Number(row?.[`n${index}`] ?? 0)]));
  return words.map((text) => ({ text, items: frequent.get(text) ?? counted.get(text) ?? 0 }));
}

/**
 * Returns how many of the project's items have each frequent word, as the planner's statistics estimate it. Frequent are words that more items
 * have than are counted: counting one of them would take longer than the rest of the search.
 */
async function frequentOf(sql: Sql, projectId: string, words: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const project = projectWord(projectId);
  const rows = await sql.all(SHARES, JSON.stringify([project, ...words]));
  const shareOf = new Map(rows.map(({ word, share }) => [String(word), Number(share)]));
  const items = Number(rows[0]?.items ?? 0) * (shareOf.get(project) ?? 0);
  const estimates = words.map((word): [string, number] => [word, Math.round(items * (shareOf.get(word) ?? 0))]);
  return new Map(estimates.filter(([, estimate]) => estimate >= MOST_COUNTED));
}

/** Returns the items that match, best first. */
async function rank(
  sql: Sql,
  match: string,
  words: readonly CountedWord[],
  { ranked, limit, publicOnly }: { readonly ranked: number; readonly limit: number; readonly publicOnly: boolean },
): Promise<FoundContextItem[]> {
  const most = Math.max(...words.map(({ items }) => items));
  const score = words.map(
    () => `CAST(? AS float8) * (1 - 0.2 / (0.2 + ts_rank('${WEIGHTS}', c.unpacked, CAST(? AS tsquery))))`,
  );
  // Deleting a word that no vector has returns the vector unpacked. Without it, every ts_rank fetches and unpacks the vector again.
  const rows = await sql.all(
    `SELECT ${ITEM_COLUMNS}, ${score.join(' + ')} AS score
     FROM (SELECT *, ts_delete(words, '') AS unpacked FROM context_items
           WHERE words @@ CAST(? AS tsquery) ${publicOnly ? 'AND public = ?' : ''}
           LIMIT ${ranked}) AS c
     ORDER BY score DESC, c.number LIMIT ?`,
    ...words.flatMap(({ text, items }) => [rarity(items, most), quoted(text)]),
    match,
    ...(publicOnly ? [true] : []),
    limit,
  );
  return rows.map((row) => ({ ...itemOf(row), score: Number(row.score) }));
}

function rarity(items: number, most: number): number {
  return Math.log(1 + (most + 1) / items);
}

function queryOf(projectId: string, words: readonly string[], operator: '&' | '|'): string {
  return `${quoted(projectWord(projectId))} & (${words.map(quoted).join(` ${operator} `)})`;
}

/** Words have letters and digits alone, and ids no quotes. */
function quoted(word: string): string {
  return `'${word}'`;
}

import type { Sql } from '../../platform/database/sql.ts';
import { ITEM_COLUMNS, parseItem, type WordIndex } from './sql.ts';
import { searchByWords, type WordLookup } from './word-search.ts';

/**
 * Maximum number of ranked items. Ranking takes about 3 µs per item, and more frequent words distinguish items poorly. A search ranks items by the
 * rarest words of the query. For a single frequent word, it ranks only the oldest items.
 */
const MAX_RANKED_ITEMS = 4_000;

/** Searches context items with FTS5. The triggers of the schema keep the index up to date. The title has five times the weight of the content. */
export function createSqliteWords(sql: Sql): WordIndex {
  const find = async (projectId: string, match: string, limit: number, publicOnly: boolean) => {
    const rows = await sql.all(
      `SELECT * FROM (
         SELECT c.number, ${ITEM_COLUMNS}, -bm25(context_words, 5, 1) AS score FROM context_words
         JOIN context_items c ON c.number = context_words.rowid
         WHERE context_words MATCH ? AND c.project_id = ? ${publicOnly ? 'AND c.public = ?' : ''}
         LIMIT ${MAX_RANKED_ITEMS})
       ORDER BY score DESC, number LIMIT ?`,
      match,
      projectId,
      ...(publicOnly ? [true] : []),
      limit,
    );
    return rows.map((row) => ({ ...parseItem(row), score: Number(row.score) }));
  };
  return {
    columns: () => ({}),
    search(projectId, query, limit, { publicOnly = false } = {}) {
      const lookup: WordLookup = {
        maxRanked: MAX_RANKED_ITEMS,
        all: (words, most) => find(projectId, words.map(quoteWord).join(' AND '), most, publicOnly),
        any: (words, most) => find(projectId, words.map(quoteWord).join(' OR '), most, publicOnly),
        count: (words) => count(sql, words),
      };
      return searchByWords(query, limit, lookup);
    },
    async reindex(limit) {
      const batchQuery = 'SELECT number FROM context_items_to_index ORDER BY number LIMIT ?';
      await sql.run(
        `INSERT OR REPLACE INTO context_words (rowid, title, content)
         SELECT number, words_of(title), words_of(content) FROM context_items WHERE number IN (${batchQuery})`,
        limit,
      );
      return sql.run(`DELETE FROM context_items_to_index WHERE number IN (${batchQuery})`, limit);
    },
  };
}

/** Counts the items that contain each word in all projects, up to a limit. */
async function count(sql: Sql, words: readonly string[]) {
  const counts = words.map(
    (_, index) =>
      `(SELECT count(*) FROM (SELECT 1 FROM context_words WHERE context_words MATCH ? LIMIT ${MAX_RANKED_ITEMS + 1})) AS n${index}`,
  );
  const row = await sql.get(`SELECT ${counts.join(', ')}`, ...words.map(quoteWord));
  return words.map((text, index) => ({ text, items: Number(row?.[`n${index}`] ?? 0) }));
}

/** Quotes a word, because AND, OR and NOT would be operators without quotes. */
function quoteWord(word: string): string {
  return `"${word}"`;
}

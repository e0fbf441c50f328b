import { ITEM_COLUMNS, itemOf, type WordIndex } from '../sql/context-items.ts';
import type { Sql } from '../sql/sql.ts';
import { searchByWords, type WordLookup } from '../sql/word-search.ts';

/**
 * Most items that are ranked, some three microseconds each. What more items have says little: of a question's words the rarest are ranked, and
 * where there is none but such a one, those of its items that came first.
 */
const MOST_RANKED = 4_000;

/** Finds context items with FTS5, whose index the triggers of the schema keep up to date. A word in the title counts five times. */
export function sqliteWords(sql: Sql): WordIndex {
  const find = async (projectId: string, match: string, limit: number, publicOnly: boolean) => {
    const rows = await sql.all(
      `SELECT * FROM (
         SELECT c.number, ${ITEM_COLUMNS}, -bm25(context_words, 5, 1) AS score FROM context_words
         JOIN context_items c ON c.number = context_words.rowid
         WHERE context_words MATCH ? AND c.project_id = ? ${publicOnly ? 'AND c.public = ?' : ''}
         LIMIT ${MOST_RANKED})
       ORDER BY score DESC, number LIMIT ?`,
      match,
      projectId,
      ...(publicOnly ? [true] : []),
      limit,
    );
    return rows.map((row) => ({ ...itemOf(row), score: Number(row.score) }));
  };
  return {
    columns: () => ({}),
    search(projectId, query, limit, { publicOnly = false } = {}) {
      const lookup: WordLookup = {
        mostRanked: MOST_RANKED,
        all: (words, most) => find(projectId, words.map(quoted).join(' AND '), most, publicOnly),
        any: (words, most) => find(projectId, words.map(quoted).join(' OR '), most, publicOnly),
        count: (words) => count(sql, words),
      };
      return searchByWords(query, limit, lookup);
    },
    async reindex(limit) {
      const batch = 'SELECT number FROM context_items_to_index ORDER BY number LIMIT ?';
      await sql.run(
        `INSERT OR REPLACE INTO context_words (rowid, title, content)
         SELECT number, words_of(title), words_of(content) FROM context_items WHERE number IN (${batch})`,
        limit,
      );
      return sql.run(`DELETE FROM context_items_to_index WHERE number IN (${batch})`, limit);
    },
  };
}

/** Returns in how many items of all projects each word is, up to where it makes no difference. */
async function count(sql: Sql, words: readonly string[]) {
  const counts = words.map(
    (_, index) =>
      `(SELECT count(*) FROM (SELECT 1 FROM context_words WHERE context_words MATCH ? LIMIT ${MOST_RANKED + 1})) AS n${index}`,
  );
  const row = await sql.get(`SELECT ${counts.join(', ')}`, ...words.map(quoted));
  return words.map((text, index) => ({ text, items: Number(row?.[`n${index}`] ?? 0) }));
}

/** Quoted, every word is a word: otherwise AND, OR and NOT would be syntax. */
function quoted(word: string): string {
  return `"${word}"`;
}

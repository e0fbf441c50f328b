import { ITEM_COLUMNS, itemOf, type WordIndex } from '../sql/context-items.ts';
import type { Sql } from '../sql/sql.ts';

/** Finds context items with FTS5, which SQLite's triggers keep up to date. A word in the title counts five times. */
export function sqliteWords(sql: Sql): WordIndex {
  return {
    columns: () => ({}),
    async search(projectId, query, limit, { publicOnly = false } = {}) {
      // Quoted, a word is a word: otherwise AND, -, : and the like in a question would be syntax.
      const words = (query.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
        .slice(0, 32)
        .map((word) => `"${word}"`);
      if (words.length === 0) return [];
      const found = (match: string) =>
        sql.all(
          `SELECT ${ITEM_COLUMNS}, -bm25(context_words, 5, 1) AS score FROM context_words
           JOIN context_items c ON c.number = context_words.rowid
           WHERE context_words MATCH ? AND c.project_id = ? ${publicOnly ? 'AND c.public = ?' : ''} ORDER BY score DESC, c.number LIMIT ?`,
          match,
          projectId,
          ...(publicOnly ? [true] : []),
          limit,
        );
      const all = await found(words.join(' AND '));
      const rows = all.length > 0 ? all : await found(words.join(' OR '));
      return rows.map((row) => ({ ...itemOf(row), score: Number(row.score) }));
    },
  };
}

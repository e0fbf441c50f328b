import { byCoverage, MOST_CANDIDATES } from '../../search/coverage.ts';
import { tellingOf } from '../../search/telling-words.ts';
import { wordsOf } from '../../search/words.ts';
import { ITEM_COLUMNS, itemOf, type WordIndex } from '../sql/context-items.ts';
import type { Sql } from '../sql/sql.ts';

/** Words of a question beyond these are not looked for. */
const MOST_WORDS = 32;

/** Finds context items with FTS5, which SQLite's triggers keep up to date. A word in the title counts five times. */
export function sqliteWords(sql: Sql): WordIndex {
  return {
    columns: () => ({}),
    async search(projectId, query, limit, { publicOnly = false } = {}) {
      // Quoted, a word is a word: otherwise AND, -, : and the like in a question would be syntax.
      const asked = query.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
      const telling = tellingOf(asked, (word) => wordsOf(word)[0] ?? '').slice(0, MOST_WORDS);
      const words = telling.map((word) => `"${word}"`);
      if (words.length === 0) return [];
      const found = async (match: string, most: number) => {
        const rows = await sql.all(
          `SELECT ${ITEM_COLUMNS}, -bm25(context_words, 5, 1) AS score FROM context_words
           JOIN context_items c ON c.number = context_words.rowid
           WHERE context_words MATCH ? AND c.project_id = ? ${publicOnly ? 'AND c.public = ?' : ''}
           ORDER BY score DESC, c.number LIMIT ?`,
          match,
          projectId,
          ...(publicOnly ? [true] : []),
          most,
        );
        return rows.map((row) => ({ ...itemOf(row), score: Number(row.score) }));
      };
      const isSentence = telling.length < Math.min(asked.length, MOST_WORDS);
      const all = isSentence ? [] : await found(words.join(' AND '), limit);
      if (all.length > 0) return all;
      const some = await found(words.join(' OR '), Math.max(limit, MOST_CANDIDATES));
      return byCoverage(some, wordsOf(telling.join(' ')), limit);
    },
  };
}

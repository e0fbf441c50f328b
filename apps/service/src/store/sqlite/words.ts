import { byCoverage, MOST_RERANKED } from '../../search/coverage.ts';
import { type CountedWord, rarest } from '../../search/rarest.ts';
import { tellingOf } from '../../search/telling-words.ts';
import { wordsOf } from '../../search/words.ts';
import { ITEM_COLUMNS, itemOf, type WordIndex } from '../sql/context-items.ts';
import type { Sql } from '../sql/sql.ts';

/** Words of a question beyond these are not looked for. */
const MOST_WORDS = 32;
/**
 * Most items that are ranked, some three microseconds each. What more items have says little: of a question's words the rarest are ranked, and
 * where there is none but such a one, those of its items that came first.
 */
const MOST_RANKED = 4_000;

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
          `SELECT * FROM (
             SELECT c.number, ${ITEM_COLUMNS}, -bm25(context_words, 5, 1) AS score FROM context_words
             JOIN context_items c ON c.number = context_words.rowid
             WHERE context_words MATCH ? AND c.project_id = ? ${publicOnly ? 'AND c.public = ?' : ''}
             LIMIT ${MOST_RANKED})
           ORDER BY score DESC, number LIMIT ?`,
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
      const known = await counted(sql, words);
      const any = async (of: readonly string[]) =>
        of.length === 0 ? [] : found(of.join(' OR '), Math.max(limit, MOST_RERANKED));
      const rare = rarest(known, MOST_RANKED);
      let some = await any(rare);
      // The rare ones may be those of other projects.
      if (some.length === 0 && rare.length < known.length) some = await any(known.map(({ text }) => text));
      return byCoverage(some, wordsOf(telling.join(' ')), limit);
    },
  };
}

/** Those of the words that stand in any item, with how many that are, up to where it makes no difference. */
async function counted(sql: Sql, words: readonly string[]): Promise<CountedWord[]> {
  const counts = words.map(
    (_, index) =>
      `(SELECT count(*) FROM (SELECT 1 FROM context_words WHERE context_words MATCH ? LIMIT ${MOST_RANKED + 1})) AS n${index}`,
  );
  const row = await sql.get(`SELECT ${counts.join(', ')}`, ...words);
  return words
    .map((text, index) => ({ text, items: Number(row?.[`n${index}`] ?? 0) }))
    .filter(({ items }) => items > 0);
}

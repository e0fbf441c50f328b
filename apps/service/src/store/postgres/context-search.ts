import { byCoverage, MOST_RERANKED } from '../../search/coverage.ts';
import { type CountedWord, rarest } from '../../search/rarest.ts';
import { tellingOf } from '../../search/telling-words.ts';
import { wordsOf } from '../../search/words.ts';
import { ITEM_COLUMNS, itemOf, type WordIndex } from '../sql/context-items.ts';
import type { Row, Sql } from '../sql/sql.ts';
import { projectWord, vectorOf } from './words.ts';

/** Words of a question beyond these are not looked for. */
const MOST_WORDS = 32;
/** Most items with a word that are counted, and most that are ranked: beyond it a word tells nothing, and ranking takes long. */
const MOST_COUNTED = 5_000;
const MOST_RANKED = 2_000;
/** Weights of a place in the content and in the title, five to one, as the embedded store has them. */
const WEIGHTS = '{0.2, 0.2, 0.2, 1}';

/**
 * Finds context items by `tsvector`. PostgreSQL's own ranks do not know that a rare word says more than a frequent one, so they are summed
 * here, each weighed by how rare its word is in the project.
 */
export function postgresWords(sql: Sql): WordIndex {
  const count = async (projectId: string, words: readonly string[]): Promise<CountedWord[]> => {
    const counts = words.map(
      (_word, index) =>
        `(SELECT count(*) FROM (SELECT 1 FROM context_items WHERE words @@ CAST(? AS tsquery) LIMIT ${MOST_COUNTED}) AS w${index}) AS n${index}`,
    );
    const row = await sql.get(`SELECT ${counts.join(', ')}`, ...words.map((word) => queryOf(projectId, [word], '&')));
    return words.map((text, index) => ({ text, items: Number(row?.[`n${index}`] ?? 0) }));
  };
  const ranked = (match: string, words: readonly CountedWord[], limit: number, publicOnly: boolean): Promise<Row[]> => {
    const most = Math.max(...words.map(({ items }) => items));
    const score = words.map(
      () => `CAST(? AS float8) * (1 - 0.2 / (0.2 + ts_rank('${WEIGHTS}', c.words, CAST(? AS tsquery))))`,
    );
    return sql.all(
      `SELECT ${ITEM_COLUMNS}, ${score.join(' + ')} AS score
       FROM (SELECT * FROM context_items WHERE words @@ CAST(? AS tsquery) ${publicOnly ? 'AND public = ?' : ''}
             LIMIT ${MOST_RANKED}) AS c
       ORDER BY score DESC, c.number LIMIT ?`,
      ...words.flatMap(({ text, items }) => [rarity(items, most), quoted(text)]),
      match,
      ...(publicOnly ? [true] : []),
      limit,
    );
  };
  return {
    columns: (projectId, item) => ({ words: vectorOf(projectId, item) }),
    async search(projectId, query, limit, { publicOnly = false } = {}) {
      const all = [...new Set(wordsOf(query))];
      const asked = tellingOf(all, (word) => word).slice(0, MOST_WORDS);
      const isSentence = asked.length < Math.min(all.length, MOST_WORDS);
      if (asked.length === 0) return [];
      const words = (await count(projectId, asked)).filter(({ items }) => items > 0);
      const texts = words.map(({ text }) => text);
      if (words.length === 0) return [];
      const found = async (match: string, most: number) =>
        (await ranked(match, words, most, publicOnly)).map((row) => ({ ...itemOf(row), score: Number(row.score) }));
      const required = words.length === asked.length && !isSentence;
      const whole = required ? await found(queryOf(projectId, texts, '&'), limit) : [];
      if (whole.length > 0) return whole;
      const some = await found(queryOf(projectId, rarest(words, MOST_RANKED), '|'), Math.max(limit, MOST_RERANKED));
      return byCoverage(some, asked, limit);
    },
  };
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

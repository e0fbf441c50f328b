import { getBucket, joinSegments, parseQuery, rank } from '@context-sync/search';
import { createPlaceholders, getText, type Sql } from '../../platform/database/sql.ts';
import { selectColumns } from '../../platform/database/table.ts';
import { readItems } from '../context/search-sql.ts';
import { itemIndex } from '../context/segments-sql.ts';
import { entryIndex } from './entries-sql.ts';
import type { FoundText, ProjectSearch } from './store.ts';
import { SEARCH_ENTRIES } from './tables.ts';

/** Offset of the numbers of context items, so that they differ from the numbers of other texts, and are listed after other texts with equal scores. */
const FIRST_ITEM_NUMBER = 2 ** 48;
const MAX_TITLES = 5_000;

const ENTRY = selectColumns(SEARCH_ENTRIES, ['kind', 'owner', 'name', 'title', 'content']);

export function createSqlProjectSearch(sql: Sql): ProjectSearch {
  return {
    async find(projectId, text, { limit, publicOnly }) {
      const query = parseQuery(text);
      const words = [...query.words, ...query.related];
      if (words.length === 0) return { matched: 'none', texts: [] };
      const buckets = [...new Set(words.map(getBucket))];
      const [entrySegments, itemSegments] = await Promise.all([
        entryIndex.readSegments(sql, projectId, buckets),
        itemIndex.readSegments(sql, projectId, buckets),
      ]);
      const collection = joinSegments(
        [...entrySegments, ...itemSegments.map((segment) => ({ ...segment, firstNumber: FIRST_ITEM_NUMBER }))],
        publicOnly,
      );
      const { matched, results } = rank(collection, query, limit);
      const scores = new Map(results.map(({ position, score }) => [collection.getNumber(position), score]));
      const found = await readTexts(sql, projectId, scores, publicOnly);
      const texts = [...scores.keys()].flatMap((number) => found.get(number) ?? []);
      return { matched: texts.length > 0 ? matched : 'none', texts };
    },
    async titles(projectId, { publicOnly }) {
      const rows = await sql.all(
        `SELECT title FROM search_entries WHERE project_id = ? ${publicOnly ? 'AND public = ?' : ''} LIMIT ${MAX_TITLES}`,
        projectId,
        ...(publicOnly ? [true] : []),
      );
      return rows.map((row) => getText(row, 'title'));
    },
  };
}

/** Reads the texts with these numbers. Texts that were deleted in the meantime are omitted. */
async function readTexts(
  sql: Sql,
  projectId: string,
  scores: ReadonlyMap<number, number>,
  publicOnly: boolean,
): Promise<Map<number, FoundText>> {
  const foundTextsByNumber = new Map<number, FoundText>();
  const numbers = [...scores.keys()].filter((number) => number < FIRST_ITEM_NUMBER);
  if (numbers.length > 0) {
    // The concatenation keeps SQLite from using the index of `project_id`. With this index, it would read all entries of the project.
    const rows = await sql.all(
      `SELECT number, ${ENTRY.columns} FROM search_entries
       WHERE number IN (${createPlaceholders(numbers.length)}) AND project_id || '' = ? ${publicOnly ? 'AND public = ?' : ''}`,
      ...numbers,
      projectId,
      ...(publicOnly ? [true] : []),
    );
    for (const row of rows)
      foundTextsByNumber.set(Number(row.number), { ...ENTRY.parse(row), score: scores.get(Number(row.number)) ?? 0 });
  }
  const itemScores = new Map(
    [...scores].flatMap(([number, score]) =>
      number < FIRST_ITEM_NUMBER ? [] : [[number - FIRST_ITEM_NUMBER, score] as const],
    ),
  );
  for (const [number, item] of await readItems(sql, projectId, itemScores, publicOnly)) {
    const { id, title, content, score } = item;
    foundTextsByNumber.set(FIRST_ITEM_NUMBER + number, { kind: 'item', id, title, content, score });
  }
  return foundTextsByNumber;
}

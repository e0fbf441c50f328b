import { getBucket, joinSegments, parseQuery, rank } from '@context-sync/search';
import { createPlaceholders, type Sql } from '../../platform/database/sql.ts';
import { itemIndex } from './segments-sql.ts';
import type { ContextItemMatch, FoundContextItems } from './store.ts';
import { ITEM } from './tables.ts';

/** Finds the items that match a query. Uses only the index of the project, so that items of other projects do not affect the results. */
export async function searchItems(
  sql: Sql,
  projectId: string,
  text: string,
  { limit, publicOnly }: { readonly limit: number; readonly publicOnly: boolean },
): Promise<FoundContextItems> {
  const query = parseQuery(text);
  const words = [...query.words, ...query.related];
  if (words.length === 0) return { matched: 'none', items: [] };
  const segments = await itemIndex.readSegments(sql, projectId, [...new Set(words.map(getBucket))]);
  const collection = joinSegments(segments, publicOnly);
  const { matched, results } = rank(collection, query, limit);
  const scores = new Map(results.map(({ position, score }) => [collection.getNumber(position), score]));
  const items = [...(await readItems(sql, projectId, scores, publicOnly)).values()];
  return { matched: items.length > 0 ? matched : 'none', items };
}

/** Reads the items with these numbers, in the order of their scores. Items that were deleted in the meantime are omitted. */
export async function readItems(
  sql: Sql,
  projectId: string,
  scores: ReadonlyMap<number, number>,
  publicOnly: boolean,
): Promise<Map<number, ContextItemMatch>> {
  if (scores.size === 0) return new Map();
  const rows = await sql.all(
    `SELECT c.number, ${ITEM.columns} FROM context_items c
     WHERE c.project_id = ? AND c.number IN (${createPlaceholders(scores.size)}) ${publicOnly ? 'AND c.public = ?' : ''}`,
    projectId,
    ...scores.keys(),
    ...(publicOnly ? [true] : []),
  );
  const items = new Map(rows.map((row) => [Number(row.number), ITEM.parse(row)]));
  return new Map(
    [...scores].flatMap(([number, score]) => {
      const item = items.get(number);
      return item ? [[number, { ...item, score }] as const] : [];
    }),
  );
}

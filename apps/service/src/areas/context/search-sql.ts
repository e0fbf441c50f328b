import { getBucket, joinSegments, parseQuery, rank, type SearchedSegment } from '@context-sync/search';
import { createPlaceholders, getText, type Sql, toTextOrNull } from '../../platform/database/sql.ts';
import type { ContextItemMatch, FoundContextItems } from './store.ts';
import { ITEM } from './tables.ts';

/** Finds the items that match a query. The index of the project decides alone, so that no other project affects the results. */
export async function searchItems(
  sql: Sql,
  projectId: string,
  text: string,
  { limit, publicOnly }: { readonly limit: number; readonly publicOnly: boolean },
): Promise<FoundContextItems> {
  const query = parseQuery(text);
  const words = [...query.words, ...query.related];
  if (words.length === 0) return { matched: 'none', items: [] };
  const segments = await readSegments(sql, projectId, [...new Set(words.map(getBucket))]);
  const collection = joinSegments(segments, publicOnly);
  const { matched, results } = rank(collection, query, limit);
  const scores = new Map(results.map(({ position, score }) => [collection.getNumber(position), score]));
  const items = await readItems(sql, projectId, scores, publicOnly);
  return { matched: items.length > 0 ? matched : 'none', items };
}

/**
 * Reads the segments of a project with the words of some buckets. One statement reads everything, because an item that moves from one segment to
 * another between two statements would be missing or found twice.
 */
async function readSegments(sql: Sql, projectId: string, buckets: readonly number[]): Promise<SearchedSegment[]> {
  const rows = await sql.all(
    `SELECT number AS segment, CAST(NULL AS integer) AS bucket, documents, CAST(NULL AS text) AS words
     FROM context_segments WHERE project_id = ?
     UNION ALL
     SELECT segment, bucket, NULL, words FROM context_segment_words
     WHERE project_id = ? AND bucket IN (${createPlaceholders(buckets.length)})
     UNION ALL
     SELECT NULL, NULL, documents, words FROM context_waiting WHERE project_id = ?`,
    projectId,
    projectId,
    ...buckets,
    projectId,
  );
  const wordsByBucket = new Map<string, string>();
  for (const { segment, bucket, words } of rows)
    if (bucket !== null) wordsByBucket.set(`${segment}/${bucket}`, String(words));
  return rows.flatMap((row) => {
    if (row.bucket !== null) return [];
    // All words of an item that waits for a segment are in one text.
    const words = toTextOrNull(row.words);
    return [
      {
        documents: getText(row, 'documents'),
        getWords: words === null ? (bucket: number) => wordsByBucket.get(`${row.segment}/${bucket}`) : () => words,
      },
    ];
  });
}

/** Reads the items with these numbers, in the order of their scores. An item that was deleted in the meantime is left out. */
async function readItems(
  sql: Sql,
  projectId: string,
  scores: ReadonlyMap<number, number>,
  publicOnly: boolean,
): Promise<ContextItemMatch[]> {
  if (scores.size === 0) return [];
  const rows = await sql.all(
    `SELECT c.number, ${ITEM.columns} FROM context_items c
     WHERE c.project_id = ? AND c.number IN (${createPlaceholders(scores.size)}) ${publicOnly ? 'AND c.public = ?' : ''}`,
    projectId,
    ...scores.keys(),
    ...(publicOnly ? [true] : []),
  );
  const items = new Map(rows.map((row) => [Number(row.number), ITEM.parse(row)]));
  return [...scores].flatMap(([number, score]) => {
    const item = items.get(number);
    return item ? [{ ...item, score }] : [];
  });
}

import {
  countItemWords,
  createDocumentSegment,
  markDeleted,
  mergeSegments,
  unpackDocuments,
} from '@context-sync/search';
import { lockProject } from '../../platform/database/lock-project.ts';
import { createPlaceholders, getText, type Sql, type SqlRow } from '../../platform/database/sql.ts';
import { createInsert, insertRow } from '../../platform/database/table.ts';
import type { ContextItemText } from './store.ts';
import { SEGMENT_WORDS, SEGMENTS, WAITING } from './tables.ts';

/**
 * Number of items of a segment. New items wait until there are as many of them, and a search reads each waiting item separately. So the cost of
 * adding an item does not depend on the number of items, and a search reads few rows.
 */
const SEGMENT_ITEMS = 256;
/** Two segments of a project with at most this many remaining items are merged into one. */
const MAX_MERGED_ITEMS = SEGMENT_ITEMS / 2;

type StoredItem = ContextItemText & { readonly projectId: string; readonly number: number };

/** Adds an item that is not in the index. */
export async function addToIndex(sql: Sql, { projectId, number, ...text }: StoredItem): Promise<void> {
  const { documents, words } = createDocumentSegment(number, text.public, countItemWords(text));
  await insertRow(sql, WAITING, { number, projectId, documents, words });
  if ((await countWaiting(sql, projectId)) < SEGMENT_ITEMS) return;
  // Another transaction may have created the segment in the meantime.
  await lockProject(sql, projectId);
  if ((await countWaiting(sql, projectId)) >= SEGMENT_ITEMS) await createSegmentOfWaiting(sql, projectId);
}

/** Removes an item if the index contains it. The transaction must have locked the project. */
export async function removeFromIndex(sql: Sql, number: number): Promise<void> {
  if ((await sql.run('DELETE FROM context_waiting WHERE number = ?', number)) > 0) return;
  const row = await sql.get('DELETE FROM context_segment_items WHERE number = ? RETURNING segment', number);
  if (row) await removeFromSegment(sql, Number(row.segment), number);
}

async function countWaiting(sql: Sql, projectId: string): Promise<number> {
  const row = await sql.get(
    `SELECT count(*) AS n FROM (
       SELECT 1 FROM context_waiting WHERE project_id = ? LIMIT ${SEGMENT_ITEMS}
     ) AS waiting`,
    projectId,
  );
  return Number(row?.n);
}

async function createSegmentOfWaiting(sql: Sql, projectId: string): Promise<void> {
  const rows = await sql.all(
    `SELECT number, documents, words FROM context_waiting WHERE project_id = ? ORDER BY number LIMIT ${SEGMENT_ITEMS}`,
    projectId,
  );
  const { segment, numbers } = await createSegment(sql, projectId, rows);
  const list = createPlaceholders(numbers.length);
  await sql.run(
    `INSERT INTO context_segment_items (number, segment) SELECT number, CAST(? AS bigint) FROM context_waiting WHERE number IN (${list})`,
    segment,
    ...numbers,
  );
  await sql.run(`DELETE FROM context_waiting WHERE number IN (${list})`, ...numbers);
}

/** Creates one segment of others, of whose words each row has some. */
async function createSegment(sql: Sql, projectId: string, rows: readonly SqlRow[]) {
  const rowsByDocuments = Map.groupBy(rows, (row) => getText(row, 'documents'));
  const { documents, buckets } = mergeSegments(
    [...rowsByDocuments].map(([packed, parts]) => ({
      documents: packed,
      words: parts.map((row) => getText(row, 'words')),
    })),
  );
  const numbers = unpackDocuments(documents).map(({ number }) => number);
  const insert = createInsert(SEGMENTS, [{ projectId, documents, live: numbers.length }]);
  const created = await sql.get(`${insert.sql} RETURNING number`, ...insert.values);
  const segment = Number(created?.number);
  if (buckets.size > 0) {
    const rowsOfWords = [...buckets].map(([bucket, words]) => ({ projectId, bucket, segment, words }));
    const insertWords = createInsert(SEGMENT_WORDS, rowsOfWords);
    await sql.run(insertWords.sql, ...insertWords.values);
  }
  return { segment, numbers };
}

async function removeFromSegment(sql: Sql, segment: number, number: number): Promise<void> {
  const row = await sql.get('SELECT project_id, documents, live FROM context_segments WHERE number = ?', segment);
  if (!row) throw new Error(`the index has no segment ${segment}`);
  const live = Number(row.live) - 1;
  await sql.run(
    'UPDATE context_segments SET documents = ?, live = ? WHERE number = ?',
    markDeleted(getText(row, 'documents'), number),
    live,
    segment,
  );
  if (live === 0) await deleteSegments(sql, [segment]);
  else if (live <= MAX_MERGED_ITEMS) await mergeSmallSegments(sql, getText(row, 'project_id'));
}

/** Merges two segments with few remaining items, if there are two, and so deletes the words of removed items. */
async function mergeSmallSegments(sql: Sql, projectId: string): Promise<void> {
  const small = await sql.all(
    'SELECT number FROM context_segments WHERE project_id = ? AND live <= ? ORDER BY number LIMIT 2',
    projectId,
    MAX_MERGED_ITEMS,
  );
  if (small.length < 2) return;
  const segments = small.map((row) => Number(row.number));
  const rows = await sql.all(
    `SELECT s.documents, coalesce(w.words, '') AS words
     FROM context_segments s LEFT JOIN context_segment_words w ON w.segment = s.number WHERE s.number IN (?, ?)`,
    ...segments,
  );
  const { segment } = await createSegment(sql, projectId, rows);
  await sql.run('UPDATE context_segment_items SET segment = ? WHERE segment IN (?, ?)', segment, ...segments);
  await deleteSegments(sql, segments);
}

async function deleteSegments(sql: Sql, segments: readonly number[]): Promise<void> {
  const list = createPlaceholders(segments.length);
  await sql.run(`DELETE FROM context_segment_words WHERE segment IN (${list})`, ...segments);
  await sql.run(`DELETE FROM context_segments WHERE number IN (${list})`, ...segments);
}

import {
  type CountedDocument,
  createDocumentSegment,
  markDeleted,
  mergeSegments,
  type SearchedSegment,
  unpackDocuments,
} from '@context-sync/search';
import { lockProject } from './lock-project.ts';
import type { SegmentTables } from './segment-tables.ts';
import { createPlaceholders, getText, type Sql, type SqlRow, toTextOrNull } from './sql.ts';
import { createInsert } from './table.ts';

/**
 * Number of documents in a segment. New documents wait until there are enough for a segment, and a search reads each waiting document separately. So the
 * cost of adding a document does not depend on the number of documents, and a search reads few rows.
 */
const SEGMENT_DOCUMENTS = 256;
/** Two segments of a project with at most this many remaining documents are merged into one. */
const MAX_MERGED_DOCUMENTS = SEGMENT_DOCUMENTS / 2;
/** Minimum number of documents in one call for which the documents become a segment immediately. */
const MIN_DOCUMENTS_AT_ONCE = MAX_MERGED_DOCUMENTS / 2;

/** A document with its words. */
export interface IndexedDocument {
  /** Identifies the document in its index, and determines the order of documents with equal scores. */
  readonly number: number;
  readonly public: boolean;
  readonly words: CountedDocument;
}

/** A full-text index per project, which both databases store as text. */
export class SegmentIndex {
  readonly #tables: SegmentTables;

  constructor(tables: SegmentTables) {
    this.#tables = tables;
  }

  /** Adds documents to the index. The index must not contain them yet. */
  async add(sql: Sql, projectId: string, documents: readonly IndexedDocument[]): Promise<void> {
    const rows = documents.map(({ number, public: isPublic, words }) => ({
      number,
      projectId,
      ...createDocumentSegment(number, isPublic, words),
    }));
    for (let start = 0; start < rows.length; start += SEGMENT_DOCUMENTS) {
      const part = rows.slice(start, start + SEGMENT_DOCUMENTS);
      if (part.length < MIN_DOCUMENTS_AT_ONCE) await this.#addWaiting(sql, projectId, part);
      else {
        const { segment, numbers } = await this.#createSegment(sql, projectId, part);
        const insert = createInsert(
          this.#tables.segmentItems,
          numbers.map((number) => ({ number, segment })),
        );
        await sql.run(insert.sql, ...insert.values);
      }
    }
  }

  /** Removes documents from the index. Ignores documents that the index does not contain. The transaction must have locked the project. */
  async remove(sql: Sql, numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0) return;
    const { waiting, segmentItems } = this.#tables;
    const list = createPlaceholders(numbers.length);
    const removedCount = await sql.run(`DELETE FROM ${waiting.name} WHERE number IN (${list})`, ...numbers);
    if (removedCount === numbers.length) return;
    const rows = await sql.all(
      `DELETE FROM ${segmentItems.name} WHERE number IN (${list}) RETURNING number, segment`,
      ...numbers,
    );
    // All documents are marked before segments are merged, because a merge replaces segments.
    const projects: string[] = [];
    for (const [segment, own] of Map.groupBy(rows, (row) => Number(row.segment))) {
      const small = await this.#markDeleted(sql, segment, new Set(own.map(({ number }) => Number(number))));
      if (small !== undefined) projects.push(small);
    }
    for (const projectId of projects) await this.#mergeSmallSegments(sql, projectId);
  }

  /**
   * Reads the segments of a project with the words of some buckets. A single statement reads all rows, because a document that is moved to another
   * segment between two statements would be missing or found twice.
   */
  async readSegments(sql: Sql, projectId: string, buckets: readonly number[]): Promise<SearchedSegment[]> {
    const { segments, segmentWords, waiting } = this.#tables;
    const rows = await sql.all(
      `SELECT number AS segment, CAST(NULL AS integer) AS bucket, documents, CAST(NULL AS text) AS words
       FROM ${segments.name} WHERE project_id = ?
       UNION ALL
       SELECT segment, bucket, NULL, words FROM ${segmentWords.name}
       WHERE project_id = ? AND bucket IN (${createPlaceholders(buckets.length)})
       UNION ALL
       SELECT NULL, NULL, documents, words FROM ${waiting.name} WHERE project_id = ?`,
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
      // All words of a waiting document are stored in one text.
      const words = toTextOrNull(row.words);
      return [
        {
          documents: getText(row, 'documents'),
          getWords: words === null ? (bucket: number) => wordsByBucket.get(`${row.segment}/${bucket}`) : () => words,
        },
      ];
    });
  }

  async #addWaiting(
    sql: Sql,
    projectId: string,
    rows: readonly { number: number; projectId: string; documents: string; words: string }[],
  ): Promise<void> {
    const insert = createInsert(this.#tables.waiting, rows);
    await sql.run(insert.sql, ...insert.values);
    if ((await this.#countWaiting(sql, projectId)) < SEGMENT_DOCUMENTS) return;
    // Another transaction may have created the segment in the meantime.
    await lockProject(sql, projectId);
    if ((await this.#countWaiting(sql, projectId)) >= SEGMENT_DOCUMENTS)
      await this.#createSegmentOfWaiting(sql, projectId);
  }

  async #countWaiting(sql: Sql, projectId: string): Promise<number> {
    const row = await sql.get(
      `SELECT count(*) AS n FROM (
         SELECT 1 FROM ${this.#tables.waiting.name} WHERE project_id = ? LIMIT ${SEGMENT_DOCUMENTS}
       ) AS waiting`,
      projectId,
    );
    return Number(row?.n);
  }

  async #createSegmentOfWaiting(sql: Sql, projectId: string): Promise<void> {
    const { waiting, segmentItems } = this.#tables;
    const rows = await sql.all(
      `SELECT number, documents, words FROM ${waiting.name} WHERE project_id = ? ORDER BY number LIMIT ${SEGMENT_DOCUMENTS}`,
      projectId,
    );
    const { segment, numbers } = await this.#createSegment(sql, projectId, rows);
    const list = createPlaceholders(numbers.length);
    await sql.run(
      `INSERT INTO ${segmentItems.name} (number, segment) SELECT number, CAST(? AS bigint) FROM ${waiting.name} WHERE number IN (${list})`,
      segment,
      ...numbers,
    );
    await sql.run(`DELETE FROM ${waiting.name} WHERE number IN (${list})`, ...numbers);
  }

  /** Creates one segment from the given segments. Each row contains a part of a segment's words. */
  async #createSegment(sql: Sql, projectId: string, rows: readonly SqlRow[]) {
    const wordsByBucket = Map.groupBy(rows, (row) => getText(row, 'documents'));
    const { documents, buckets } = mergeSegments(
      [...wordsByBucket].map(([packed, parts]) => ({
        documents: packed,
        words: parts.map((row) => getText(row, 'words')),
      })),
    );
    const numbers = unpackDocuments(documents).map(({ number }) => number);
    const insert = createInsert(this.#tables.segments, [{ projectId, documents, live: numbers.length }]);
    const createdRow = await sql.get(`${insert.sql} RETURNING number`, ...insert.values);
    const segment = Number(createdRow?.number);
    if (buckets.size > 0) {
      const rowsOfWords = [...buckets].map(([bucket, words]) => ({ projectId, bucket, segment, words }));
      const insertWords = createInsert(this.#tables.segmentWords, rowsOfWords);
      await sql.run(insertWords.sql, ...insertWords.values);
    }
    return { segment, numbers };
  }

  /**
   * Marks documents of a segment as deleted, and deletes the segment if no other documents remain.
   * @returns the project if so few documents remain that the segment can be merged
   */
  async #markDeleted(sql: Sql, segment: number, numbers: ReadonlySet<number>): Promise<string | undefined> {
    const { segments } = this.#tables;
    const row = await sql.get(`SELECT project_id, documents, live FROM ${segments.name} WHERE number = ?`, segment);
    if (!row) throw new Error(`the index has no segment ${segment}`);
    const live = Number(row.live) - numbers.size;
    if (live === 0) {
      await this.#deleteSegments(sql, [segment]);
      return undefined;
    }
    await sql.run(
      `UPDATE ${segments.name} SET documents = ?, live = ? WHERE number = ?`,
      markDeleted(getText(row, 'documents'), numbers),
      live,
      segment,
    );
    return live <= MAX_MERGED_DOCUMENTS ? getText(row, 'project_id') : undefined;
  }

  /** If there are two segments with few remaining documents, merges them. This deletes the words of removed documents. */
  async #mergeSmallSegments(sql: Sql, projectId: string): Promise<void> {
    const { segments, segmentWords, segmentItems } = this.#tables;
    const smallSegments = await sql.all(
      `SELECT number FROM ${segments.name} WHERE project_id = ? AND live <= ? ORDER BY number LIMIT 2`,
      projectId,
      MAX_MERGED_DOCUMENTS,
    );
    if (smallSegments.length < 2) return;
    const mergedNumbers = smallSegments.map((row) => Number(row.number));
    const rows = await sql.all(
      `SELECT s.documents, coalesce(w.words, '') AS words
       FROM ${segments.name} s LEFT JOIN ${segmentWords.name} w ON w.segment = s.number WHERE s.number IN (?, ?)`,
      ...mergedNumbers,
    );
    const { segment } = await this.#createSegment(sql, projectId, rows);
    await sql.run(`UPDATE ${segmentItems.name} SET segment = ? WHERE segment IN (?, ?)`, segment, ...mergedNumbers);
    await this.#deleteSegments(sql, mergedNumbers);
  }

  async #deleteSegments(sql: Sql, numbers: readonly number[]): Promise<void> {
    const { segments, segmentWords } = this.#tables;
    const list = createPlaceholders(numbers.length);
    await sql.run(`DELETE FROM ${segmentWords.name} WHERE segment IN (${list})`, ...numbers);
    await sql.run(`DELETE FROM ${segments.name} WHERE number IN (${list})`, ...numbers);
  }
}

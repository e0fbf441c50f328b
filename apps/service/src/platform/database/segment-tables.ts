import { integer, text } from './column.ts';
import { defineTable } from './table.ts';

/** The tables of a full-text index. A backup contains none of these tables. */
export type SegmentTables = ReturnType<typeof defineSegmentTables>;

/** Describes the tables of an index. @param prefix prefix of the table names */
export function defineSegmentTables(prefix: string) {
  return {
    /** The words of new documents that are not in a segment yet. */
    waiting: defineTable({
      name: `${prefix}_waiting`,
      key: ['number'],
      isBackedUp: false,
      columns: { number: integer(), projectId: text(), documents: text(), words: text({ content: 'index' }) },
    }),
    segmentItems: defineTable({
      name: `${prefix}_segment_items`,
      key: ['number'],
      isBackedUp: false,
      columns: { number: integer(), segment: integer() },
    }),
    segments: defineTable({
      name: `${prefix}_segments`,
      key: ['number'],
      isBackedUp: false,
      columns: { number: integer(), projectId: text(), documents: text(), live: integer() },
    }),
    segmentWords: defineTable({
      name: `${prefix}_segment_words`,
      key: ['projectId', 'bucket', 'segment'],
      isBackedUp: false,
      columns: { projectId: text(), bucket: integer(), segment: integer(), words: text({ content: 'index' }) },
    }),
  };
}

/**
 * Returns the statements that create the tables of an index on PostgreSQL.
 * @param number type of a generated number
 * @param options options of each table
 */
export function createSegmentTables(prefix: string, number: string, options: string): string {
  return `CREATE TABLE ${prefix}_waiting (
    number BIGINT PRIMARY KEY,
    project_id TEXT NOT NULL,
    documents TEXT NOT NULL,
    words TEXT NOT NULL
  )${options};
  CREATE INDEX ${prefix}_waiting_of_project ON ${prefix}_waiting (project_id, number);
  CREATE TABLE ${prefix}_segment_items (number BIGINT PRIMARY KEY, segment BIGINT NOT NULL)${options};
  CREATE INDEX ${prefix}_segment_items_of_segment ON ${prefix}_segment_items (segment);
  CREATE TABLE ${prefix}_segments (
    number ${number} PRIMARY KEY,
    project_id TEXT NOT NULL,
    documents TEXT NOT NULL,
    live INTEGER NOT NULL
  )${options};
  CREATE INDEX ${prefix}_segments_of_project ON ${prefix}_segments (project_id, number);
  CREATE TABLE ${prefix}_segment_words (
    project_id TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    segment BIGINT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (project_id, bucket, segment)
  )${options};
  CREATE INDEX ${prefix}_segment_words_of_segment ON ${prefix}_segment_words (segment);`;
}

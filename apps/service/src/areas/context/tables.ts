import { boolean, integer, text, time } from '../../platform/database/column.ts';
import { defineTable, selectColumns } from '../../platform/database/table.ts';

export const CONTEXT_ITEMS = defineTable({
  name: 'context_items',
  key: ['number'],
  columns: {
    number: integer(),
    id: text(),
    projectId: text(),
    title: text({ content: 'members' }),
    content: text({ content: 'members' }),
    public: boolean(),
    createdAt: time(),
    updatedAt: time(),
  },
});

/** The columns of an item in the table `context_items c`. */
export const ITEM = selectColumns(CONTEXT_ITEMS, ['id', 'title', 'content', 'public', 'createdAt', 'updatedAt'], 'c');

/** The numbers of items that are not in the index yet. */
const ITEMS_TO_INDEX = defineTable({
  name: 'context_items_to_index',
  key: ['number'],
  isBackedUp: false,
  columns: { number: integer() },
});

/** The words of new items, which are not in a segment yet. */
export const WAITING = defineTable({
  name: 'context_waiting',
  key: ['number'],
  isBackedUp: false,
  columns: { number: integer(), projectId: text(), documents: text(), words: text({ content: 'index' }) },
});

const SEGMENT_ITEMS = defineTable({
  name: 'context_segment_items',
  key: ['number'],
  isBackedUp: false,
  columns: { number: integer(), segment: integer() },
});

export const SEGMENTS = defineTable({
  name: 'context_segments',
  key: ['number'],
  isBackedUp: false,
  columns: { number: integer(), projectId: text(), documents: text(), live: integer() },
});

export const SEGMENT_WORDS = defineTable({
  name: 'context_segment_words',
  key: ['projectId', 'bucket', 'segment'],
  isBackedUp: false,
  columns: { projectId: text(), bucket: integer(), segment: integer(), words: text({ content: 'index' }) },
});

export const CONTEXT_TABLES = [CONTEXT_ITEMS, ITEMS_TO_INDEX, WAITING, SEGMENT_ITEMS, SEGMENTS, SEGMENT_WORDS];

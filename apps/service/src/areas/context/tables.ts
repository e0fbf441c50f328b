import { boolean, integer, text, time } from '../../platform/database/column.ts';
import { defineSegmentTables } from '../../platform/database/segment-tables.ts';
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

/** The index of the items. */
export const ITEM_INDEX = defineSegmentTables('context');

export const CONTEXT_TABLES = [CONTEXT_ITEMS, ITEMS_TO_INDEX, ...Object.values(ITEM_INDEX)];

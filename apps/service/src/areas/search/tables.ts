import { boolean, integer, oneOf, text } from '../../platform/database/column.ts';
import { defineSegmentTables } from '../../platform/database/segment-tables.ts';
import { defineTable } from '../../platform/database/table.ts';
import { ENTRY_KINDS } from './store.ts';

/** The indexed texts of pages, operations and use cases. They are derived from other tables. */
export const SEARCH_ENTRIES = defineTable({
  name: 'search_entries',
  key: ['number'],
  isBackedUp: false,
  columns: {
    number: integer(),
    projectId: text(),
    kind: oneOf(ENTRY_KINDS),
    owner: text({ content: 'members' }),
    place: integer(),
    name: text({ content: 'members' }),
    title: text({ content: 'members' }),
    content: text({ content: 'members' }),
    public: boolean(),
  },
});

/** The index of these texts. */
export const ENTRY_INDEX = defineSegmentTables('search');

export const SEARCH_TABLES = [SEARCH_ENTRIES, ...Object.values(ENTRY_INDEX)];

import { boolean, integer, text, time } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';

export const USE_CASES = defineTable({
  name: 'use_cases',
  key: ['id'],
  columns: {
    id: text(),
    projectId: text(),
    workflowId: text({ content: 'members' }),
    place: integer(),
    workflow: text({ content: 'members' }),
    public: boolean(),
    etag: text(),
    createdAt: time(),
    updatedAt: time(),
  },
});

export const USE_CASE_TABLES = [USE_CASES];

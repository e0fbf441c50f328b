import { oneOf, text, time } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';

/** The OpenAPI documents of the projects. */
export const API_DESCRIPTIONS = defineTable({
  name: 'api_descriptions',
  key: ['projectId'],
  columns: {
    projectId: text(),
    format: oneOf(['json', 'yaml']),
    text: text({ content: 'members' }),
    sha256: text(),
    updatedAt: time(),
  },
});

export const API_DESCRIPTION_TABLES = [API_DESCRIPTIONS];

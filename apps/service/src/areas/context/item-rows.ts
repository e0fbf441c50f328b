import { getText, type SqlRow, toBoolean } from '../../platform/database/sql.ts';
import type { ContextItem } from './store.ts';

/** Columns of the table `context_items c` that `parseItem` reads. */
export const ITEM_COLUMNS = 'c.id, c.title, c.content, c.public, c.created_at, c.updated_at';

export function parseItem(row: SqlRow): ContextItem {
  return {
    id: getText(row, 'id'),
    title: getText(row, 'title'),
    content: getText(row, 'content'),
    public: toBoolean(row.public),
    createdAt: getText(row, 'created_at'),
    updatedAt: getText(row, 'updated_at'),
  };
}

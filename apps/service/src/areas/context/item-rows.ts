import { selectColumns } from '../../platform/database/table.ts';
import { CONTEXT_ITEMS } from './tables.ts';

/** The columns of an item in the table `context_items c`. */
export const ITEM = selectColumns(CONTEXT_ITEMS, ['id', 'title', 'content', 'public', 'createdAt', 'updatedAt'], 'c');

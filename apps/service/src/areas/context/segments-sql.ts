import { countItemWords } from '@context-sync/search';
import { SegmentIndex } from '../../platform/database/segment-index.ts';
import type { Sql } from '../../platform/database/sql.ts';
import type { ContextItemText } from './store.ts';
import { ITEM_INDEX } from './tables.ts';

/** The index of the items of all projects. */
export const itemIndex = new SegmentIndex(ITEM_INDEX);

type StoredItem = ContextItemText & { readonly projectId: string; readonly number: number };

/** Adds an item to the index. The item must not be in the index yet. */
export async function addToIndex(sql: Sql, { projectId, number, ...text }: StoredItem): Promise<void> {
  await itemIndex.add(sql, projectId, [{ number, public: text.public, words: countItemWords(text) }]);
}

/** Removes an item if the index contains it. The transaction must have locked the project. */
export const removeFromIndex = (sql: Sql, number: number): Promise<void> => itemIndex.remove(sql, [number]);

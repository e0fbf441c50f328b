import { setImmediate } from 'node:timers/promises';
import type { Store } from './store.ts';

/**
 * Maximum number of items in one transaction, which has a time limit. An item with 8,000 different ideographs takes PostgreSQL up to 50 ms.
 */
const ITEMS_PER_TRANSACTION = 20;

/** Reindexes all items that an earlier version of the service indexed. If the process stops, the next process continues. */
export async function reindexItems({ contextItems }: Store): Promise<void> {
  while ((await contextItems.reindex(ITEMS_PER_TRANSACTION)) > 0) await setImmediate();
}

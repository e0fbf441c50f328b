import { setImmediate } from 'node:timers/promises';
import type { ContextPorts } from './store.ts';

/**
 * Maximum number of items in one transaction. The limit is low because a transaction has a time limit, and PostgreSQL takes up to 50 ms for an item
 * with 8,000 different ideographs.
 */
const ITEMS_PER_TRANSACTION = 20;

/** Reindexes all items that an earlier version of the service indexed. If the process ends early, the next process continues. */
export async function reindexItems({ contextItems }: ContextPorts): Promise<void> {
  while ((await contextItems.reindex(ITEMS_PER_TRANSACTION)) > 0) await setImmediate();
}

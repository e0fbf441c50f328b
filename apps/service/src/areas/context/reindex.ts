import { setImmediate } from 'node:timers/promises';
import type { ContextPorts } from './store.ts';

/** Maximum number of items in one transaction, because a transaction has a time limit. */
const ITEMS_PER_TRANSACTION = 64;

/** Reindexes all items that an earlier version of the service indexed. If the process ends before the job is complete, the next process continues. */
export async function reindexItems({ contextItems }: ContextPorts): Promise<void> {
  while ((await contextItems.reindex(ITEMS_PER_TRANSACTION)) > 0) await setImmediate();
}

import { setImmediate } from 'node:timers/promises';
import type { Store } from './store.ts';

/** Items per transaction. 8,000 different ideographs take PostgreSQL up to 50 ms, and a transaction has a time limit. */
const ITEMS_PER_TRANSACTION = 20;

/** Reindexes items that were indexed by an earlier version of the service. If the process stops, the next one continues. */
export async function reindexItems({ contextItems }: Store): Promise<void> {
  while ((await contextItems.reindex(ITEMS_PER_TRANSACTION)) > 0) await setImmediate();
}

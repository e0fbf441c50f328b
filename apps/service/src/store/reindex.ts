import { setImmediate } from 'node:timers/promises';
import type { Store } from './store.ts';

/** Items indexed in one transaction. PostgreSQL takes up to 50 ms for 8,000 different ideographs, and a transaction must end within its limit. */
const BATCH = 20;

/** Indexes items again that an earlier version of the service indexed, batch by batch. A process that is stopped leaves the rest to the next one. */
export async function reindexItems({ contextItems }: Store): Promise<void> {
  while ((await contextItems.reindex(BATCH)) > 0) await setImmediate();
}

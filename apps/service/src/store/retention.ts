import { setTimeout } from 'node:timers/promises';
import type { Store } from './store.ts';

const DAY = 86_400_000;
/** Logs deleted at a time: few enough that requests in between hardly notice. */
const BATCH = 500;

/**
 * Deletes the logs that were captured more than so many days ago, in bounded batches with room for others between them.
 * @returns how many
 */
export async function pruneLogs(
  store: Store,
  keepDays: number,
  { signal, now = Date.now() }: { readonly signal?: AbortSignal; readonly now?: number } = {},
): Promise<number> {
  const before = new Date(now - keepDays * DAY).toISOString();
  let deleted = 0;
  for (const { id } of await store.accounts.projects()) {
    for (let batch = BATCH; batch === BATCH && !signal?.aborted; deleted += batch) {
      batch = await store.logs.prune(id, before, BATCH);
      await setTimeout(1);
    }
  }
  return deleted;
}

/** Prunes now and every hour until it is told to stop. @returns resolves when it has stopped */
export async function keepPruned(
  store: Store,
  keepDays: number,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pruneLogs(store, keepDays, { signal }).catch(report);
    await setTimeout(3_600_000, undefined, { signal }).catch(() => undefined);
  }
}

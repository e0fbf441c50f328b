import { setTimeout } from 'node:timers/promises';
import type { Store } from './store.ts';

/** Reports include what is not folded yet. Several batches together touch fewer counts than each of them alone. */
const FOLD_INTERVAL_MS = 3_000;
/** Rows per transaction, so that other writes do not wait long. */
const MAX_FOLDED_ROWS = 200;

/** Folds everything that is pending. @returns the number of folded rows */
export async function foldTraffic(store: Store, signal?: AbortSignal): Promise<number> {
  let folded = 0;
  for (const projectId of await store.traffic.pendingProjects()) {
    for (let rows = 1; rows > 0 && !signal?.aborted; folded += rows) {
      rows = await store.traffic.fold(projectId, MAX_FOLDED_ROWS);
    }
  }
  return folded;
}

/** Folds every few seconds until the signal is aborted. Any number of processes can do so at the same time. */
export async function keepFolded(store: Store, report: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await foldTraffic(store, signal).catch(report);
    await setTimeout(FOLD_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

const DAY_MINUTES = 1_440;

/** Counts the logs of every day of which all logs are stored again. Each day is one transaction. @returns the number of days */
export async function rebuildTraffic(store: Store, projectId: string): Promise<number> {
  const range = await store.traffic.rebuildableDays(projectId);
  if (!range) return 0;
  const { from, to } = range;
  for (let day = from; day < to; day += DAY_MINUTES) await store.traffic.rebuildDay(projectId, day);
  return (to - from) / DAY_MINUTES;
}

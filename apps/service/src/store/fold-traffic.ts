import { setTimeout } from 'node:timers/promises';
import type { Store } from './store.ts';
import type { AssignRoute } from './traffic/traffic.ts';

/**
 * Time between two runs in milliseconds. Reports do not depend on this time, because they include logs that are not folded yet. Folding several
 * batches together updates fewer counts than folding each batch separately.
 */
const FOLD_INTERVAL_MS = 3_000;
/** Maximum number of rows in one transaction, for which other writes wait. */
const MAX_FOLDED_ROWS = 200;

/**
 * Folds all pending rows into the counts.
 * @returns the number of folded rows
 */
export async function foldTraffic(store: Store, signal?: AbortSignal): Promise<number> {
  let foldedCount = 0;
  for (const projectId of await store.traffic.pendingProjects()) {
    for (let rows = 1; rows > 0 && !signal?.aborted; foldedCount += rows) {
      rows = await store.traffic.fold(projectId, MAX_FOLDED_ROWS);
    }
  }
  return foldedCount;
}

/** Folds all pending rows every few seconds until the signal is aborted. Several processes can run this function at the same time. */
export async function keepFolded(store: Store, report: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await foldTraffic(store, signal).catch(report);
    await setTimeout(FOLD_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

const DAY_MINUTES = 1_440;
/** The first day that the databases can store, in minutes since 1970. */
const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z') / 60_000;

/**
 * Counts all logs of a day again, for every day whose logs are all stored. Each day is one transaction, so an interruption loses no counts.
 * @param assignRoute returns the routes of the logs. By default, they keep their routes
 * @returns the number of days
 */
export async function rebuildTraffic(store: Store, projectId: string, assignRoute?: AssignRoute): Promise<number> {
  let rebuiltCount = 0;
  let day = await store.traffic.nextDayWithLogs(projectId, FIRST_DAY);
  while (day !== undefined) {
    if (await store.traffic.rebuildDay(projectId, day, assignRoute)) rebuiltCount += 1;
    day = await store.traffic.nextDayWithLogs(projectId, day + DAY_MINUTES);
  }
  return rebuiltCount;
}

import { setTimeout } from 'node:timers/promises';
import { passSafePoint } from '../../platform/database/safe-point.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { LogPorts } from '../logs/store.ts';
import type { MetricsPorts, RebuildOptions } from './store.ts';

/**
 * Time between two runs in milliseconds. Reports are complete at any time, because each report also reads the logs that are not folded yet. Folding
 * several batches together updates fewer counts than folding each batch separately.
 */
const FOLD_INTERVAL_MS = 1_000;
/** Maximum number of rows in one transaction. Other writes wait for the transaction. */
const MAX_FOLDED_ROWS = 200;

/**
 * Folds all pending rows into the counts. Does not wait for rows that are added meanwhile, so this function ends while others store logs.
 * @returns the number of folded rows
 */
export async function foldTraffic(store: AreaStore<MetricsPorts & LogPorts>, signal?: AbortSignal): Promise<number> {
  let foldedCount = 0;
  for (const projectId of await store.traffic.pendingProjects()) {
    foldedCount += await foldProject(store, projectId, signal);
  }
  return foldedCount;
}

/** Folds all pending rows of a project, as `foldTraffic` does. */
export async function foldProject(
  store: Pick<AreaStore<MetricsPorts>, 'traffic'>,
  projectId: string,
  signal?: AbortSignal,
): Promise<number> {
  let foldedCount = 0;
  while (!signal?.aborted) {
    const { rows, isComplete } = await store.traffic.fold(projectId, MAX_FOLDED_ROWS);
    foldedCount += rows;
    if (isComplete) break;
  }
  return foldedCount;
}

/** Folds all pending rows every few seconds until the signal is aborted. Several processes can run this function at the same time. */
export async function keepFolded(
  store: AreaStore<MetricsPorts & LogPorts>,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await foldTraffic(store, signal).catch(report);
    await setTimeout(FOLD_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

const DAY_MINUTES = 1_440;
/** The first day that the databases can store, in minutes since 1970. */
const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z') / 60_000;

/**
 * Counts all logs of a day again, for every day whose logs are all stored. Each day is one transaction, so an interruption loses no counts. If counts
 * by minute or hour were deleted while the clock was wrong, counts the days a second time to restore these counts.
 * @param options.onDay called with the number of days that have been counted so far
 * @returns the number of days
 */
export async function rebuildTraffic(
  store: AreaStore<MetricsPorts & LogPorts>,
  projectId: string,
  {
    assignRoute,
    now = Date.now(),
    signal,
    onDay = () => undefined,
  }: Omit<RebuildOptions, 'extendsResolution'> & { readonly onDay?: (count: number) => void } = {},
): Promise<number> {
  const days: number[] = [];
  for (
    let day = await store.traffic.nextDayWithLogs(projectId, FIRST_DAY);
    day !== undefined;
    day = await store.traffic.nextDayWithLogs(projectId, day + DAY_MINUTES)
  ) {
    if (await store.traffic.rebuildDay(projectId, day, { assignRoute, now, signal })) days.push(day);
    onDay(days.length);
    await passSafePoint(signal);
  }
  // The newest day comes first, because the counts must be complete from some day until now.
  for (const day of days.toReversed()) {
    if (!(await isResolutionLate(store, projectId, now))) break;
    await store.traffic.rebuildDay(projectId, day, { now, signal, extendsResolution: true });
  }
  return days.length;
}

/** Returns whether the counts by minute or hour begin later than their retention requires. */
async function isResolutionLate(
  store: AreaStore<MetricsPorts & LogPorts>,
  projectId: string,
  now: number,
): Promise<boolean> {
  const stored = await store.traffic.resolution(projectId, 0);
  const kept = await store.traffic.resolution(projectId, now);
  return stored.minutesSince >= kept.minutesSince || stored.hoursSince >= kept.hoursSince;
}

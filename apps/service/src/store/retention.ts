import { setTimeout } from 'node:timers/promises';
import { foldTraffic } from './fold-traffic.ts';
import type { Store } from './store.ts';
import { minuteOf } from './traffic/traffic-delta.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Maximum number of rows deleted in one batch, small enough to hardly delay other requests. */
const PRUNE_BATCH_ROWS = 500;

/** Lifetime of an idempotency record, counted from the first request with its key. */
export const IDEMPOTENCY_RECORD_TTL_MS = DAY_MS;

export interface PruneOptions {
  readonly signal?: AbortSignal;
  /** Unix time in milliseconds. Default: the current time. */
  readonly now?: number;
}

/**
 * Deletes logs captured more than `keepDays` days ago, in small batches so that other requests can run in between. Users without a request
 * since then keep their counts, but not their address, name and note.
 * @returns the number of deleted logs
 */
export async function pruneLogs(
  store: Store,
  keepDays: number,
  { signal, now = Date.now() }: PruneOptions = {},
): Promise<number> {
  const cutoff = new Date(now - keepDays * DAY_MS).toISOString();
  // Counts that are not folded yet contain addresses.
  await foldTraffic(store, signal);
  let deletedCount = 0;
  for (const { id } of await store.accounts.projects()) {
    deletedCount += await inBatches((limit) => store.logs.prune(id, cutoff, limit), signal);
    await inBatches((limit) => store.callers.anonymize(id, minuteOf(cutoff), limit), signal);
  }
  return deletedCount;
}

/** Deletes counts by minute and hour that are too old for queries at this resolution. @returns the number of deleted rows */
export async function pruneTraffic(store: Store, { signal, now = Date.now() }: PruneOptions = {}): Promise<number> {
  let deletedCount = 0;
  for (const { id } of await store.accounts.projects()) {
    deletedCount += await inBatches((limit) => store.traffic.prune(id, now, limit), signal);
  }
  return deletedCount;
}

/** Logs may arrive late, after the service was away; logs are kept for at least twice as long. */
const SETTLE_AFTER_MS = DAY_MS / 2;

/** Stores which callers recovered after a hint, before the logs that show it are deleted. @returns the number of settled deliveries */
export async function settleDeliveries(store: Store, now = Date.now()): Promise<number> {
  const cutoff = new Date(now - SETTLE_AFTER_MS).toISOString();
  let settledCount = 0;
  for (const { id } of await store.accounts.projects()) settledCount += await store.hints.settle(id, cutoff);
  return settledCount;
}

/** Deletes idempotency records older than `IDEMPOTENCY_RECORD_TTL_MS`. @returns the number of deleted records */
export function pruneIdempotencyRecords(
  store: Store,
  { signal, now = Date.now() }: PruneOptions = {},
): Promise<number> {
  const cutoff = new Date(now - IDEMPOTENCY_RECORD_TTL_MS).toISOString();
  return inBatches(
    (limit) => store.transaction(({ idempotencyRecords }) => idempotencyRecords.prune(cutoff, limit)),
    signal,
  );
}

async function inBatches(prune: (limit: number) => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  let deletedCount = 0;
  for (let batch = PRUNE_BATCH_ROWS; batch === PRUNE_BATCH_ROWS && !signal?.aborted; deletedCount += batch) {
    batch = await prune(PRUNE_BATCH_ROWS);
    await setTimeout(1);
  }
  return deletedCount;
}

/**
 * Prunes now and every hour until the signal is aborted.
 * @param keepLogsDays undefined to keep logs forever
 * @returns resolves when pruning has stopped
 */
export async function keepPruned(
  store: Store,
  keepLogsDays: number | undefined,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await settleDeliveries(store).catch(report);
    await pruneIdempotencyRecords(store, { signal }).catch(report);
    await pruneTraffic(store, { signal }).catch(report);
    if (keepLogsDays !== undefined) await pruneLogs(store, keepLogsDays, { signal }).catch(report);
    await setTimeout(HOUR_MS, undefined, { signal }).catch(() => undefined);
  }
}

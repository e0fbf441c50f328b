import { setTimeout } from 'node:timers/promises';
import type { Store } from './store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Rows deleted at a time: few enough that requests in between hardly notice. */
const BATCH = 500;

/** Milliseconds after which what is kept for an Idempotency-Key is deleted, counted from the first request with it. */
export const KEEP_ANSWERS_MS = DAY;

export interface PruneOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds since 1970; default the present. */
  readonly now?: number;
}

/**
 * Deletes the logs that were captured more than so many days ago, in bounded batches with room for others between them.
 * @returns how many
 */
export async function pruneLogs(
  store: Store,
  keepDays: number,
  { signal, now = Date.now() }: PruneOptions = {},
): Promise<number> {
  const before = new Date(now - keepDays * DAY).toISOString();
  let deleted = 0;
  for (const { id } of await store.accounts.projects()) {
    deleted += await inBatches((limit) => store.logs.prune(id, before, limit), signal);
  }
  return deleted;
}

/** Deletes what is kept for Idempotency-Keys that were first used more than `KEEP_ANSWERS_MS` ago. @returns for how many */
export function pruneAnswers(store: Store, { signal, now = Date.now() }: PruneOptions = {}): Promise<number> {
  const before = new Date(now - KEEP_ANSWERS_MS).toISOString();
  return inBatches((limit) => store.transaction(({ answers }) => answers.prune(before, limit)), signal);
}

async function inBatches(prune: (limit: number) => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  let deleted = 0;
  for (let batch = BATCH; batch === BATCH && !signal?.aborted; deleted += batch) {
    batch = await prune(BATCH);
    await setTimeout(1);
  }
  return deleted;
}

/**
 * Prunes now and every hour until it is told to stop.
 * @param keepLogsDays undefined to keep logs for good
 * @returns resolves when it has stopped
 */
export async function keepPruned(
  store: Store,
  keepLogsDays: number | undefined,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pruneAnswers(store, { signal }).catch(report);
    if (keepLogsDays !== undefined) await pruneLogs(store, keepLogsDays, { signal }).catch(report);
    await setTimeout(HOUR, undefined, { signal }).catch(() => undefined);
  }
}

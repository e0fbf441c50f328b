import { setTimeout } from 'node:timers/promises';
import type { NewAuditEntry } from '../../platform/audit/audit.ts';
import type { AuditContext } from '../../platform/audit/record-change.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';
import type { DocsPreviewPorts } from '../docs/preview-store.ts';
import type { LogPorts } from '../logs/store.ts';
import { foldTraffic } from '../metrics/fold-traffic.ts';
import type { MetricsPorts } from '../metrics/store.ts';
import type { RecoveryPorts } from '../recovery/store.ts';
import type { UserPorts } from '../users/store.ts';

/** The ports whose data has a limited lifetime. */
export type RetainedPorts = PlatformPorts & LogPorts & MetricsPorts & UserPorts & RecoveryPorts & DocsPreviewPorts;
/** The part of the store that the deletion of old data uses. */
export type RetentionStore = AreaStore<RetainedPorts>;

const DAY_MS = 86_400_000;
/** Maximum number of rows that are deleted in one batch. A batch of this size delays other requests only slightly. */
const PRUNE_BATCH_ROWS = 500;

/** Lifetime of an idempotency record in milliseconds, from the first request with its key. */
export const IDEMPOTENCY_RECORD_TTL_MS = DAY_MS;

export interface PruneOptions {
  readonly signal?: AbortSignal;
  /** Current time as Unix time in milliseconds. Default: the system time. */
  readonly now?: number;
}

/**
 * Deletes logs that were captured more than `keepDays` days ago. Deletes them in small batches, so that other requests can run in between. For users
 * without a request since then, keeps the counts, but removes the email address, name and note. Records the deletion once for each project that had
 * such logs.
 * @returns the number of deleted logs
 */
export async function pruneLogs(
  store: RetentionStore,
  keepDays: number,
  context: AuditContext,
  { signal, now = Date.now() }: PruneOptions = {},
): Promise<number> {
  const cutoff = new Date(now - keepDays * DAY_MS).toISOString();
  // All pending rows are folded first, because they contain email addresses.
  await foldTraffic(store, signal);
  let deletedCount = 0;
  for (const { id, slug } of await store.accounts.projects()) {
    const entry = { ...context, slug, action: 'logs.prune', target: cutoff } as const;
    deletedCount += await pruneAndRecord(store, entry, ({ logs }, limit) => logs.prune(id, cutoff, limit), signal);
    await pruneInBatches((limit) => store.users.anonymize(id, getMinute(cutoff), limit), signal);
  }
  return deletedCount;
}

/** Deletes previews of docs that have expired. @returns the number of deleted previews */
export function pruneDocsPreviews(
  store: RetentionStore,
  { signal, now = Date.now() }: PruneOptions = {},
): Promise<number> {
  return pruneInBatches((limit) => store.docsPreviews.prune(now, limit), signal);
}

/**
 * Deletes counts by minute and hour that exceed their retention.
 * @returns the number of deleted rows
 */
export async function pruneTraffic(
  store: RetentionStore,
  { signal, now = Date.now() }: PruneOptions = {},
): Promise<number> {
  let deletedCount = 0;
  for (const { id } of await store.accounts.projects()) {
    deletedCount += await pruneInBatches((limit) => store.traffic.prune(id, now, limit), signal);
  }
  return deletedCount;
}

/**
 * Time in milliseconds after which a delivery is resolved. The time allows for logs that arrive late because the service was unavailable. Logs are
 * kept for at least twice this time.
 */
const RESOLVE_AFTER_MS = DAY_MS / 2;

/**
 * Stores which users recovered after a hint. Must run before the logs that show the recovery are deleted.
 * @returns the number of resolved deliveries
 */
export async function resolveDeliveries(store: RetentionStore, now = Date.now()): Promise<number> {
  const cutoff = new Date(now - RESOLVE_AFTER_MS).toISOString();
  let resolvedCount = 0;
  for (const { id } of await store.accounts.projects()) resolvedCount += await store.hints.resolve(id, cutoff);
  return resolvedCount;
}

/** Number of days for which the daily counts of bytes that were sent with each key are kept. */
const KEY_USAGE_DAYS = 90;

/** Deletes the byte counts of keys that are more than `KEY_USAGE_DAYS` days old. @returns the number of deleted counts */
export function pruneKeyUsage(store: RetentionStore, { signal, now = Date.now() }: PruneOptions = {}): Promise<number> {
  const firstDay = getDayOfMinute(getMinute(now - KEY_USAGE_DAYS * DAY_MS));
  return pruneInBatches((limit) => store.usage.prune(firstDay, limit), signal);
}

/**
 * Deletes idempotency records older than `IDEMPOTENCY_RECORD_TTL_MS`.
 * @returns the number of deleted records
 */
export function pruneIdempotencyRecords(
  store: RetentionStore,
  { signal, now = Date.now() }: PruneOptions = {},
): Promise<number> {
  const cutoff = new Date(now - IDEMPOTENCY_RECORD_TTL_MS).toISOString();
  return pruneInBatches(
    (limit) => store.transaction(({ idempotencyRecords }) => idempotencyRecords.prune(cutoff, limit)),
    signal,
  );
}

/**
 * Deletes audit entries that are more than `keepDays` days older than the newest entry, and records the deletion. The age is relative to the newest
 * entry, so that a service whose clock is ahead does not delete everything when it starts.
 * @returns the number of deleted entries
 */
export async function pruneAudit(
  store: RetentionStore,
  keepDays: number,
  { actor, requestId }: AuditContext,
  { signal, now = Date.now() }: PruneOptions = {},
): Promise<number> {
  const newestTime = await store.audit.newest();
  if (newestTime === undefined) return 0;
  const target = new Date(Math.min(now, Date.parse(newestTime)) - keepDays * DAY_MS).toISOString();
  const entry = { actor, requestId, slug: '', action: 'audit.prune', target } as const;
  return pruneAndRecord(store, entry, ({ audit }, limit) => audit.prune(target, limit), signal);
}

/** Deletes rows in batches. The first transaction that deletes rows also records the deletion. */
async function pruneAndRecord(
  store: RetentionStore,
  entry: Omit<NewAuditEntry, 'outcome'>,
  prune: (operations: RetainedPorts, limit: number) => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let isRecorded = false;
  return pruneInBatches(async (limit) => {
    const count = await store.transaction(async (operations) => {
      const deletedRows = await prune(operations, limit);
      if (deletedRows > 0 && !isRecorded) await operations.audit.record({ ...entry, outcome: 'succeeded' });
      return deletedRows;
    });
    isRecorded ||= count > 0;
    return count;
  }, signal);
}

async function pruneInBatches(
  prune: (limit: number) => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let deletedCount = 0;
  for (let batch = PRUNE_BATCH_ROWS; batch === PRUNE_BATCH_ROWS && !signal?.aborted; deletedCount += batch) {
    batch = await prune(PRUNE_BATCH_ROWS);
    await setTimeout(1);
  }
  return deletedCount;
}

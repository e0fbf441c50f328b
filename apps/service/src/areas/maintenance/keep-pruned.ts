import { randomUUID } from 'node:crypto';
import { ClockAheadError, type MaintenanceClock } from '../../platform/database/maintenance-clock.ts';
import { repeatJob } from '../../platform/database/repeat-job.ts';
import type { RetentionStore } from './retention.ts';
import {
  pruneAudit,
  pruneDocsPreviews,
  pruneIdempotencyRecords,
  pruneKeyUsage,
  pruneLogs,
  pruneTraffic,
  resolveDeliveries,
} from './retention.ts';

const HOUR_MS = 3_600_000;

/** Days for which data is kept; undefined to keep it forever. */
export interface Retention {
  readonly keepLogsDays?: number | undefined;
  readonly keepAuditDays?: number | undefined;
}

/** Functions that report problems to the operator. */
export interface MaintenanceReports {
  readonly report: (error: unknown) => void;
  readonly warn: (warning: string) => void;
}

/** Deletes all data whose lifetime has ended, unless the clock is too far ahead. */
export async function runMaintenance(
  store: RetentionStore,
  clock: MaintenanceClock,
  { keepLogsDays, keepAuditDays }: Retention,
  { report, warn }: MaintenanceReports,
  signal: AbortSignal,
): Promise<void> {
  let now: number;
  try {
    now = await clock.read();
  } catch (error) {
    if (error instanceof ClockAheadError) warn(error.message);
    else report(error);
    return;
  }
  await resolveDeliveries(store, now).catch(report);
  await pruneIdempotencyRecords(store, { signal, now }).catch(report);
  await pruneTraffic(store, { signal, now }).catch(report);
  await pruneKeyUsage(store, { signal, now }).catch(report);
  await pruneDocsPreviews(store, { signal, now }).catch(report);
  const context = { actor: { kind: 'service' }, requestId: `prune-${randomUUID()}` } as const;
  if (keepLogsDays !== undefined) await pruneLogs(store, keepLogsDays, context, { signal, now }).catch(report);
  if (keepAuditDays !== undefined) {
    await pruneAudit(store, keepAuditDays, context, { signal, now }).catch(report);
  }
}

/**
 * Deletes old data immediately and then every hour until the signal is aborted. Of several processes with the same settings, one runs each deletion.
 * @param retention days to keep logs and audit entries; undefined to keep them forever
 * @returns a promise that resolves when pruning has stopped
 */
export function keepPruned(
  store: RetentionStore,
  clock: MaintenanceClock,
  retention: Retention,
  reports: MaintenanceReports,
  signal: AbortSignal,
): Promise<void> {
  // Processes with other settings claim their own runs, so that a process without --keep-logs-days does not replace one that has it.
  const { keepLogsDays = 0, keepAuditDays = 0 } = retention;
  const name = `delete old data, keep logs ${keepLogsDays}, keep audit ${keepAuditDays}`;
  const job = { store, name, intervalMs: HOUR_MS, report: reports.report, signal };
  return repeatJob(job, () => runMaintenance(store, clock, retention, reports, signal));
}

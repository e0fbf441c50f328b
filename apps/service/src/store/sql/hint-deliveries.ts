import { z } from 'zod';
import { RECOVERY_MS } from '../hints.ts';
import { getJson, type LogRecord } from '../logs.ts';
import { getCallerId, getMinute, MINUTES_PER_DAY } from '../traffic/traffic-delta.ts';
import type { Sql } from './sql.ts';

/** A log with the kind of client that sent the request. */
type DeliveredLog = LogRecord & { readonly caller: string | null };

/** Schema of the properties that the SDK adds to the response of a log that a hint matched. */
const deliverySchema = z.object({ recovery: z.object({ withheld: z.boolean() }) });

/**
 * Stores which callers got which hint. Stores only the first delivery to a caller on a day, because the hold-out group is chosen by caller and day.
 * Ignores logs without a user, because the recovery of their callers cannot be determined.
 */
export async function addDeliveries(sql: Sql, projectId: string, logs: readonly DeliveredLog[]): Promise<void> {
  for (const log of logs) {
    const { recoveryHintId, groupEmail, timestamp, method, route, caller } = log;
    if (recoveryHintId === null || groupEmail === null || route === null || log.status < 400) continue;
    const delivery = deliverySchema.safeParse(JSON.parse(getJson(log.response)));
    const endsAt = new Date(Date.parse(timestamp) + RECOVERY_MS).toISOString();
    await sql.run(
      `INSERT INTO hint_deliveries (project_id, hint_id, caller, group_email, day, at, ends_at, method, route, caller_kind, withheld)
       SELECT project_id, id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM hints WHERE project_id = ? AND id = ?
       ON CONFLICT (project_id, hint_id, caller, day) DO UPDATE SET group_email = excluded.group_email, at = excluded.at,
         ends_at = excluded.ends_at,
         method = excluded.method, route = excluded.route, caller_kind = excluded.caller_kind, withheld = excluded.withheld
       WHERE excluded.at < hint_deliveries.at AND hint_deliveries.recovered IS NULL`,
      getCallerId(projectId, groupEmail),
      groupEmail,
      Math.floor(getMinute(timestamp) / MINUTES_PER_DAY),
      timestamp,
      endsAt.length === 24 ? endsAt : timestamp,
      method,
      route,
      caller ?? 'person',
      delivery.success && delivery.data.recovery.withheld,
      projectId,
      recoveryHintId,
    );
  }
}

import { z } from 'zod';
import { createPlaceholders, type Sql } from '../../platform/database/sql.ts';
import { createInsert } from '../../platform/database/table.ts';
import { getUserId } from '../../platform/personal-data/user-id.ts';
import { getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import { getJson, type LogRecord } from '../logs/store.ts';
import { RECOVERY_MS } from './store.ts';
import { HINT_DELIVERIES } from './tables.ts';

/** A log with the kind of client that sent the request. */
type DeliveredLog = LogRecord & { readonly clientKind: string | null };

const parts = z.array(z.unknown()).optional().catch(undefined);

/** Schema of the properties that the SDK adds to the response of a log that a hint matched. Older versions of the SDK send fewer of these properties. */
const deliverySchema = z.object({
  recovery: z.object({
    version: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .catch(''),
    sentIn: parts,
    withheld: z.boolean(),
    withheldFrom: parts,
  }),
});

/**
 * Stores deliveries of hints, including withheld ones: for each version of a hint, the first delivery to a user on a day in each group. Ignores logs
 * without a user, because the recovery of an unknown user cannot be determined, and responses that cannot contain the hint.
 */
export async function addDeliveries(sql: Sql, projectId: string, logs: readonly DeliveredLog[]): Promise<void> {
  for (const log of logs) {
    const { recoveryHintId, groupEmail, timestamp, method, route, clientKind } = log;
    if (recoveryHintId === null || groupEmail === null || route === null || log.status < 400) continue;
    const report = deliverySchema.safeParse(JSON.parse(getJson(log.response))).data?.recovery;
    const withheld = report?.withheld ?? false;
    if ((withheld ? report?.withheldFrom : report?.sentIn)?.length === 0) continue;
    const endsAt = new Date(Date.parse(timestamp) + RECOVERY_MS).toISOString();
    const insert = createInsert(HINT_DELIVERIES, [
      {
        projectId,
        hintId: recoveryHintId,
        hintVersion: report?.version ?? '',
        userId: getUserId(projectId, groupEmail),
        groupEmail,
        day: Math.floor(getMinute(timestamp) / MINUTES_PER_DAY),
        at: timestamp,
        endsAt: endsAt.length === 24 ? endsAt : timestamp,
        method,
        route,
        clientKind: clientKind ?? 'person',
        withheld,
      },
    ]);
    await sql.run(
      `${insert.insertClause} SELECT ${createPlaceholders(insert.values.length)} FROM hints WHERE project_id = ? AND id = ?
       ON CONFLICT (${HINT_DELIVERIES.keyNames.join(', ')}) DO UPDATE SET group_email = excluded.group_email,
         at = excluded.at, ends_at = excluded.ends_at,
         method = excluded.method, route = excluded.route, caller_kind = excluded.caller_kind
       WHERE excluded.at < hint_deliveries.at AND hint_deliveries.recovered IS NULL`,
      ...insert.values,
      projectId,
      recoveryHintId,
    );
  }
}

import type { Sql } from '../../platform/database/sql.ts';
import { insertRow } from '../../platform/database/table.ts';
import { getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import type { Resolution } from '../../platform/time/time-range.ts';
import type { LogStorage } from '../logs/log-storage.ts';
import { type CountedLog, getDelta, parseDelta, type TrafficDelta } from '../logs/traffic-delta.ts';
import { formatDay, rebuildDay } from './rebuild-traffic.ts';
import type { Traffic } from './store.ts';
import { PENDING_COUNTS, TRAFFIC } from './tables.ts';
import { type DeltaSink, foldDeltas, HOURS_KEPT, MINUTES_KEPT } from './traffic-fold.ts';
import { createTrafficReads } from './traffic-reads.ts';

/**
 * Maximum size of the deltas that are folded in one transaction, in bytes. Other writes wait for the transaction. The size corresponds to about a
 * thousand logs.
 */
const MAX_FOLDED_BYTES = 131_072;
const DAY_MS = MINUTES_PER_DAY * 60_000;

/** Stores the counts of a batch of logs as a row that is folded later. */
export async function addDelta(sql: Sql, projectId: string, logs: readonly CountedLog[]): Promise<void> {
  if (logs.length === 0) return;
  await insertRow(sql, PENDING_COUNTS, { projectId, delta: JSON.stringify(getDelta(projectId, logs)) });
}

export interface FoldOptions {
  /** Prevents other transactions from storing logs until the current transaction ends. */
  waitForWrites(): Promise<void>;
  readonly sinks: readonly DeltaSink[];
}

/** Creates the port for traffic counts. @param storage storage from which logs are read to rebuild counts */
export function createSqlTraffic(sql: Sql, storage: LogStorage, { waitForWrites, sinks }: FoldOptions): Traffic {
  const reads = createTrafficReads(sql);
  return {
    ...reads,
    async pendingProjects() {
      const rows = await sql.all('SELECT DISTINCT project_id FROM traffic_pending ORDER BY project_id');
      return rows.map((row) => String(row.project_id));
    },
    async fold(projectId, limit) {
      const trafficResolution = await lockCounts(sql, projectId);
      const { deltas, isComplete } = await takePending(sql, projectId, limit, MAX_FOLDED_BYTES);
      if (deltas.length > 0) await foldDeltas(sql, projectId, deltas, trafficResolution, sinks);
      return { rows: deltas.length, isComplete };
    },
    prune: (projectId, now, limit) => prune(sql, projectId, now, limit),
    async rebuildDay(projectId, day, options = {}) {
      // All pending rows are folded first. Logs of this day in these rows would otherwise be counted twice.
      const trafficResolution = await foldPendingCounts(sql, projectId, { waitForWrites, sinks });
      return rebuildDay(sql, { reads, storage, sinks }, projectId, day, trafficResolution, options);
    },
    async nextDayWithLogs(projectId, from) {
      const firstTime = await storage.findFirstTime(projectId, formatDay(from));
      // `formatDay` clamps a day after the last day that can be stored, so the query can return a log before `from`.
      return firstTime === undefined || getDay(firstTime) < from ? undefined : getDay(firstTime);
    },
  };
}

/** Folds all pending rows. Other transactions cannot store logs or change counts until this transaction ends. */
export async function foldPendingCounts(
  sql: Sql,
  projectId: string,
  { waitForWrites, sinks }: FoldOptions,
): Promise<Resolution> {
  const trafficResolution = await lockCounts(sql, projectId);
  await waitForWrites();
  const { deltas: pendingDeltas } = await takePending(
    sql,
    projectId,
    Number.MAX_SAFE_INTEGER,
    Number.POSITIVE_INFINITY,
  );
  await foldDeltas(sql, projectId, pendingDeltas, trafficResolution, sinks);
  return trafficResolution;
}

async function takePending(
  sql: Sql,
  projectId: string,
  limit: number,
  maxBytes: number,
): Promise<{ readonly deltas: TrafficDelta[]; readonly isComplete: boolean }> {
  // Unlike `length`, `octet_length` does not read the text.
  const sizes = await sql.all(
    'SELECT number, octet_length(delta) AS size FROM traffic_pending WHERE project_id = ? ORDER BY number LIMIT ?',
    projectId,
    limit,
  );
  let bytes = 0;
  const pendingRows = sizes.filter(({ size }, index) => {
    bytes += Number(size);
    return index === 0 || bytes <= maxBytes;
  });
  const last = pendingRows.at(-1);
  if (!last) return { deltas: [], isComplete: true };
  // The condition also matches rows with lower numbers that other transactions have committed in the meantime.
  const rows = await sql.all(
    'DELETE FROM traffic_pending WHERE project_id = ? AND number <= ? RETURNING delta',
    projectId,
    Number(last.number),
  );
  return {
    deltas: rows.map(({ delta }) => parseDelta(String(delta))),
    isComplete: sizes.length < limit && pendingRows.length === sizes.length,
  };
}

async function prune(
  sql: Sql,
  projectId: string,
  now: Parameters<Traffic['prune']>[1],
  limit: number,
): Promise<number> {
  const lockedRow = await lockCounts(sql, projectId);
  // The times never decrease. Otherwise, after the clock is set back, deleted counts would be treated as complete.
  const minutesSince = Math.max(lockedRow.minutesSince, getMinute(now) - MINUTES_KEPT);
  const hoursSince = Math.max(lockedRow.hoursSince, getMinute(now) - HOURS_KEPT);
  await sql.run(
    'UPDATE traffic_state SET minutes_since = ?, hours_since = ? WHERE project_id = ?',
    minutesSince,
    hoursSince,
    projectId,
  );
  const key = TRAFFIC.keyNames.join(', ');
  let deletedCount = 0;
  for (const [grain, since] of [
    [1, minutesSince],
    [60, hoursSince],
  ] as const) {
    deletedCount += await sql.run(
      `DELETE FROM traffic WHERE (${key}) IN (
         SELECT ${key} FROM traffic WHERE project_id = ? AND grain = ? AND bucket < ? ORDER BY bucket LIMIT ?
       )`,
      projectId,
      grain,
      since,
      limit - deletedCount,
    );
  }
  return deletedCount;
}

/** Locks the counts of a project until the transaction ends. */
export async function lockCounts(sql: Sql, projectId: string): Promise<Resolution> {
  await sql.run(
    'INSERT INTO traffic_state (project_id, minutes_since, hours_since) VALUES (?, 0, 0) ON CONFLICT DO NOTHING',
    projectId,
  );
  const row = await sql.get(
    'UPDATE traffic_state SET minutes_since = minutes_since WHERE project_id = ? RETURNING minutes_since, hours_since',
    projectId,
  );
  return { minutesSince: Number(row?.minutes_since), hoursSince: Number(row?.hours_since) };
}

function getDay(time: string): number {
  return Math.floor(new Date(time).getTime() / DAY_MS) * MINUTES_PER_DAY;
}

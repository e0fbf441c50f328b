import { passSafePoint } from '../../platform/database/safe-point.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import type { Resolution } from '../../platform/time/time-range.ts';
import type { AssignRoute } from '../api-description/assign-route.ts';
import { OTHER_ROUTE } from '../logs/endpoint-name.ts';
import type { LogStorage, RouteChange, StoredLog } from '../logs/log-storage.ts';
import { type CountedLog, getDelta } from '../logs/traffic-delta.ts';
import { updateClosedDays } from './closed-days.ts';
import type { RebuildOptions } from './store.ts';
import { ALL_ENDPOINTS, type DeltaSink, foldDeltas, HOURS_KEPT, MINUTES_KEPT } from './traffic-fold.ts';
import type { TrafficReads } from './traffic-reads.ts';

/** The storage of logs, from which a rebuild reads, and the storage of counts, to which it writes. */
export interface RebuildSources {
  readonly reads: TrafficReads;
  readonly storage: LogStorage;
  readonly sinks: readonly DeltaSink[];
}

/**
 * Counts all logs of one day again. Endpoints and environments without other counts are deleted first. The transaction must have locked the project,
 * and no other transaction may store logs.
 * @returns false without changes if some logs of the day have been deleted
 */
export async function rebuildDay(
  sql: Sql,
  { reads, storage, sinks }: RebuildSources,
  projectId: string,
  day: number,
  storedResolution: Resolution,
  { assignRoute, now = Date.now(), extendsResolution = false, signal }: RebuildOptions,
): Promise<boolean> {
  if (!(await hasAllLogs(storage, reads, projectId, day))) return false;
  const resolution = extendsResolution
    ? await extendResolution(sql, projectId, day, storedResolution, now)
    : storedResolution;
  const nextDay = day + MINUTES_PER_DAY;
  await sql.run('DELETE FROM traffic WHERE project_id = ? AND bucket >= ? AND bucket < ?', projectId, day, nextDay);
  await sql.run('DELETE FROM log_bytes WHERE project_id = ? AND day = ?', projectId, day);
  await sql.run('DELETE FROM traffic_errors WHERE project_id = ? AND day = ?', projectId, day);
  await sql.run('DELETE FROM caller_days WHERE project_id = ? AND day = ?', projectId, day);
  await updateClosedDays(sql, projectId);
  await deleteUnusedPlaces(sql, projectId);
  for await (const stored of storage.list(projectId, { from: formatDay(day), to: formatDay(nextDay) })) {
    await passSafePoint(signal);
    const logs = assignRoute ? await assignRoutes(storage, projectId, stored, assignRoute) : stored;
    await foldDeltas(sql, projectId, [getDelta(projectId, logs)], resolution, sinks);
  }
  return true;
}

/**
 * Moves the times since which the counts by minute and by hour are complete back to a day that is counted again, within the retention. The times can
 * be too late after a deletion with a wrong clock. The counts must be complete, so a day is included only if there are no other counts between the
 * day and the known times.
 */
async function extendResolution(
  sql: Sql,
  projectId: string,
  day: number,
  { minutesSince, hoursSince }: Resolution,
  now: number,
): Promise<Resolution> {
  const countedRows = `FROM traffic WHERE project_id = ? AND grain = ${MINUTES_PER_DAY} AND endpoint = ${ALL_ENDPOINTS}`;
  const previousDay = await sql.get(`SELECT max(bucket) AS day ${countedRows} AND bucket < ?`, projectId, day);
  const firstMinute = previousDay?.day == null ? Number.NEGATIVE_INFINITY : Number(previousDay.day) + MINUTES_PER_DAY;
  const extend = async (since: number, kept: number) => {
    const start = Math.max(firstMinute, getMinute(now) - kept);
    if (start >= since) return since;
    const gap = await sql.get(
      `SELECT 1 AS one ${countedRows} AND bucket > ? AND bucket < ? LIMIT 1`,
      projectId,
      day,
      since,
    );
    return gap ? since : start;
  };
  const resolution = {
    minutesSince: await extend(minutesSince, MINUTES_KEPT),
    hoursSince: await extend(hoursSince, HOURS_KEPT),
  };
  await sql.run(
    'UPDATE traffic_state SET minutes_since = ?, hours_since = ? WHERE project_id = ?',
    resolution.minutesSince,
    resolution.hoursSince,
    projectId,
  );
  return resolution;
}

/** Deletes the endpoints and environments without counts, so that they no longer count toward the limits. */
async function deleteUnusedPlaces(sql: Sql, projectId: string): Promise<void> {
  const hasDays = `SELECT 1 FROM traffic t WHERE t.project_id = ? AND t.grain = ${MINUTES_PER_DAY}`;
  // Errors beyond the limit are counted for `{other}`, even if no requests are counted for it.
  await sql.run(
    `DELETE FROM endpoints WHERE project_id = ? AND route <> ? AND NOT EXISTS (${hasDays} AND t.endpoint = endpoints.number)`,
    projectId,
    OTHER_ROUTE,
    projectId,
  );
  await sql.run(
    `DELETE FROM traffic_environments WHERE project_id = ?
       AND NOT EXISTS (${hasDays} AND t.endpoint = 0 AND t.environment = traffic_environments.name)`,
    projectId,
    projectId,
  );
}

/** Returns the logs with newly assigned routes. Stores the routes that have changed. */
async function assignRoutes(
  storage: LogStorage,
  projectId: string,
  storedLogs: readonly StoredLog[],
  assignRoute: AssignRoute,
): Promise<CountedLog[]> {
  const changedLogs = new Map<string, RouteChange & { readonly numbers: number[] }>();
  const logs = storedLogs.map((log) => {
    const { route, routeSource } = assignRoute(log);
    if (route !== log.route || routeSource !== log.routeSource) {
      const key = `${routeSource} ${route}`;
      const change = changedLogs.get(key) ?? { route, source: routeSource, numbers: [] };
      changedLogs.set(key, change);
      change.numbers.push(log.number);
    }
    return { ...log, route, routeSource };
  });
  await storage.setRoutes(projectId, [...changedLogs.values()]);
  return logs;
}

/** Returns whether all logs that were counted for a day are still stored. */
async function hasAllLogs(storage: LogStorage, reads: TrafficReads, projectId: string, day: number): Promise<boolean> {
  const nextDay = day + MINUTES_PER_DAY;
  const storedCount = await storage.count(projectId, { from: formatDay(day), to: formatDay(nextDay) });
  const [counted] = (await reads.totals(projectId, [{ grain: MINUTES_PER_DAY, from: day, to: nextDay }], {})).values();
  return (counted?.n ?? 0) <= storedCount;
}

/** Formats the first minute of a day as a time in the stored format, clamped to the years 1 to 9999. */
export function formatDay(minute: number): string {
  const text = new Date(minute * 60_000).toISOString();
  return text.length === 24 ? text : '9999-12-31T23:59:59.999Z';
}

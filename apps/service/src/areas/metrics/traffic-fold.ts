import type { Sql } from '../../platform/database/sql.ts';
import { upsert, writeInSlices } from '../../platform/database/upsert-sql.ts';
import { MINUTES_PER_DAY, MINUTES_PER_HOUR } from '../../platform/time/minutes.ts';
import { GRAINS, type Resolution } from '../../platform/time/time-range.ts';
import { OTHER_ENDPOINT, OTHER_ROUTE } from '../logs/endpoint-name.ts';
import { parseHistogram } from '../logs/histogram.ts';
import type { DeltaDay, TrafficDelta } from '../logs/traffic-delta.ts';
import { closeDays } from './closed-days.ts';
import { assignEndpoints } from './endpoint-places.ts';
import { assignEnvironments } from './environment-places.ts';
import { foldErrors, moveErrors } from './error-fold.ts';
import { LOG_BYTES } from './tables.ts';
import { moveCounts, TrafficCells } from './traffic-cells.ts';

/** Endpoint number of the rows that count all endpoints together. */
export const ALL_ENDPOINTS = 0;
/** Adds the counts that another area derives from folded deltas, in the same transaction. */
export type DeltaSink = (sql: Sql, projectId: string, deltas: readonly TrafficDelta[]) => Promise<void>;

const WEEK_MS = 604_800_000;

/**
 * Adds deltas to the counts of a project. The transaction must have locked the project, because the function reads, changes and writes histograms.
 */
export async function foldDeltas(
  sql: Sql,
  projectId: string,
  deltas: readonly TrafficDelta[],
  resolution: Resolution,
  sinks: readonly DeltaSink[],
): Promise<void> {
  await halveUse(sql, projectId);
  const countedCells = deltas.flatMap((delta) => delta.cells);
  const endpoints = await assignEndpoints(sql, projectId, countedCells);
  const to = endpoints.getNumber(OTHER_ENDPOINT);
  for (const from of endpoints.evicted) {
    await moveErrors(sql, projectId, from, to, await moveCounts(sql, projectId, from, to));
  }
  const environments = await assignEnvironments(sql, projectId, countedCells);
  const cells = new TrafficCells();
  for (const cell of countedCells) {
    const environment = environments.has(cell.environment) ? cell.environment : OTHER_ROUTE;
    const endpoint = endpoints.getNumber(cell);
    const histogram = parseHistogram(cell.histogram);
    for (const grain of GRAINS) {
      if (grain === 1 && cell.minute < resolution.minutesSince) continue;
      if (grain === MINUTES_PER_HOUR && cell.minute < resolution.hoursSince) continue;
      const bucket = Math.floor(cell.minute / grain) * grain;
      const key = { grain, bucket, environment, clientKind: cell.caller };
      cells.add({ ...key, endpoint: ALL_ENDPOINTS }, cell, histogram);
      cells.add({ ...key, endpoint }, cell, histogram);
    }
  }
  await cells.write(sql, projectId);
  await closeDays(
    sql,
    projectId,
    countedCells.map(({ minute }) => minute),
  );
  await foldLogBytes(
    sql,
    projectId,
    deltas.flatMap(({ days = [] }) => days),
  );
  await foldErrors(
    sql,
    projectId,
    deltas.flatMap((delta) => delta.errors),
    endpoints,
  );
  for (const sink of sinks) await sink(sql, projectId, deltas);
}

async function foldLogBytes(sql: Sql, projectId: string, days: readonly DeltaDay[]): Promise<void> {
  const totals = new Map<number, number>();
  for (const { day, bytes } of days) totals.set(day, (totals.get(day) ?? 0) + bytes);
  await writeInSlices([...totals], (slice) =>
    upsert(
      sql,
      LOG_BYTES,
      slice.map(([day, bytes]) => ({ projectId, day, bytes })),
      { added: ['bytes'] },
    ),
  );
}

/**
 * Halves the use counts of all endpoints and environments once a week, so that those that are no longer requested are evicted first. A clock that is
 * ahead causes at most one halving, no matter how far it is ahead.
 */
async function halveUse(sql: Sql, projectId: string): Promise<void> {
  const week = Math.floor(Date.now() / WEEK_MS);
  const isNewWeek = await sql.run(
    'UPDATE traffic_state SET used_week = ? WHERE project_id = ? AND used_week <> ?',
    week,
    projectId,
    week,
  );
  if (isNewWeek === 0) return;
  await sql.run('UPDATE endpoints SET used = used / 2 WHERE project_id = ?', projectId);
  await sql.run('UPDATE traffic_environments SET used = used / 2 WHERE project_id = ?', projectId);
}

/** Retention of the counts by minute, in minutes. With 50 hours of counts, the last 24 hours can be compared with the previous 24 hours. */
export const MINUTES_KEPT = 50 * MINUTES_PER_HOUR;
export const HOURS_KEPT = 400 * MINUTES_PER_DAY;

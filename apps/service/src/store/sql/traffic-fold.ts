import { addHistogram, formatHistogram, type Histogram, mergeHistogram, parseHistogram } from '../traffic/histogram.ts';
import { GRAINS, type Resolution } from '../traffic/time-range.ts';
import {
  type EndpointName,
  getEndpointId,
  MAX_ENDPOINTS,
  MAX_ENVIRONMENTS,
  MAX_ERRORS_PER_DAY,
  OTHER_ROUTE,
  type TrafficCounts,
} from '../traffic/traffic.ts';
import {
  type DeltaCell,
  type DeltaDay,
  type DeltaError,
  MINUTES_PER_DAY,
  MINUTES_PER_HOUR,
  type TrafficDelta,
} from '../traffic/traffic-delta.ts';
import { addCounts } from '../traffic/traffic-totals.ts';
import { foldCallerDays } from './caller-fold.ts';
import type { Sql } from './sql.ts';
import { upsert, writeInSlices } from './upsert-sql.ts';

/** Endpoint number of the rows that count all endpoints together. */
export const ALL_ENDPOINTS = 0;
const CELL_KEY = ['grain', 'endpoint', 'bucket', 'environment', 'caller'];

type CellKey = readonly [grain: number, endpoint: number, bucket: number, environment: string, caller: string];
interface FoldedCell extends TrafficCounts {
  readonly key: CellKey;
  readonly histogram: Histogram;
}

/**
 * Adds deltas to the counts of a project. The transaction must have locked the project, because the function reads histograms and writes them back.
 */
export async function foldDeltas(
  sql: Sql,
  projectId: string,
  deltas: readonly TrafficDelta[],
  resolution: Resolution,
): Promise<void> {
  const numberOf = await createEndpointNumbers(sql, projectId, deltas);
  const environments = await listKnownEnvironments(sql, projectId, deltas);
  const cells = new Map<string, FoldedCell>();
  for (const cell of deltas.flatMap((delta) => delta.cells)) {
    const environment = environments.has(cell.environment) ? cell.environment : OTHER_ROUTE;
    const endpoint = numberOf(cell);
    const histogram = parseHistogram(cell.histogram);
    for (const grain of GRAINS) {
      if (grain === 1 && cell.minute < resolution.minutesSince) continue;
      if (grain === MINUTES_PER_HOUR && cell.minute < resolution.hoursSince) continue;
      const bucket = Math.floor(cell.minute / grain) * grain;
      addCell(cells, [grain, ALL_ENDPOINTS, bucket, environment, cell.caller], cell, histogram);
      addCell(cells, [grain, endpoint, bucket, environment, cell.caller], cell, histogram);
    }
  }
  await writeInSlices([...cells.values()], (slice) => writeCells(sql, projectId, slice));
  await foldLogBytes(
    sql,
    projectId,
    deltas.flatMap(({ days = [] }) => days),
  );
  await foldErrors(
    sql,
    projectId,
    deltas.flatMap((delta) => delta.errors),
    numberOf,
  );
  await foldCallerDays(
    sql,
    projectId,
    deltas.flatMap((delta) => delta.callerDays),
  );
}

async function foldLogBytes(sql: Sql, projectId: string, days: readonly DeltaDay[]): Promise<void> {
  const totals = new Map<number, number>();
  for (const { day, bytes } of days) totals.set(day, (totals.get(day) ?? 0) + bytes);
  await writeInSlices([...totals], (slice) =>
    upsert(
      sql,
      'log_bytes',
      ['project_id', 'day'],
      ['bytes'],
      slice.map(([day, bytes]) => [projectId, day, bytes]),
    ),
  );
}

function addCell(cells: Map<string, FoldedCell>, key: CellKey, cell: DeltaCell, histogram: Histogram): void {
  const name = getCellName(key);
  let foldedCell = cells.get(name);
  if (!foldedCell) {
    foldedCell = { key, n: 0, c2: 0, c3: 0, c4: 0, c5: 0, histogram: new Map() };
    cells.set(name, foldedCell);
  }
  addCounts(foldedCell, cell);
  addHistogram(foldedCell.histogram, histogram);
}

/** Returns a text that is unique to a key. The environment is the last part, because only environments can contain spaces. */
function getCellName([grain, endpoint, bucket, environment, caller]: CellKey): string {
  return `${grain} ${endpoint} ${bucket} ${caller} ${environment}`;
}

async function writeCells(sql: Sql, projectId: string, cells: readonly FoldedCell[]): Promise<void> {
  const castPlaceholders = 'CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT)';
  const existingRow = await sql.all(
    `SELECT ${CELL_KEY.join(', ')}, histogram FROM traffic
     WHERE project_id = ? AND (${CELL_KEY.join(', ')}) IN (VALUES ${cells.map(() => `(${castPlaceholders})`).join(', ')})`,
    projectId,
    ...cells.flatMap(({ key }) => key),
  );
  const cellsByName = new Map(cells.map((cell) => [getCellName(cell.key), cell]));
  for (const row of existingRow) {
    const { grain, endpoint, bucket, environment, caller } = row;
    const cell = cellsByName.get(
      getCellName([Number(grain), Number(endpoint), Number(bucket), String(environment), String(caller)]),
    );
    if (cell) mergeHistogram(cell.histogram, String(row.histogram));
  }
  await upsert(
    sql,
    'traffic',
    ['project_id', ...CELL_KEY],
    ['n', 'c2', 'c3', 'c4', 'c5'],
    cells.map(({ key, n, c2, c3, c4, c5, histogram }) => [
      projectId,
      ...key,
      n,
      c2,
      c3,
      c4,
      c5,
      formatHistogram(histogram),
    ]),
    ['histogram'],
  );
}

async function foldErrors(
  sql: Sql,
  projectId: string,
  errors: readonly DeltaError[],
  numberOf: (endpoint: EndpointName) => number,
): Promise<void> {
  const totals = new Map<string, { key: [number, number, number, string]; n: number }>();
  const knownOfDay = new Map<number, Set<string>>();
  for (const { n, ...error } of errors) {
    let errorsOfDay = knownOfDay.get(error.day);
    if (!errorsOfDay) {
      errorsOfDay = await listKnownErrors(sql, projectId, error.day);
      knownOfDay.set(error.day, errorsOfDay);
    }
    let key: [number, number, number, string] = [error.day, numberOf(error), error.status, error.errorCode];
    if (!errorsOfDay.has(JSON.stringify(key)) && errorsOfDay.size >= MAX_ERRORS_PER_DAY) {
      key = [error.day, numberOf({ method: '*', route: OTHER_ROUTE }), error.status, OTHER_ROUTE];
    }
    const name = JSON.stringify(key);
    errorsOfDay.add(name);
    const total = totals.get(name);
    if (total) total.n += n;
    else totals.set(name, { key, n });
  }
  await writeInSlices([...totals.values()], (slice) =>
    upsert(
      sql,
      'traffic_errors',
      ['project_id', 'day', 'endpoint', 'status', 'error_code'],
      ['n'],
      slice.map(({ key, n }) => [projectId, ...key, n]),
    ),
  );
}

async function listKnownErrors(sql: Sql, projectId: string, day: number): Promise<Set<string>> {
  const rows = await sql.all(
    'SELECT endpoint, status, error_code FROM traffic_errors WHERE project_id = ? AND day = ?',
    projectId,
    day,
  );
  return new Set(
    rows.map((row) => JSON.stringify([day, Number(row.endpoint), Number(row.status), String(row.error_code)])),
  );
}

/** Returns a function that maps endpoints to their numbers. Creates missing endpoints up to the maximum number. */
async function createEndpointNumbers(sql: Sql, projectId: string, deltas: readonly TrafficDelta[]) {
  const getName = ({ method, route }: EndpointName) => `${method} ${route}`;
  const rows = await sql.all('SELECT number, method, route FROM endpoints WHERE project_id = ?', projectId);
  const numbers = new Map(
    rows.map((row) => [getName({ method: String(row.method), route: String(row.route) }), Number(row.number)]),
  );
  const otherEndpoint = { method: '*', route: OTHER_ROUTE };
  const add = async ({ method, route }: EndpointName) => {
    const row = await sql.get(
      'INSERT INTO endpoints (project_id, id, method, route) VALUES (?, ?, ?, ?) RETURNING number',
      projectId,
      getEndpointId({ method, route }),
      method,
      route,
    );
    numbers.set(getName({ method, route }), Number(row?.number));
  };
  if (!numbers.has(getName(otherEndpoint))) await add(otherEndpoint);
  for (const endpoint of deltas.flatMap(({ cells }) => cells)) {
    if (numbers.size <= MAX_ENDPOINTS && !numbers.has(getName(endpoint))) await add(endpoint);
  }
  return (endpoint: EndpointName): number =>
    numbers.get(getName(endpoint)) ?? numbers.get(getName(otherEndpoint)) ?? ALL_ENDPOINTS;
}

/** Returns the environments that have separate counts. Adds new environments up to the maximum number. */
async function listKnownEnvironments(
  sql: Sql,
  projectId: string,
  deltas: readonly TrafficDelta[],
): Promise<Set<string>> {
  const rows = await sql.all('SELECT name FROM traffic_environments WHERE project_id = ?', projectId);
  const environmentNames = new Set(rows.map(({ name }) => String(name)));
  for (const { environment } of deltas.flatMap(({ cells }) => cells)) {
    if (environmentNames.has(environment) || environmentNames.size >= MAX_ENVIRONMENTS) continue;
    environmentNames.add(environment);
    await sql.run('INSERT INTO traffic_environments (project_id, name) VALUES (?, ?)', projectId, environment);
  }
  return environmentNames;
}

/** Retention of the counts by minute, in minutes. With 50 hours, the last 24 hours can be compared with the previous 24 hours. */
export const MINUTES_KEPT = 50 * MINUTES_PER_HOUR;
export const HOURS_KEPT = 400 * MINUTES_PER_DAY;

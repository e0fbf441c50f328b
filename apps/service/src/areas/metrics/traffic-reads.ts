import { createPlaceholders, type Sql, type SqlRow, type SqlValue } from '../../platform/database/sql.ts';
import { getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import type { RangeSegment } from '../../platform/time/time-range.ts';
import {
  type EndpointName,
  getBestSource,
  getEndpointId,
  parseRouteSource,
  type RouteSource,
} from '../logs/endpoint-name.ts';
import { HISTOGRAM_SEPARATOR, sumHistograms } from '../logs/histogram.ts';
import { type DeltaCell, parseDelta, type TrafficDelta } from '../logs/traffic-delta.ts';
import { getDurationFigures } from './metrics-reports.ts';
import type { EndpointTotal, ErrorTotal, KnownEndpoint, Traffic, TrafficFilter } from './store.ts';
import { ALL_ENDPOINTS, HOURS_KEPT, MINUTES_KEPT } from './traffic-fold.ts';
import { AGENT, addCounts, countAgents, TrafficTotals } from './traffic-totals.ts';

export type TrafficReads = Pick<
  Traffic,
  'resolution' | 'logsSince' | 'totals' | 'byEndpoint' | 'durations' | 'endpoints' | 'errors' | 'activeUsers'
>;

const COUNT_COLUMNS = 'n, c2, c3, c4, c5';
const SUM_COLUMNS = COUNT_COLUMNS.split(', ').map((name) => `sum(${name}) AS ${name}`);
/** The histograms of a group of cells in one text, because reading a row for each would take longer than adding them. */
const HISTOGRAMS_COLUMN = `string_agg(histogram, '${HISTOGRAM_SEPARATOR}') AS histograms`;
/** Maximum number of endpoints that a statement selects by id. For more endpoints, it reads the cells of all endpoints. */
const MAX_SELECTED_ENDPOINTS = 200;
const ENDPOINT_JOIN_SQL = 'JOIN endpoints e ON e.number = t.endpoint';

/**
 * Creates the functions that read counts. A single statement also reads the rows that are not folded yet, so that each request is counted exactly
 * once.
 */
export function createTrafficReads(sql: Sql): TrafficReads {
  return {
    resolution: (...args) => readResolution(sql, ...args),
    async logsSince(projectId) {
      const row = await sql.get('SELECT logs_since FROM traffic_state WHERE project_id = ?', projectId);
      return Number(row?.logs_since ?? 0);
    },
    totals: (...args) => readTotals(sql, ...args),
    byEndpoint: (...args) => readByEndpoint(sql, ...args),
    durations: (...args) => readDurations(sql, ...args),
    endpoints: (...args) => readEndpoints(sql, ...args),
    errors: (...args) => readErrors(sql, ...args),
    activeUsers: (...args) => readActiveUsers(sql, ...args),
  };
}

type ReadFunction<K extends keyof TrafficReads> = (
  sql: Sql,
  ...args: Parameters<TrafficReads[K]>
) => ReturnType<TrafficReads[K]>;

const readResolution: ReadFunction<'resolution'> = async (sql, projectId, now) => {
  const row = await sql.get('SELECT minutes_since, hours_since FROM traffic_state WHERE project_id = ?', projectId);
  return {
    minutesSince: Math.max(Number(row?.minutes_since ?? 0), getMinute(now) - MINUTES_KEPT),
    hoursSince: Math.max(Number(row?.hours_since ?? 0), getMinute(now) - HOURS_KEPT),
  };
};

const readTotals: ReadFunction<'totals'> = async (sql, projectId, segments, filter, bucket) => {
  const totals = new TrafficTotals(bucket);
  const source = createCellSource(projectId, segments, filter, `bucket, caller, ${COUNT_COLUMNS}, histogram`);
  const columns = [
    'min(bucket) AS bucket',
    ...SUM_COLUMNS,
    `sum(CASE WHEN caller = '${AGENT}' THEN n ELSE 0 END) AS agents`,
    HISTOGRAMS_COLUMN,
  ];
  const body = `${source.sql} ${bucket === undefined ? '' : 'GROUP BY bucket'} HAVING count(*) > 0`;
  const { rows, pending } = await readWithPending(sql, projectId, columns, body, source.values);
  for (const row of rows) {
    const cell = { minute: Number(row.bucket), agents: Number(row.agents), histogram: String(row.histograms) };
    totals.add({ ...cell, ...parseCounts(row) });
  }
  for (const cell of getCells(pending, segments, filter)) totals.add(countAgents(cell));
  return totals.finish();
};

const readByEndpoint: ReadFunction<'byEndpoint'> = async (sql, projectId, segments, filter, withDurations = false) => {
  const cellColumns = `endpoint, ${COUNT_COLUMNS}${withDurations ? ', histogram' : ''}`;
  const { sql: source, values } = createCellSource(projectId, segments, filter, cellColumns, 'each');
  // The rows are grouped by endpoint number, because comparing names takes longer.
  const sums = [...SUM_COLUMNS, ...(withDurations ? [HISTOGRAMS_COLUMN] : [])].join(', ');
  const body = `FROM (SELECT endpoint, ${sums} ${source} GROUP BY endpoint) t ${ENDPOINT_JOIN_SQL}`;
  const countColumns = COUNT_COLUMNS.split(', ').map((name) => `t.${name}`);
  const columns = ['e.method', 'e.route', ...countColumns, ...(withDurations ? ['t.histograms'] : [])];
  const { rows, pending } = await readWithPending(sql, projectId, columns, body, values);
  const totals = new Map<string, { readonly total: EndpointTotal; readonly texts: string[] }>();
  const add = (cell: EndpointTotal, histogram: string) => {
    const key = `${cell.method} ${cell.route}`;
    const known = totals.get(key);
    if (known) addCounts(known.total, cell);
    else totals.set(key, { total: { ...cell }, texts: [histogram] });
    known?.texts.push(histogram);
  };
  for (const row of rows) add({ ...parseName(row), ...parseCounts(row) }, String(row.histograms));
  for (const { method, route, n, c2, c3, c4, c5, histogram } of getCells(pending, segments, filter)) {
    add({ method, route, n, c2, c3, c4, c5 }, histogram);
  }
  return [...totals.values()].map(({ total, texts }) =>
    withDurations ? { ...total, durations: getDurationFigures(sumHistograms(texts)) } : total,
  );
};

const readDurations: ReadFunction<'durations'> = async (sql, projectId, segments, filter, endpoints) => {
  const texts = new Map(endpoints.map(({ method, route }) => [`${method} ${route}`, [] as string[]]));
  if (endpoints.length > 0) {
    // A statement has a limited number of placeholders, and each segment repeats them.
    const ids = endpoints.length > MAX_SELECTED_ENDPOINTS ? 'each' : endpoints.map(getEndpointId);
    const { sql: source, values } = createCellSource(projectId, segments, filter, 'endpoint, histogram', ids);
    const columns = ['e.method', 'e.route', 't.histograms'];
    const body = `FROM (SELECT endpoint, ${HISTOGRAMS_COLUMN} ${source} GROUP BY endpoint) t ${ENDPOINT_JOIN_SQL}`;
    const { rows, pending } = await readWithPending(sql, projectId, columns, body, values);
    const add = ({ method, route }: EndpointName, text: string) => texts.get(`${method} ${route}`)?.push(text);
    for (const row of rows) add(parseName(row), String(row.histograms));
    for (const cell of getCells(pending, segments, filter)) add(cell, cell.histogram);
  }
  return endpoints.map(({ method, route }) => sumHistograms(texts.get(`${method} ${route}`) ?? []));
};

const readEndpoints: ReadFunction<'endpoints'> = async (sql, projectId) => {
  const { rows, pending } = await readWithPending(
    sql,
    projectId,
    ['method', 'route', 'source'],
    'FROM endpoints WHERE project_id = ?',
    [projectId],
  );
  const endpoints = new Map<string, KnownEndpoint>();
  const add = ({ method, route }: EndpointName, source: RouteSource | undefined) => {
    const key = `${method} ${route}`;
    endpoints.set(key, { method, route, source: getBestSource(endpoints.get(key)?.source, source) });
  };
  for (const row of rows) add(parseName(row), parseRouteSource(String(row.source)));
  for (const cell of pending.flatMap((delta) => delta.cells)) add(cell, cell.source);
  return [...endpoints.values()];
};

const readErrors: ReadFunction<'errors'> = async (sql, projectId, { from, to }, endpoint) => {
  const body = `FROM traffic_errors t JOIN endpoints e ON e.number = t.endpoint
    WHERE t.project_id = ? AND t.day >= ? AND t.day < ?${endpoint ? ' AND e.method = ? AND e.route = ?' : ''}
    GROUP BY e.method, e.route, t.status, t.error_code`;
  const columns = ['e.method', 'e.route', 't.status', 't.error_code', 'sum(t.n) AS n'];
  const values = [projectId, from, to, ...(endpoint ? [endpoint.method, endpoint.route] : [])];
  const { rows, pending } = await readWithPending(sql, projectId, columns, body, values);
  const totals = new Map<string, ErrorTotal>();
  const add = (error: ErrorTotal) => {
    const key = JSON.stringify([error.method, error.route, error.status, error.errorCode]);
    const total = totals.get(key);
    if (total) total.n += error.n;
    else totals.set(key, { ...error });
  };
  for (const row of rows) {
    add({ ...parseName(row), status: Number(row.status), errorCode: String(row.error_code), n: Number(row.n) });
  }
  for (const { day, method, route, status, errorCode, n } of pending.flatMap((delta) => delta.errors)) {
    const isIncluded = !endpoint || (endpoint.method === method && endpoint.route === route);
    if (isIncluded && day >= from && day < to) add({ method, route, status, errorCode, n });
  }
  return [...totals.values()];
};

const readActiveUsers: ReadFunction<'activeUsers'> = async (sql, projectId, { from, to }) => {
  const body = 'FROM caller_days WHERE project_id = ? AND day >= ? AND day < ? GROUP BY caller';
  const { rows, pending } = await readWithPending(sql, projectId, ['caller'], body, [projectId, from, to]);
  const days = pending.flatMap((delta) => delta.callerDays).filter(({ day }) => day >= from && day < to);
  return new Set([...rows.map((row) => String(row.caller)), ...days.map(({ caller }) => caller)]).size;
};

/** Runs a query whose source contains the pending deltas of the project as additional rows. All other columns of these rows are null. */
export async function readWithPending(
  sql: Sql,
  projectId: string,
  columns: readonly string[],
  body: string,
  values: readonly SqlValue[],
) {
  const nullColumns = columns.map((column) => (/ AS (\w+)$/.exec(column)?.[1] ?? column).replace(/^\w\./, ''));
  const rows = await sql.all(
    `SELECT ${columns.join(', ')}, NULL AS delta ${body}
     UNION ALL SELECT ${nullColumns.map((name) => `NULL AS ${name}`).join(', ')}, delta FROM traffic_pending WHERE project_id = ?`,
    ...values,
    projectId,
  );
  return {
    rows: rows.filter(({ delta }) => delta === null),
    pending: rows.flatMap(({ delta }) => (delta === null ? [] : [parseDelta(String(delta))])),
  };
}

/**
 * Returns the FROM clause for the cells of the segments.
 * @param endpoints ids of the endpoints to read, `all` for the sum of all endpoints, or `each` for every endpoint
 */
function createCellSource(
  projectId: string,
  segments: readonly RangeSegment[],
  { endpoint, environment, clientKind }: TrafficFilter,
  columns: string,
  endpoints: readonly string[] | 'all' | 'each' = 'all',
): { sql: string; values: SqlValue[] } {
  const ids = endpoint ? [getEndpointId(endpoint)] : endpoints;
  const conditions = ['project_id = ?', 'grain = ?', 'bucket >= ?', 'bucket < ?'];
  const values: SqlValue[] = [];
  if (ids === 'all') conditions.push(`endpoint = ${ALL_ENDPOINTS}`);
  // With the numbers, the primary key finds the range of each endpoint. Without them, it would scan the whole history of every endpoint.
  else if (ids === 'each') {
    conditions.push('endpoint IN (SELECT number FROM endpoints WHERE project_id = ?)');
    values.push(projectId);
  } else {
    conditions.push(
      `endpoint IN (SELECT number FROM endpoints WHERE project_id = ? AND id IN (${createPlaceholders(ids.length)}))`,
    );
    values.push(projectId, ...ids);
  }
  if (environment !== undefined) {
    conditions.push('environment = ?');
    values.push(environment);
  }
  if (clientKind !== undefined) {
    conditions.push('caller = ?');
    values.push(clientKind);
  }
  // There is one query per segment, so that each query scans an index.
  const select = `SELECT ${columns} FROM traffic WHERE ${conditions.join(' AND ')}`;
  const emptySource = `SELECT ${columns} FROM traffic WHERE 1 = 0`;
  return {
    sql: `FROM (${segments.length === 0 ? emptySource : segments.map(() => select).join(' UNION ALL ')}) t`,
    values: segments.flatMap(({ grain, from, to }) => [projectId, grain, from, to, ...values]),
  };
}

/** Returns the cells of the segments that are not folded yet. */
function getCells(
  pending: readonly TrafficDelta[],
  segments: readonly RangeSegment[],
  { endpoint, environment, clientKind }: TrafficFilter,
): DeltaCell[] {
  return pending
    .flatMap(({ cells }) => cells)
    .filter(
      (cell) =>
        segments.some(({ from, to }) => cell.minute >= from && cell.minute < to) &&
        (!endpoint || (endpoint.method === cell.method && endpoint.route === cell.route)) &&
        (environment === undefined || environment === cell.environment) &&
        (clientKind === undefined || clientKind === cell.caller),
    );
}

function parseCounts(row: SqlRow) {
  return { n: Number(row.n), c2: Number(row.c2), c3: Number(row.c3), c4: Number(row.c4), c5: Number(row.c5) };
}

function parseName(row: SqlRow): EndpointName {
  return { method: String(row.method), route: String(row.route) };
}

/** Extends a range to whole days. */
export function extendToWholeDays(from: number, to: number) {
  return {
    from: Math.floor(from / MINUTES_PER_DAY) * MINUTES_PER_DAY,
    to: Math.ceil(to / MINUTES_PER_DAY) * MINUTES_PER_DAY,
  };
}

import { getExisting } from '@context-sync/base';
import type { Sql, SqlRow } from '../../platform/database/sql.ts';
import { getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import {
  type EndpointName,
  getBestSource,
  getEndpointId,
  parseRouteSource,
  type RouteSource,
} from '../logs/endpoint-name.ts';
import { HISTOGRAM_SEPARATOR } from '../logs/histogram.ts';
import { type CellQuery, CellReader } from './cell-reader.ts';
import { getKeptFigures } from './closed-days.ts';
import { PendingReader } from './pending-counts.ts';
import type { DurationFigures, EndpointTotal, ErrorTotal, KnownEndpoint, Traffic } from './store.ts';
import { HOURS_KEPT, MINUTES_KEPT } from './traffic-fold.ts';
import { AGENT, addCounts, countAgents, Durations, TrafficTotals } from './traffic-totals.ts';

export type TrafficReads = Pick<
  Traffic,
  'resolution' | 'logsSince' | 'totals' | 'byEndpoint' | 'durations' | 'endpoints' | 'errors' | 'activeUsers'
>;

const COUNT_COLUMNS = 'n, c2, c3, c4, c5';
const SUM_COLUMNS = COUNT_COLUMNS.split(', ').map((name) => `sum(${name}) AS ${name}`);
/**
 * SQL aggregate that joins the histograms of a group of cells into one text, because reading one row per histogram would take longer than adding the
 * histograms.
 */
const HISTOGRAMS_COLUMN = `string_agg(histogram, '${HISTOGRAM_SEPARATOR}') AS histograms`;
/** Maximum number of endpoints that a statement selects by id. For more endpoints, the statement reads the cells of all endpoints. */
const MAX_SELECTED_ENDPOINTS = 200;

/**
 * Creates the functions that read counts. A single statement also reads the rows that are not folded yet, so that each request is counted exactly
 * once.
 */
export function createTrafficReads(sql: Sql): TrafficReads {
  const pendingReader = new PendingReader(sql);
  const cells = new CellReader(sql, pendingReader);
  return {
    resolution: (...args) => readResolution(sql, ...args),
    async logsSince(projectId) {
      const row = await sql.get('SELECT logs_since FROM traffic_state WHERE project_id = ?', projectId);
      return Number(row?.logs_since ?? 0);
    },
    totals: (...args) => readTotals(cells, ...args),
    byEndpoint: (...args) => readByEndpoint(cells, ...args),
    durations: (...args) => readDurations(cells, ...args),
    endpoints: (...args) => readEndpoints(pendingReader, ...args),
    errors: (...args) => readErrors(pendingReader, ...args),
    activeUsers: (...args) => readActiveUsers(pendingReader, ...args),
  };
}

type ReadFunction<Source, K extends keyof TrafficReads> = (
  source: Source,
  ...args: Parameters<TrafficReads[K]>
) => ReturnType<TrafficReads[K]>;

const readResolution: ReadFunction<Sql, 'resolution'> = async (sql, projectId, now) => {
  const row = await sql.get('SELECT minutes_since, hours_since FROM traffic_state WHERE project_id = ?', projectId);
  return {
    minutesSince: Math.max(Number(row?.minutes_since ?? 0), getMinute(now) - MINUTES_KEPT),
    hoursSince: Math.max(Number(row?.hours_since ?? 0), getMinute(now) - HOURS_KEPT),
  };
};

const readTotals: ReadFunction<CellReader, 'totals'> = async (cells, projectId, segments, filter, bucket) => {
  const totals = new TrafficTotals(bucket);
  const { rows, pending } = await cells.read(projectId, segments, filter, {
    columns: [
      'min(bucket) AS bucket',
      ...SUM_COLUMNS,
      `sum(CASE WHEN caller = '${AGENT}' THEN n ELSE 0 END) AS agents`,
      HISTOGRAMS_COLUMN,
    ],
    cellColumns: `bucket, caller, ${COUNT_COLUMNS}, histogram`,
    createBody: (source) => `${source} ${bucket === undefined ? '' : 'GROUP BY bucket'} HAVING count(*) > 0`,
  });
  for (const row of rows) {
    const cell = { minute: Number(row.bucket), agents: Number(row.agents), histogram: String(row.histograms) };
    totals.add({ ...cell, ...parseCounts(row), durations: getKeptFigures(row) });
  }
  for (const cell of pending) totals.add(countAgents(cell));
  return totals.finish();
};

/** Returns a query for the sums of endpoints. The cells are grouped by endpoint number, because comparing names takes longer. */
function createEndpointQuery(
  sums: readonly string[],
  cellColumns: string,
  endpoints: readonly string[] | 'each',
): CellQuery {
  const names = sums.map((sum) => sum.replace(/^.* AS /, 't.'));
  return {
    columns: ['e.method', 'e.route', ...names],
    cellColumns: `endpoint, ${cellColumns}`,
    createBody: (source) =>
      `FROM (SELECT endpoint, ${sums.join(', ')} ${source} GROUP BY endpoint) t JOIN endpoints e ON e.number = t.endpoint`,
    endpoints,
  };
}

const readByEndpoint: ReadFunction<CellReader, 'byEndpoint'> = async (
  cells,
  projectId,
  segments,
  filter,
  withDurations = false,
) => {
  const query = withDurations
    ? createEndpointQuery([...SUM_COLUMNS, HISTOGRAMS_COLUMN], `${COUNT_COLUMNS}, histogram`, 'each')
    : createEndpointQuery(SUM_COLUMNS, COUNT_COLUMNS, 'each');
  const { rows, pending } = await cells.read(projectId, segments, filter, query);
  const totals = new Map<string, { readonly total: EndpointTotal; readonly durations: Durations }>();
  const add = (cell: EndpointTotal, histogram: string, figures?: DurationFigures) => {
    const key = `${cell.method} ${cell.route}`;
    let knownTotal = totals.get(key);
    if (knownTotal) addCounts(knownTotal.total, cell);
    else {
      knownTotal = { total: { ...cell }, durations: new Durations() };
      totals.set(key, knownTotal);
    }
    knownTotal.durations.add(histogram, figures);
  };
  for (const row of rows) add({ ...parseName(row), ...parseCounts(row) }, String(row.histograms), getKeptFigures(row));
  for (const { method, route, n, c2, c3, c4, c5, histogram } of pending) {
    add({ method, route, n, c2, c3, c4, c5 }, histogram);
  }
  return [...totals.values()].map(({ total, durations }) =>
    withDurations ? { ...total, durations: durations.getFigures() } : total,
  );
};

const readDurations: ReadFunction<CellReader, 'durations'> = async (cells, projectId, segments, filter, endpoints) => {
  const durations = new Map(endpoints.map(({ method, route }) => [`${method} ${route}`, new Durations()]));
  if (endpoints.length > 0) {
    // A statement has a limited number of placeholders, and each segment repeats them.
    const ids = endpoints.length > MAX_SELECTED_ENDPOINTS ? 'each' : endpoints.map(getEndpointId).sort();
    const query = createEndpointQuery([HISTOGRAMS_COLUMN], 'histogram', ids);
    const { rows, pending } = await cells.read(projectId, segments, filter, query);
    const find = ({ method, route }: EndpointName) => durations.get(`${method} ${route}`);
    for (const row of rows) find(parseName(row))?.add(String(row.histograms), getKeptFigures(row));
    for (const cell of pending) find(cell)?.add(cell.histogram);
  }
  return endpoints.map(({ method, route }) => getExisting(durations, `${method} ${route}`).getFigures());
};

const readEndpoints: ReadFunction<PendingReader, 'endpoints'> = async (reader, projectId) => {
  const { rows, pending } = await reader.read(
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

const readErrors: ReadFunction<PendingReader, 'errors'> = async (reader, projectId, { from, to }, endpoint) => {
  const body = `FROM traffic_errors t JOIN endpoints e ON e.number = t.endpoint
    WHERE t.project_id = ? AND t.day >= ? AND t.day < ?${endpoint ? ' AND e.method = ? AND e.route = ?' : ''}
    GROUP BY e.method, e.route, t.status, t.error_code`;
  const columns = ['e.method', 'e.route', 't.status', 't.error_code', 'sum(t.n) AS n'];
  const values = [projectId, from, to, ...(endpoint ? [endpoint.method, endpoint.route] : [])];
  const { rows, pending } = await reader.read(projectId, columns, body, values);
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

const readActiveUsers: ReadFunction<PendingReader, 'activeUsers'> = async (reader, projectId, { from, to }) => {
  const body = 'FROM caller_days WHERE project_id = ? AND day >= ? AND day < ? GROUP BY caller';
  const { rows, pending } = await reader.read(projectId, ['caller'], body, [projectId, from, to]);
  const days = pending.flatMap((delta) => delta.callerDays).filter(({ day }) => day >= from && day < to);
  return new Set([...rows.map((row) => String(row.caller)), ...days.map(({ caller }) => caller)]).size;
};

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

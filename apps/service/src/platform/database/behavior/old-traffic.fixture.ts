import { RouteMatcher } from '@context-sync/openapi';
import { expect } from 'vitest';
import { createRouteAssigner } from '../../../areas/api-description/assign-route.ts';
import { getEndpointId, OTHER_ENDPOINT, UNMATCHED_ROUTE } from '../../../areas/logs/endpoint-name.ts';
import { foldTraffic, rebuildTraffic } from '../../../areas/metrics/fold-traffic.ts';
import type { ServiceStore } from '../../../areas.ts';
import { LOG } from '../../../testing/service.fixture.ts';
import { getMinute } from '../../time/minutes.ts';
import { getSegments } from '../../time/time-range.ts';

export const OLD_PROJECT = 'prj_1';
const DAY = Date.UTC(2026, 2, 1) / 60_000;
const DAY_BEFORE = DAY - 1_440;
const MAX_OLD_ENDPOINTS = 2_000;
const MAX_OLD_ENVIRONMENTS = 20;
const MAX_OLD_ERRORS = 1_000;
/** Day whose logs have been deleted, so that only the counts remain. */
const DAY_WITHOUT_LOGS = DAY - 30 * 1_440;
const EVER = { from: getMinute('2020-01-01T00:00:00Z'), to: getMinute('2030-01-01T00:00:00Z') };
const OTHER_NUMBER = 1;

interface OldLog {
  readonly route: string;
  readonly url?: string;
  readonly status: number;
  readonly environment?: string;
  readonly errorCode?: string;
  readonly day?: number;
}

/** Requests for made-up paths, which filled the lists of endpoints, environments and errors of the first day. */
const INVENTED: readonly OldLog[] = Array.from({ length: MAX_OLD_ENDPOINTS }, (_, index) => ({
  route: `/wp-${index}`,
  status: 404,
  environment: `e${index < MAX_OLD_ENVIRONMENTS ? index : 0}`,
  errorCode: `c${index % MAX_OLD_ERRORS}`,
}));
/** Later requests, which were counted together as `{other}`. */
const KNOWN: readonly OldLog[] = [
  ...Array.from({ length: 5 }, () => ({ route: '/orders/{orderId}', url: '/orders/1', status: 200 })),
  { route: '/orders/{orderId}', url: '/orders/1', status: 500, errorCode: 'failed' },
  // The path has no parameter, so only the OpenAPI document distinguishes it from the path of a URL.
  { route: '/pets', status: 404, errorCode: 'no_pets' },
  { route: '/health', status: 200, environment: 'production' },
  { route: '/health', status: 200, environment: 'production', day: DAY_BEFORE },
];

/** Returns the rows that the older version stored for these logs. It counted the first names separately, so made-up names reached all limits. */
function createInserts(): string[] {
  const at = "'2026-01-01T00:00:00.000Z'";
  const text = (value: string) => `'${value}'`;
  const inserts = [
    `INSERT INTO projects (id, slug, name, created_at) VALUES ('${OLD_PROJECT}', 'octo-api', 'Octo', ${at})`,
    `INSERT INTO traffic_state (project_id, minutes_since, hours_since) VALUES ('${OLD_PROJECT}', 0, 0)`,
  ];
  const insert = (table: string, columns: string, rows: readonly string[]) =>
    rows.length === 0 ||
    inserts.push(`INSERT INTO ${table} (${columns}) VALUES ${rows.map((row) => `(${row})`).join(', ')}`);
  const endpoints = [OTHER_ENDPOINT, ...INVENTED.map(({ route }) => ({ method: 'GET', route }))];
  insert(
    'endpoints',
    'number, project_id, id, method, route',
    endpoints.map(
      (name, index) =>
        `${index + OTHER_NUMBER}, '${OLD_PROJECT}', '${getEndpointId(name)}', '${name.method}', '${name.route}'`,
    ),
  );
  const environments = Array.from({ length: MAX_OLD_ENVIRONMENTS }, (_, index) => `e${index}`);
  insert(
    'traffic_environments',
    'project_id, name',
    environments.map((name) => `'${OLD_PROJECT}', '${name}'`),
  );
  const logs = [...INVENTED, ...KNOWN];
  insert(
    'logs',
    'id, project_id, status, method, url, timestamp, route, error_code, environment, request, response',
    logs.map(({ route, url = route, status, environment = 'staging', errorCode, day = DAY }, index) =>
      [
        text(`log_${index}`),
        text(OLD_PROJECT),
        status,
        text('GET'),
        text(`https://api.example.com${url}`),
        text(new Date(day * 60_000).toISOString()),
        text(route),
        errorCode === undefined ? 'NULL' : text(errorCode),
        text(environment),
        "'null', 'null'",
      ].join(', '),
    ),
  );
  const cells = new Map<string, { n: number; c2: number; c4: number; c5: number }>();
  const errors = new Map<string, number>();
  const addCell = (key: string, status: number) => {
    const counts = cells.get(key) ?? { n: 0, c2: 0, c4: 0, c5: 0 };
    cells.set(key, counts);
    counts.n += 1;
    if (status < 300) counts.c2 += 1;
    else if (status < 500) counts.c4 += 1;
    else counts.c5 += 1;
  };
  const countLog = ({ status, environment = 'staging', errorCode, day = DAY }: OldLog, number: number) => {
    const name = environments.includes(environment) ? environment : '{other}';
    for (const grain of [1, 60, 1_440]) {
      for (const endpoint of [0, number])
        addCell(`'${OLD_PROJECT}', ${grain}, ${endpoint}, ${day}, '${name}', ''`, status);
    }
    if (status < 400) return;
    const [endpoint, code] = errors.size < MAX_OLD_ERRORS ? [number, errorCode ?? ''] : [OTHER_NUMBER, '{other}'];
    const key = `'${OLD_PROJECT}', ${day}, ${endpoint}, ${status}, '${code}'`;
    errors.set(key, (errors.get(key) ?? 0) + 1);
  };
  for (const [index, log] of INVENTED.entries()) countLog(log, index + OTHER_NUMBER + 1);
  for (const log of KNOWN) countLog(log, OTHER_NUMBER);
  countLog({ route: '', status: 404, environment: 'e0', day: DAY_WITHOUT_LOGS }, OTHER_NUMBER + 1);
  insert(
    'traffic',
    'project_id, grain, endpoint, bucket, environment, caller, n, c2, c3, c4, c5, histogram',
    [...cells].map(([key, { n, c2, c4, c5 }]) => `${key}, ${n}, ${c2}, 0, ${c4}, ${c5}, ''`),
  );
  insert(
    'traffic_errors',
    'project_id, day, endpoint, status, error_code, n',
    [...errors].map(([key, n]) => `${key}, ${n}`),
  );
  return inserts;
}

/** SQL that inserts the logs and counts of a project in the format of an older version. Made-up names had reached the limits of the project. */
export const INSERT_FILLED_TRAFFIC = createInserts().join(';\n');

const matcher = new RouteMatcher({ basePaths: [], operations: [{ method: 'GET', path: '/pets' }] });
/** Assigns stored logs to endpoints again, with an OpenAPI document that contains `/pets`. */
export const assignOldRoute = createRouteAssigner(matcher);

async function readCounts(store: ServiceStore) {
  const [total] = [...(await store.traffic.totals(OLD_PROJECT, getSegments(EVER), {})).values()];
  const endpoints = await store.traffic.byEndpoint(OLD_PROJECT, getSegments(EVER), {});
  for (const column of ['n', 'c2', 'c4', 'c5'] as const) {
    expect(endpoints.reduce((sum, each) => sum + each[column], 0)).toBe(total?.[column]);
  }
  return { total: total?.n, endpoints: new Map(endpoints.map(({ route, n }) => [route, n])) };
}

/** Checks that a known endpoint is counted separately although the limits are reached, before the counts are rebuilt from logs. */
export async function expectPlaceForKnown(store: ServiceStore): Promise<void> {
  const before = await readCounts(store);
  expect(before.total).toBe(INVENTED.length + KNOWN.length + 1);
  await store.logs.addAll(
    OLD_PROJECT,
    ['sent', 'documented'].map((routeSource) => ({
      ...LOG,
      route: `/new/${routeSource}`,
      routeSource: routeSource === 'sent' ? ('sent' as const) : ('documented' as const),
      timestamp: new Date(DAY * 60_000).toISOString(),
    })),
  );
  await foldTraffic(store);
  const { total, endpoints } = await readCounts(store);
  expect([total, endpoints.get('/new/sent'), endpoints.get('/new/documented')]).toEqual([
    INVENTED.length + KNOWN.length + 3,
    1,
    1,
  ]);
}

/** Rebuilds the counts from logs, and checks that the made-up names are deleted, that the known names are counted separately, and that no request is lost. */
export async function expectHealed(store: ServiceStore, addedLogs: number): Promise<void> {
  expect(await rebuildTraffic(store, OLD_PROJECT, { assignRoute: assignOldRoute })).toBe(2);
  const { total, endpoints } = await readCounts(store);
  expect(total).toBe(INVENTED.length + KNOWN.length + 1 + addedLogs);
  expect(endpoints.get(UNMATCHED_ROUTE)).toBe(INVENTED.length);
  expect(endpoints.get('/orders/{orderId}')).toBe(6);
  expect(endpoints.get('/pets')).toBe(1);
  expect(endpoints.get('/health')).toBe(2);
  // The counts of the day whose logs are deleted remain. The endpoint was evicted, because it was the least used one when another endpoint was added.
  expect([endpoints.get('/wp-0'), endpoints.get(OTHER_ENDPOINT.route)]).toEqual([undefined, 1]);
  expect((await store.traffic.endpoints(OLD_PROJECT)).length).toBeLessThan(10);
  const errors = await store.traffic.errors(OLD_PROJECT, EVER);
  expect(errors.find(({ errorCode }) => errorCode === 'failed')).toMatchObject({ route: '/orders/{orderId}', n: 1 });
  for (const [environment, n] of [
    ['production', 2],
    ['staging', 7],
  ] as const) {
    const found = await store.traffic.totals(OLD_PROJECT, getSegments(EVER), { environment });
    expect([...found.values()][0]?.n, environment).toBeGreaterThanOrEqual(n);
  }
  const { items } = await store.logs.search(OLD_PROJECT, { route: UNMATCHED_ROUTE }, { limit: 10 });
  expect(items).toHaveLength(10);
}

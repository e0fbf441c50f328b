import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody, LOG, openService, projectPath } from '../../testing/service.fixture.ts';
import { getEndpointId } from '../logs/endpoint-name.ts';
import { pruneTraffic } from '../maintenance/retention.ts';
import { foldTraffic } from './fold-traffic.ts';
import { MIN_TIMED_REQUESTS } from './top-endpoints.ts';

const NOW = Date.UTC(2026, 5, 15, 12, 30);
const HOUR_MS = 3_600_000;
const getTimeAgo = (hours: number) => new Date(NOW - hours * HOUR_MS).toISOString();

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const PET = { ...LOG, status: 200, errorCode: null, durationMs: 10, timestamp: getTimeAgo(1) };
const ORDER = { ...PET, method: 'POST', route: '/orders', durationMs: 200 };
const LOGS = [
  ...Array.from({ length: 6 }, () => PET),
  { ...PET, status: 404, errorCode: 'no_such_pet', groupEmail: 'TEAM@example.com' },
  { ...PET, userAgent: 'claude-code/2.1', environment: 'staging' },
  { ...ORDER, groupEmail: 'other@example.com' },
  { ...ORDER, status: 500, errorCode: null },
  // The log is from the previous day.
  { ...PET, timestamp: getTimeAgo(30) },
  { ...ORDER, timestamp: getTimeAgo(30) },
  { ...ORDER, timestamp: getTimeAgo(30) },
];

async function open(folded: boolean) {
  const service = await openService();
  const text = LOGS.map((log) => JSON.stringify(log)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  expect((await service.sendRequest('POST', projectPath('/logs-batch'), { text, headers })).status).toBe(201);
  if (folded) await foldTraffic(service.store);
  const get = async (path: string) => {
    const { status, body } = await service.sendRequest('GET', projectPath(`/metrics${path}`));
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const refuse = async (path: string) => {
    const response = await service.sendRequest<{ error: { message: string } }>('GET', projectPath(`/metrics${path}`));
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    return response.body.error.message;
  };
  return { ...service, get, refuse };
}

describe.each([
  ['that were just stored', false],
  ['that are already aggregated', true],
])('the metrics of logs %s', (_name, folded) => {
  it('the metrics summary covers the requested period and the previous one', async () => {
    const { get } = await open(folded);
    expect(await get('/summary')).toEqual({
      since: '2026-06-14T12:30:00.000Z',
      until: '2026-06-15T12:31:00.000Z',
      requests: 10,
      status2xx: 8,
      status3xx: 0,
      status4xx: 1,
      status5xx: 1,
      errorRate: 0.2,
      p50Ms: expect.closeTo(10, 0),
      p95Ms: expect.closeTo(200, -1),
      p99Ms: expect.closeTo(200, -1),
      agentShare: 0.1,
      activeUsers: 2,
      previous: expect.objectContaining({ since: '2026-06-13T12:29:00.000Z', requests: 3, errorRate: 0 }),
    });
    expect(await get('/summary?environment=staging')).toMatchObject({ requests: 1, agentShare: 1 });
    expect(await get('/summary?caller=agent&since=2026-06-15T11:00:00Z')).toMatchObject({ requests: 1 });
    expect(await get('/summary?since=-5m')).toMatchObject({ requests: 0, errorRate: null, p95Ms: null });
  });

  it('the metrics time series contains a point for every time bucket', async () => {
    const { get } = await open(folded);
    const hours = (await get('/timeseries')) as { interval: string; points: { at: string; requests: number }[] };
    expect(hours.interval).toBe('hour');
    expect(hours.points.map(({ at }) => at)).toEqual(
      Array.from({ length: 25 }, (_, hour) => new Date(Date.UTC(2026, 5, 14, 12 + hour)).toISOString()),
    );
    expect(hours.points.map(({ requests }) => requests)).toEqual([...Array(23).fill(0), 10, 0]);
    const orders = await get('/timeseries?interval=day&since=-2d&method=post&route=/orders');
    expect(orders).toMatchObject({
      since: '2026-06-13T00:00:00.000Z',
      until: '2026-06-16T00:00:00.000Z',
      points: [{ requests: 0, p50Ms: null }, { requests: 2 }, { requests: 2, status5xx: 1 }],
    });
    expect((await get('/timeseries?since=-2h')) as object).toMatchObject({ interval: 'minute' });
    expect((await get('/timeseries?since=-90d')) as object).toMatchObject({ interval: 'day' });
  });

  it('metrics sort the endpoints by requests, errors, durations and change', async () => {
    const { get } = await open(folded);
    const top = (await get('/top-endpoints')) as { endpoints: object[] };
    expect(top.endpoints).toEqual([
      {
        endpointId: getEndpointId(PET),
        method: 'GET',
        route: '/pets/{petId}',
        operationId: null,
        requests: 8,
        status2xx: 7,
        status3xx: 0,
        status4xx: 1,
        status5xx: 0,
        errorRate: 0.125,
        p50Ms: expect.closeTo(10, 0),
        p95Ms: expect.closeTo(10, 0),
        p99Ms: expect.closeTo(10, 0),
        share: 0.8,
        change: 7,
        previousP95Ms: expect.closeTo(10, 0),
        p95Change: null,
      },
      expect.objectContaining({ route: '/orders', requests: 2, errorRate: 0.5, share: 0.2, change: 0 }),
    ]);
    for (const [sort, first] of [
      ['errors', '/pets/{petId}'],
      ['errorRate', '/orders'],
      ['p95', '/orders'],
      ['change', '/pets/{petId}'],
    ]) {
      expect(await get(`/top-endpoints?sort=${sort}&limit=1`)).toMatchObject({ endpoints: [{ route: first }] });
    }
  });

  it('metrics sort the endpoints by slowdown, and omit endpoints with too few requests for a comparison', async () => {
    const { sendRequest, store, get } = await open(false);
    const createLines = (route: string, requests: number, age: number, durationMs: number | null) =>
      Array.from({ length: requests }, () => JSON.stringify({ ...PET, route, durationMs, timestamp: getTimeAgo(age) }));
    const lines = [
      // The first three endpoints have enough requests. The slowest endpoint did not get slower.
      ...[...createLines('/slower', 60, 1, 300), ...createLines('/slower', 60, 30, 100)],
      ...[...createLines('/slow', 60, 1, 5_000), ...createLines('/slow', 60, 30, 5_000)],
      ...[...createLines('/faster', 60, 1, 10), ...createLines('/faster', 60, 30, 100)],
      // These endpoints have too few requests with a duration in one of the periods.
      ...[...createLines('/rare', MIN_TIMED_REQUESTS - 1, 1, 9_000), ...createLines('/rare', 60, 30, 1)],
      ...[...createLines('/rare-before', 60, 1, 9_000), ...createLines('/rare-before', MIN_TIMED_REQUESTS - 1, 30, 1)],
      ...[...createLines('/untimed', 60, 1, null), ...createLines('/untimed', 60, 30, 1)],
      ...createLines('/new', 60, 1, 9_000),
    ];
    const headers = { 'content-type': 'application/x-ndjson' };
    await sendRequest('POST', projectPath('/logs-batch'), { text: lines.join('\n'), headers });
    if (folded) await foldTraffic(store);
    const { endpoints } = (await get('/top-endpoints?sort=p95Change')) as {
      endpoints: { route: string; previousP95Ms: number | null; p95Change: number | null }[];
    };
    const endpointsByRoute = new Map(endpoints.map((each) => [each.route, each]));
    expect(endpoints.slice(0, 3).map(({ route }) => route)).toEqual(['/slower', '/slow', '/faster']);
    expect(endpoints.slice(0, 3).map(({ p95Change }) => p95Change)).toEqual([
      expect.closeTo(2, 0),
      0,
      expect.closeTo(-0.9, 1),
    ]);
    for (const route of ['/rare', '/rare-before', '/untimed', '/new'])
      expect(endpointsByRoute.get(route)?.p95Change, route).toBeNull();
    expect(endpointsByRoute.get('/untimed')?.previousP95Ms).toBeCloseTo(1, 0);
    expect(endpointsByRoute.get('/new')?.previousP95Ms).toBeNull();
  });

  it('the metrics list the errors of one endpoint and of all endpoints', async () => {
    const { sendRequest, get } = await open(folded);
    expect(await get(`/endpoints/${getEndpointId(ORDER)}`)).toMatchObject({
      method: 'POST',
      requests: 2,
      change: 0,
      errors: [{ status: 500, errorCode: null, requests: 1 }],
    });
    expect(await sendRequest('GET', projectPath('/metrics/endpoints/ep_0'))).toMatchObject(errorBody(404, 'not_found'));
    expect(await get('/errors')).toMatchObject({
      since: '2026-06-14T00:00:00.000Z',
      errors: [
        { route: '/pets/{petId}', status: 404, errorCode: 'no_such_pet', requests: 1 },
        { route: '/orders', status: 500, errorCode: null, requests: 1 },
      ],
    });
  });
});

describe('a metrics time series that reads logs', () => {
  it('a time series that reads logs can filter by user and by status class, together with the other filters', async () => {
    const { get } = await open(true);
    const count = async (query: string) => {
      const { points } = (await get(`/timeseries?interval=day&since=-2d&${query}`)) as {
        points: { requests: number }[];
      };
      return points.map(({ requests }) => requests);
    };
    expect(await count('groupEmail=team@EXAMPLE.com')).toEqual([0, 3, 9]);
    expect(await count('groupEmail=other@example.com')).toEqual([0, 0, 1]);
    expect(await count('groupEmail=unknown@example.com')).toEqual([0, 0, 0]);
    expect(await count('statusClass=2xx')).toEqual([0, 3, 8]);
    expect(await count('statusClass=2xx&method=post&route=/orders')).toEqual([0, 2, 1]);
    expect(await count('statusClass=2xx&environment=staging')).toEqual([0, 0, 1]);
    expect(await count('statusClass=2xx&caller=agent')).toEqual([0, 0, 1]);
    expect(await count('statusClass=5xx&caller=agent')).toEqual([0, 0, 0]);
    expect(await get('/timeseries?interval=day&since=-1m&statusClass=5xx')).toMatchObject({
      points: [{ requests: 1, status5xx: 1, p95Ms: expect.closeTo(200, -1) }],
    });
  });

  it('a time series over a range with too many logs is rejected, and the error suggests a start that works', async () => {
    const { get, sendRequest, store, projectId } = await open(true);
    const id = await projectId();
    const createBatch = (minutes: number) =>
      Array.from({ length: 2_500 }, () => ({ ...PET, timestamp: new Date(NOW - minutes * 60_000).toISOString() }));
    for (const minutes of [150, 90]) await store.logs.addAll(id, createBatch(minutes));
    const path = '/timeseries?interval=minute&statusClass=2xx';
    expect(await sendRequest('GET', projectPath(`/metrics${path}&since=-3h`))).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'too_much_to_scan',
          message:
            'query.since: more than 5000 logs match, and this report reads each of them: use 2026-06-15T10:01:00.000Z or later',
        },
      },
    });
    const fitting = (await get(`${path}&since=2026-06-15T10:01:00.000Z`)) as { points: { requests: number }[] };
    expect(fitting.points.reduce((sum, { requests }) => sum + requests, 0)).toBe(2_508);
  });
});

describe('metrics with an OpenAPI document', () => {
  it('the metrics contain the operation of an endpoint and can be filtered by operation', async () => {
    const { sendRequest, get, refuse } = await open(true);
    const operation = { operationId: 'getPet', responses: { 200: { description: 'The pet' } } };
    const json = {
      openapi: '3.1.0',
      info: { title: 'P', version: '1' },
      paths: { '/pets/{petId}': { get: operation } },
    };
    await sendRequest('PUT', projectPath('/api-description'), { json });
    expect(await get('/top-endpoints?limit=1')).toMatchObject({ endpoints: [{ operationId: 'getPet' }] });
    expect(await get('/timeseries?interval=day&since=-1m&operationId=getPet')).toMatchObject({
      points: [{ requests: 8 }],
    });
    expect(await refuse('/timeseries?operationId=getDog')).toContain('"getDog" is not an operation');
    expect(await refuse('/timeseries?operationId=getPet&method=GET&route=/x')).toContain('neither is allowed');
    expect(await refuse('/timeseries?method=GET')).toContain('requires route');
  });
});

describe('the time range of metrics', () => {
  it.each([
    ['since=2026-06-15T12:00:00Z&until=2026-06-15T11:00:00Z', 'must be before until'],
    ['since=yesterday', 'must be a time with an offset, such as 2026-03-01T10:00:00Z, or relative'],
    ['until=2026-06-15', 'must be a time with an offset'],
    ['since=2026-13-40T00:00:00Z', 'must be a time with an offset'],
    ['since=-9999d', 'the maximum is 3660: use 2016-06-07T12:31:00.000Z or later'],
  ])('rejects the time range %s of metrics, and the error states the rule', async (query, rule) => {
    const { refuse } = await open(false);
    for (const path of ['/summary', '/timeseries', '/top-endpoints', '/errors']) {
      expect(await refuse(`${path}?${query}`)).toContain(rule);
    }
  });

  it('suggests a suitable interval if the requested metrics have too many points or are too old', async () => {
    const { get, refuse } = await open(false);
    expect(await refuse('/timeseries?interval=minute&since=-26h')).toBe(
      'query.interval: "minute" results in 1561 points; the maximum is 1500: use interval=hour',
    );
    expect(await refuse('/timeseries?interval=hour&since=-90d')).toContain('results in 2161 points');
    expect(await refuse('/timeseries?interval=minute&since=-55h&until=-54h')).toContain(
      '"minute" is only available since 2026-06-13T10:30:00.000Z: use interval=hour, or a later since',
    );
    const fitting = (await get('/timeseries?interval=minute&since=-24h')) as { points: object[] };
    expect(fitting.points).toHaveLength(1_441);
    expect(await refuse('/timeseries?interval=day&since=-3000d')).toContain('use a range of at most 1500 days');
  });

  it('the time range of metrics is extended to full hours after old counts per minute are deleted', async () => {
    const { get, store } = await open(true);
    await pruneTraffic(store, { now: NOW });
    const query = `since=${getTimeAgo(60)}&until=${getTimeAgo(29.9)}`;
    expect(await get(`/summary?${query}`)).toMatchObject({
      since: '2026-06-13T00:00:00.000Z',
      until: '2026-06-14T07:00:00.000Z',
      requests: 3,
    });
  });
});

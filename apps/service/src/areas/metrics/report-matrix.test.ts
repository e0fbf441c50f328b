import { sampleCases } from '@context-sync/test-tier';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRandom } from '../../platform/database/behavior/random.fixture.ts';
import { LOG, openService, projectPath } from '../../testing/service.fixture.ts';
import { getEndpointId } from '../logs/endpoint-name.ts';
import { type NewLogRecord, readClientKind } from '../logs/store.ts';
import { pruneTraffic } from '../maintenance/retention.ts';
import { foldTraffic } from './fold-traffic.ts';

const NOW = Date.UTC(2026, 5, 15, 12, 34, 20);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

/** Returns logs of different ages, most of them recent, and some exactly at the start of an hour or a day. */
function createLogs(count: number): NewLogRecord[] {
  const random = createRandom(41);
  const pick = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0];
  return Array.from({ length: count }, () => {
    const age = 1_000 * DAY_MS * random() ** 4;
    const time = NOW - age;
    const at = pick([time, time, Math.floor(time / HOUR_MS) * HOUR_MS, Math.floor(time / DAY_MS) * DAY_MS - 1]);
    return {
      ...LOG,
      timestamp: new Date(at).toISOString(),
      method: pick(['GET', 'POST']),
      route: pick(['/pets', '/pets/{petId}', '/orders']),
      status: pick([200, 204, 304, 404, 429, 500]),
      errorCode: pick([null, 'boom']),
      environment: pick(['production', 'staging']),
      userAgent: pick(['curl/8.5.0', 'claude-code/2.1', 'Mozilla/5.0 (X11) Firefox/130.0', 'Googlebot/2.1', null]),
      groupEmail: pick(['a@example.com', 'b@example.com', 'c@example.com', null]),
    };
  });
}

const RANGES = [
  ...['-5m', '-90m', '-24h', '-25h', '-26h', '-49h', '-51h', '-3d', '-7d', '-30d', '-199d', '-201d', '-500d'].map(
    (since) => `since=${since}`,
  ),
  'since=-49h&until=-2h',
  'since=2026-06-10T10:30:00Z&until=2026-06-10T10:45:00Z',
  'since=2026-06-14T10:30:00Z&until=2026-06-14T10:45:00Z',
  'since=2026-05-01T23:59:00Z&until=2026-05-02T00:01:00Z',
  'since=2025-01-01T10:00:00Z&until=2025-03-01T09:59:00Z',
];
const FILTERS = ['', 'environment=staging', 'caller=agent', 'environment=production&caller=bot', 'environment=none'];
const CASES = RANGES.flatMap((range) => FILTERS.map((filter) => [range, filter] as const));

interface Period {
  readonly since: string;
  readonly until: string;
}
interface Totals extends Period {
  readonly requests: number;
  readonly status4xx: number;
  readonly activeUsers?: number | null;
}

const getTimes = ({ since, until }: Period) => ({ from: Date.parse(since), to: Date.parse(until) });
const extendToDays = ({ from, to }: { from: number; to: number }) => ({
  from: Math.floor(from / DAY_MS) * DAY_MS,
  to: Math.ceil(to / DAY_MS) * DAY_MS,
});

async function openWithLogs() {
  const { store, sendRequest } = await openService();
  const { id } = await store.accounts.projectBySlug('octo-api');
  const logs = createLogs(3_000);
  for (let at = 0; at < logs.length; at += 1_000) await store.logs.addAll(id, logs.slice(at, at + 1_000));
  await foldTraffic(store);
  await pruneTraffic(store, { now: NOW });
  const get = async <T>(path: string): Promise<T> => {
    const { status, body } = await sendRequest('GET', projectPath(`/metrics/${path}`));
    expect(status, JSON.stringify(body)).toBe(200);
    return body as T;
  };
  return { logs, get };
}

describe('reports of all ranges and filters', () => {
  it('metrics reports equal a recount of the logs in the periods that the reports state', async () => {
    const { logs, get } = await openWithLogs();
    for (const [range, filterText] of sampleCases(CASES, 18)) {
      const query = `${range}&${filterText}`;
      const filter = new URLSearchParams(filterText);
      const matching = logs.filter(
        (log) =>
          (filter.get('environment') ?? log.environment) === log.environment &&
          (filter.get('caller') ?? readClientKind({ ...log })) === readClientKind({ ...log }),
      );
      const select = ({ from, to }: { from: number; to: number }, among = matching) =>
        among.filter(({ timestamp }) => Date.parse(timestamp) >= from && Date.parse(timestamp) < to);
      const countUsers = (days: { from: number; to: number }) =>
        new Set(select(days, logs).flatMap(({ groupEmail }) => groupEmail ?? [])).size;

      const summary = await get<Totals & { previous: Totals }>(`summary?${query}`);
      const current = getTimes(summary);
      const previous = getTimes(summary.previous);
      expect(previous, query).toEqual({ from: 2 * current.from - current.to, to: current.from });
      for (const [period, totals] of [
        [current, summary],
        [previous, summary.previous],
      ] as const) {
        expect(totals.requests, query).toBe(select(period).length);
        const clientErrors = select(period).filter(({ status }) => status >= 400 && status < 500);
        expect(totals.status4xx, query).toBe(clientErrors.length);
      }
      const days = extendToDays(current);
      const daysBefore = { from: 2 * days.from - days.to, to: days.from };
      const users = filterText === '' ? [countUsers(days), countUsers(daysBefore)] : [null, null];
      expect([summary.activeUsers, summary.previous.activeUsers], query).toEqual(users);

      const top = await get<
        Period & { endpoints: (Totals & { method: string; route: string; change: number | null })[] }
      >(`top-endpoints?${query}`);
      expect(getTimes(top), query).toEqual(current);
      expect(
        top.endpoints.reduce((sum, { requests }) => sum + requests, 0),
        query,
      ).toBe(summary.requests);
      for (const { method, route, requests, change } of top.endpoints) {
        const ofEndpoint = (period: { from: number; to: number }) =>
          select(period).filter((log) => log.method === method && log.route === route);
        expect(requests, query).toBe(ofEndpoint(current).length);
        const before = ofEndpoint(previous).length;
        expect(change, query).toBe(before === 0 ? null : (requests - before) / before);

        const endpoint = await get<Totals & { change: number | null; errors: { requests: number }[] | null }>(
          `endpoints/${getEndpointId({ method, route })}?${query}`,
        );
        expect([getTimes(endpoint), endpoint.requests, endpoint.change], query).toEqual([current, requests, change]);
        const errors = select(days).filter((log) => log.method === method && log.route === route && log.status >= 400);
        const counted = endpoint.errors?.reduce((sum, error) => sum + error.requests, 0) ?? null;
        expect(counted, query).toBe(filterText === '' ? errors.length : null);
      }

      const series = await get<Period & { points: Totals[] }>(`timeseries?${query}`);
      expect(
        series.points.reduce((sum, point) => sum + point.requests, 0),
        query,
      ).toBe(select(getTimes(series)).length);
    }
  });

  it('metrics reports reject an unsupported filter, and the error contains its name', async () => {
    const { sendRequest } = await openService();
    for (const filter of FILTERS.slice(1)) {
      const response = await sendRequest<{ error: { message: string } }>(
        'GET',
        projectPath(`/metrics/errors?${filter}`),
      );
      expect(response.status).toBe(400);
      expect(response.body.error.message).toContain(filter.startsWith('caller') ? 'caller' : 'environment');
    }
  });
});

import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { type EndpointName, OTHER_ROUTE } from '../../../areas/logs/endpoint-name.ts';
import { addDuration, formatHistogram, type Histogram } from '../../../areas/logs/histogram.ts';
import { type NewLogRecord, readClientKind } from '../../../areas/logs/store.ts';
import { pruneTraffic } from '../../../areas/maintenance/retention.ts';
import { foldTraffic, rebuildTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { getDurationFigures } from '../../../areas/metrics/metrics-reports.ts';
import type { DurationFigures, TrafficFilter } from '../../../areas/metrics/store.ts';
import type { ServiceStore } from '../../../areas.ts';
import { LOG, populate, SECOND_PROJECT } from '../../../testing/service.fixture.ts';
import { getMinute } from '../../time/minutes.ts';
import { alignPeriods, GRAINS, getSegments, type MinuteRange } from '../../time/time-range.ts';
import { NAME_LIMITS } from '../name-limits.ts';
import { createProject } from './accounts.fixture.ts';
import { openTestStore } from './database.fixture.ts';
import { createRandom } from './random.fixture.ts';

const NOW = Date.UTC(2026, 5, 15, 12, 30);
const DAY_MS = 86_400_000;
const EVER: MinuteRange = { from: getMinute('2020-01-01T00:00:00Z'), to: getMinute('2030-01-01T00:00:00Z') };

function randomLog(random: () => number): NewLogRecord {
  const age = random() < 0.5 ? random() * 3 * 3_600_000 : random() * 40 * DAY_MS;
  return {
    ...LOG,
    status: [101, 200, 204, 301, 404, 422, 500][Math.floor(random() * 7)] ?? 200,
    method: random() < 0.5 ? 'GET' : 'POST',
    route: `/route/${Math.floor(random() * 5)}`,
    durationMs: random() < 0.2 ? null : Math.exp(random() * 9),
    userAgent: [null, 'claude-code/2.1', 'curl/8.5.0'][Math.floor(random() * 3)] ?? null,
    errorCode: random() < 0.5 ? null : `code_${Math.floor(random() * 3)}`,
    environment: random() < 0.8 ? 'production' : 'staging',
    groupEmail: random() < 0.3 ? null : ` User${Math.floor(random() * 9)}@Example.com`,
    timestamp: new Date(NOW - age).toISOString(),
    request: null,
    response: null,
  };
}

async function open() {
  const { store, another, rows } = await openTestStore();
  const keys = await populate(store);
  const { id } = await createProject(store, keys.ann);
  return { store, another, rows, keys, id };
}

/** Returns all metrics that can be read for a range. */
async function readAll(store: ServiceStore, id: string, range: MinuteRange) {
  const segments = getSegments(alignPeriods(range, await store.traffic.resolution(id, NOW)).current);
  const days = { from: Math.floor(range.from / 1_440) * 1_440, to: Math.ceil(range.to / 1_440) * 1_440 };
  const endpoints = (await store.traffic.endpoints(id)).filter(({ route }) => route !== OTHER_ROUTE);
  const text = ({ method, route }: { method: string; route: string }) => `${method} ${route}`;
  const durations = await store.traffic.durations(id, segments, {}, endpoints);
  const one = await store.traffic.totals(id, segments, {
    endpoint: { method: 'GET', route: '/route/1' },
    environment: 'production',
    clientKind: 'agent',
  });
  const show = (totals: typeof one) =>
    [...totals].map(([at, { durations, ...counts }]) => [at, counts, durations] as const).sort(([a], [b]) => a - b);
  return {
    total: show(await store.traffic.totals(id, segments, {})),
    staging: show(await store.traffic.totals(id, segments, { environment: 'staging' })),
    one: show(one),
    byHour: show(await store.traffic.totals(id, [{ ...days, grain: 60 }], {}, 60)),
    byEndpoint: (await store.traffic.byEndpoint(id, segments, {})).toSorted((a, b) => (text(a) < text(b) ? -1 : 1)),
    durations: new Map(endpoints.map((endpoint, at) => [text(endpoint), durations[at]])),
    errors: (await store.traffic.errors(id, days)).map((each) => JSON.stringify(each)).sort(),
    activeUsers: await store.traffic.activeUsers(id, days),
  };
}

/** Returns the expected counts, computed by processing the logs one by one. */
function recount(logs: readonly NewLogRecord[]) {
  const counts = { n: 0, c2: 0, c3: 0, c4: 0, c5: 0, agents: 0 };
  for (const { status, userAgent } of logs) {
    counts.n += 1;
    const name = `c${Math.floor(status / 100)}`;
    if (name === 'c2' || name === 'c3' || name === 'c4' || name === 'c5') counts[name] += 1;
    if (userAgent?.startsWith('claude')) counts.agents += 1;
  }
  return counts;
}

type Total = ReturnType<typeof recount> & { readonly durations: DurationFigures };

/** Returns a function that counts the logs of a range one by one, by the key of each log. */
function recountCells(logs: readonly NewLogRecord[], { from, to }: MinuteRange, filter: TrafficFilter) {
  return <K>(getKey: (log: { readonly minute: number; readonly name: string }) => K, endpoint?: EndpointName) => {
    const groups = new Map<K, NewLogRecord[]>();
    for (const log of logs) {
      const minute = getMinute(log.timestamp);
      const isIncluded =
        minute >= from &&
        minute < to &&
        (filter.environment === undefined || log.environment === filter.environment) &&
        (filter.clientKind === undefined || (readClientKind(log) ?? '') === filter.clientKind) &&
        (endpoint === undefined || (log.method === endpoint.method && log.route === endpoint.route));
      if (!isIncluded) continue;
      const key = getKey({ minute, name: `${log.method} ${log.route}` });
      groups.set(key, [...(groups.get(key) ?? []), log]);
    }
    return new Map(
      [...groups].map(([key, group]): [K, Total] => {
        const histogram: Histogram = new Map();
        for (const { durationMs } of group) if (durationMs !== null) addDuration(histogram, durationMs);
        return [key, { ...recount(group), durations: getDurationFigures([formatHistogram(histogram)]) }];
      }),
    );
  };
}

describe('request counts', () => {
  it('request counts equal a recount of the logs before and after two processes aggregate them', async () => {
    const { store, another, id } = await open();
    const other = await another();
    const random = createRandom(1);
    const logs: NewLogRecord[] = [];
    for (let batch = 0; batch < selectByTier(12, 300); batch += 1) {
      const records = Array.from({ length: 1 + Math.floor(random() * 40) }, () => randomLog(random));
      logs.push(...records);
      await store.logs.addAll(id, records);
      if (random() < 0.3)
        await Promise.all([store.traffic.fold(id, 3), other.traffic.fold(id, 2), store.traffic.fold(id, 1)]);
    }
    const before = await readAll(store, id, EVER);
    expect(before.total[0]?.[1]).toEqual(recount(logs));
    const staging = logs.filter(({ environment }) => environment === 'staging');
    expect(before.staging[0]?.[1]).toEqual(recount(staging));
    const one = logs.filter(
      ({ method, route, environment, userAgent }) =>
        method === 'GET' && route === '/route/1' && environment === 'production' && userAgent?.startsWith('claude'),
    );
    expect(before.one[0]?.[1]).toEqual(recount(one));
    for (const { method, route, n } of before.byEndpoint) {
      expect(n).toBe(logs.filter((log) => log.method === method && log.route === route).length);
    }
    expect(before.activeUsers).toBe(new Set(logs.flatMap(({ groupEmail }) => groupEmail ?? [])).size);
    const errors = before.errors.map((each) => JSON.parse(each).n as number);
    expect(errors.reduce((sum, n) => sum + n, 0)).toBe(logs.filter(({ status }) => status >= 400).length);
    await Promise.all([foldTraffic(store), foldTraffic(other), foldTraffic(store)]);
    expect(await store.traffic.pendingProjects()).toEqual([]);
    expect(await readAll(store, id, EVER)).toEqual(before);
  });

  it('request counts of any range equal a recount of the logs, even after old minutes are deleted', async () => {
    const { store, id } = await open();
    const random = createRandom(2);
    const logs = Array.from({ length: 600 }, () => randomLog(random));
    for (let start = 0; start < logs.length; start += 100) await store.logs.addAll(id, logs.slice(start, start + 100));
    await foldTraffic(store);
    for (let round = 0; round < 30; round += 1) {
      if (round === 15) expect(await pruneTraffic(store, { now: NOW })).toBeGreaterThan(0);
      const from = getMinute(NOW - random() * 41 * DAY_MS);
      const range = { from, to: from + 1 + Math.floor(random() * (getMinute(NOW) - from)) };
      const alignedRange = alignPeriods(range, await store.traffic.resolution(id, NOW)).current;
      const inRange = logs.filter(({ timestamp }) => {
        const minute = getMinute(timestamp);
        return minute >= alignedRange.from && minute < alignedRange.to;
      });
      const [total] = [...(await store.traffic.totals(id, getSegments(alignedRange), {})).values()];
      const { durations: _durations, ...counts } = total ?? { ...recount([]), durations: null };
      expect(counts).toEqual(recount(inRange));
    }
  });

  it('all counts of any range and filter equal a recount of the logs, whether the logs are aggregated or pending', async () => {
    const { store, id } = await open();
    const random = createRandom(5);
    const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
    const logs: NewLogRecord[] = [];
    for (let round = 0; round < selectByTier(40, 400); round += 1) {
      const records = Array.from({ length: 1 + Math.floor(random() * 30) }, () => randomLog(random));
      logs.push(...records);
      await store.logs.addAll(id, records);
      if (random() < 0.4) await store.traffic.fold(id, 1 + Math.floor(random() * 3));
      const from = getMinute(NOW - random() * 41 * DAY_MS);
      const range = { from, to: from + 1 + Math.floor(random() * random() * (getMinute(NOW) - from)) };
      const filter = {
        environment: pick([undefined, 'production', 'staging', 'none']),
        clientKind: pick([undefined, 'agent', 'person', '']),
      };
      const endpoint = pick([undefined, { method: 'GET', route: '/route/1' }, { method: 'POST', route: '/route/9' }]);
      const { current } = alignPeriods(range, await store.traffic.resolution(id, NOW));
      const segments = getSegments(current);
      const count = recountCells(logs, current, filter);
      expect(await store.traffic.totals(id, segments, { ...filter, endpoint })).toEqual(count(() => 0, endpoint));
      const grain = pick(GRAINS.filter((each) => current.from % each === 0 && current.to % each === 0)) ?? 1;
      expect(await store.traffic.totals(id, [{ ...current, grain }], filter, grain)).toEqual(
        count(({ minute }) => Math.floor(minute / grain) * grain),
      );
      const byEndpoint = await store.traffic.byEndpoint(id, segments, filter);
      const durations = await store.traffic.durations(id, segments, filter, byEndpoint);
      const read = new Map(
        byEndpoint.map(({ method, route, ...counts }, index) => [
          `${method} ${route}`,
          { ...counts, durations: durations[index] },
        ]),
      );
      const withDurations = await store.traffic.byEndpoint(id, segments, filter, true);
      const byName = new Map(withDurations.map((each) => [`${each.method} ${each.route}`, each]));
      expect(byEndpoint.map(({ method, route }) => byName.get(`${method} ${route}`))).toEqual(
        byEndpoint.map((each, index) => ({ ...each, durations: durations[index] })),
      );
      expect(byName.size).toBe(byEndpoint.length);
      const expected = count(({ name }) => name);
      for (const total of expected.values()) Reflect.deleteProperty(total, 'agents');
      expect(read).toEqual(expected);
    }
  });

  it('the counts of the first hours of a day contain no later requests of the day', async () => {
    const { store, id } = await open();
    const today = getMinute('2026-06-15T00:00:00Z');
    const segments = [{ grain: 60 as const, from: today, to: today + 12 * 60 }];
    const add = async (hour: number) => {
      const timestamp = new Date((today + hour * 60) * 60_000).toISOString();
      await store.logs.addAll(id, [{ ...LOG, durationMs: hour, timestamp }]);
      await foldTraffic(store);
    };
    const read = async () => {
      const [counts] = await store.traffic.byEndpoint(id, segments, {});
      const [figures] = await store.traffic.byEndpoint(id, segments, {}, true);
      return [counts?.n, figures?.n, figures?.durations?.timed];
    };
    await add(3);
    await add(11);
    expect(await read()).toEqual([2, 2, 2]);
    await add(12);
    expect(await read()).toEqual([2, 2, 2]);
    await add(0);
    expect(await read()).toEqual([3, 3, 3]);
  });

  it('request counts are complete even if the clock was ahead when old minutes were deleted', async () => {
    const { store, id } = await open();
    await store.logs.add(id, { ...LOG, timestamp: new Date(NOW - 60_000).toISOString() });
    await foldTraffic(store);
    await pruneTraffic(store, { now: NOW + 10 * DAY_MS });
    const range = alignPeriods(
      { from: getMinute(NOW) - 5, to: getMinute(NOW) },
      await store.traffic.resolution(id, NOW),
    ).current;
    const [total] = [...(await store.traffic.totals(id, getSegments(range), {})).values()];
    expect(total?.n).toBe(1);
  });

  it('request counts include logs from the future and from long ago', async () => {
    const { store, id } = await open();
    const times = ['0001-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z', '2400-01-01T00:00:00.000Z'];
    for (const timestamp of times) await store.logs.add(id, { ...LOG, timestamp });
    await foldTraffic(store);
    for (const timestamp of times) {
      const range = { from: getMinute(timestamp), to: getMinute(timestamp) + 1 };
      const segments = getSegments(alignPeriods(range, await store.traffic.resolution(id, NOW)).current);
      expect([...(await store.traffic.totals(id, segments, {})).values()][0]?.n, timestamp).toBe(1);
    }
  });

  it('request counts remain after logs are deleted and days with all their logs are rebuilt', async () => {
    const { store, id } = await open();
    const random = createRandom(4);
    const logs = Array.from({ length: 400 }, () => randomLog(random));
    for (let start = 0; start < logs.length; start += 100) await store.logs.addAll(id, logs.slice(start, start + 100));
    await store.traffic.fold(id, 2);
    const before = await readAll(store, id, EVER);
    await store.logs.prune(id, new Date(NOW - 20 * DAY_MS).toISOString(), 10_000);
    expect(await readAll(store, id, EVER)).toEqual(before);
    const first = await store.traffic.nextDayWithLogs(id, 0);
    expect(first).toBe(getMinute('2026-05-26T00:00:00Z'));
    // The counts of this day cannot be rebuilt, because some logs of the day were deleted.
    expect(await store.traffic.rebuildDay(id, first ?? 0)).toBe(false);
    expect(await rebuildTraffic(store, id)).toBeGreaterThan(10);
    expect(await store.traffic.pendingProjects()).toEqual([]);
    expect(await readAll(store, id, EVER)).toEqual(before);
  });

  it('request counts are exact even if logs arrive while their day is rebuilt', async () => {
    const { store, another, id } = await open();
    const other = await another();
    const timestamp = new Date(NOW).toISOString();
    const batch = Array.from({ length: 20 }, () => ({ ...LOG, timestamp }));
    const writes = (async () => {
      for (let count = 0; count < 30; count += 1) await store.logs.addAll(id, batch);
    })();
    for (let count = 0; count < 5; count += 1) {
      await other.traffic.rebuildDay(id, getMinute('2026-06-15T00:00:00Z'));
      await other.traffic.fold(id, 2);
    }
    await writes;
    const [total] = [...(await store.traffic.totals(id, getSegments(EVER), {})).values()];
    expect(total?.n).toBe(600);
  });

  it('request counts are aggregated in transactions of limited size', async () => {
    const { store, id } = await open();
    const batch = Array.from({ length: 1_000 }, (_, at) => ({
      ...LOG,
      route: `/r${at}`,
      groupEmail: `u${at}@example.com`,
    }));
    for (let count = 0; count < 8; count += 1) await store.logs.addAll(id, batch);
    const { rows, isComplete } = await store.traffic.fold(id, 100);
    expect(isComplete).toBe(false);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(8);
    expect(rows + (await foldTraffic(store))).toBe(8);
    expect((await store.traffic.totals(id, getSegments(EVER), {})).get(0)?.n).toBe(8_000);
  });

  it('each project has separate request counts', async () => {
    const { store, keys, id } = await open();
    const second = await createProject(store, keys.ann, SECOND_PROJECT);
    await store.logs.add(second.id, LOG);
    expect((await readAll(store, id, EVER)).total).toEqual([]);
    await foldTraffic(store);
    expect(await readAll(store, id, EVER)).toMatchObject({ total: [], errors: [], activeUsers: 0 });
  });

  it('request counts distinguish a limited number of endpoints, environments and errors', async () => {
    const { store, rows, id } = await open();
    const extraDays = 30;
    const logs = Array.from({ length: NAME_LIMITS.inferredEndpoints + extraDays }, (_, at) => ({
      ...LOG,
      route: `/r${at}`,
      environment: `e${at % (NAME_LIMITS.environments + 5)}`,
      errorCode: `c${at}`,
    }));
    for (let start = 0; start < logs.length; start += 1_000)
      await store.logs.addAll(id, logs.slice(start, start + 1_000));
    await foldTraffic(store);
    const endpoints = await store.traffic.byEndpoint(id, getSegments(EVER), {});
    expect(endpoints.find(({ route }) => route === OTHER_ROUTE)?.n).toBe(extraDays);
    expect(endpoints.length).toBe(NAME_LIMITS.inferredEndpoints + 1);
    const environments = await rows('SELECT DISTINCT environment FROM traffic');
    expect(environments.length).toBe(NAME_LIMITS.environments + 1);
    const errors = await store.traffic.errors(id, EVER);
    expect(errors.length).toBe(NAME_LIMITS.otherErrorsPerDay + 1);
    expect(errors.reduce((sum, { n }) => sum + n, 0)).toBe(logs.length);
  });

  it('the duration histogram of a range merges the durations of all its buckets', async () => {
    const { store, id } = await open();
    const durations = [1, 5, 5, 80, 3_000];
    for (const [at, durationMs] of durations.entries()) {
      await store.logs.add(id, { ...LOG, durationMs, timestamp: new Date(NOW - at * 7_000_000).toISOString() });
      if (at === 2) await foldTraffic(store);
    }
    const byDay = await store.traffic.totals(id, [{ from: EVER.from, to: EVER.to, grain: 1_440 }], {}, 1_440);
    const [total] = (await store.traffic.totals(id, [{ from: EVER.from, to: EVER.to, grain: 1_440 }], {})).values();
    expect([...byDay.values()].reduce((sum, day) => sum + day.durations.timed, 0)).toBe(durations.length);
    const expected: Histogram = new Map();
    for (const ms of durations) addDuration(expected, ms);
    expect(total?.durations).toEqual(getDurationFigures([formatHistogram(expected)]));
  });
});

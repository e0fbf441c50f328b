import { describe, expect, it } from 'vitest';
import { type Retention, runMaintenance } from '../../../areas/maintenance/keep-pruned.ts';
import { foldTraffic, rebuildTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { hintInput } from '../../../areas/recovery/store.ts';
import type { ServiceStore } from '../../../areas.ts';
import { LOG, populate } from '../../../testing/service.fixture.ts';
import { getUserId } from '../../personal-data/user-id.ts';
import { getMinute } from '../../time/minutes.ts';
import { alignPeriods, getSegments } from '../../time/time-range.ts';
import { ClockAheadError, MaintenanceClock } from '../maintenance-clock.ts';
import { repeatJob } from '../repeat-job.ts';
import { createPrincipal, createProject, getScope } from './accounts.fixture.ts';
import { openTestStore, type TestRow } from './database.fixture.ts';
import { createRandom } from './random.fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The populated accounts and the audit entries have the time of the test. */
const NOW = Date.now();
const getTimeAgo = (ms: number) => new Date(NOW - ms).toISOString();

/** Statements that count the rows that each kind of deletion deletes. */
const DELETED = {
  logs: 'SELECT count(*) AS n FROM logs',
  'counts by minute': 'SELECT count(*) AS n FROM traffic WHERE grain = 1',
  'counts by hour': 'SELECT count(*) AS n FROM traffic WHERE grain = 60',
  'addresses of users': 'SELECT count(email) AS n FROM callers',
  'addresses of deliveries': 'SELECT count(group_email) AS n FROM hint_deliveries',
  'unresolved deliveries': 'SELECT count(*) AS n FROM hint_deliveries WHERE recovered IS NULL',
  'idempotency records': 'SELECT count(*) AS n FROM answers',
  'bytes of keys': 'SELECT count(*) AS n FROM key_usage',
} as const;

const RETENTIONS: readonly Retention[] = [{}, { keepLogsDays: 30, keepAuditDays: 90 }];

async function open() {
  const openedStore = await openTestStore();
  const { store, rows } = openedStore;
  const keys = await populate(store);
  const { id } = await createProject(store, keys.ann);
  const { keyId } = await createPrincipal(store, keys.ann);
  const input = hintInput.parse({ title: 'Hint', match: { status: 404 }, steps: [{ do: 'wait', text: 'Wait' }] });
  const hint = await store.hints.create(id, input, 'key');
  const recoveryHintId = 'id' in hint ? hint.id : '';
  await store.logs.addAll(id, [
    { ...LOG, timestamp: getTimeAgo(HOUR_MS), recoveryHintId },
    { ...LOG, timestamp: getTimeAgo(2 * HOUR_MS) },
    { ...LOG, timestamp: getTimeAgo(20 * DAY_MS) },
  ]);
  await foldTraffic(store);
  await store.runIdempotent(getScope(keyId, 'k'), 'p', async () => ({ status: 201, location: null, stored: '{}' }));
  await store.usage.addKeyBytes([{ keyId, day: getMinute(getTimeAgo(DAY_MS)), bytes: 1 }]);
  const count = async () => {
    const counts: Record<string, number> = {};
    for (const [name, sql] of Object.entries(DELETED)) counts[name] = Number((await rows(sql))[0]?.n);
    return counts;
  };
  return { ...openedStore, id, count };
}

/** Runs the maintenance jobs with a clock. @returns the warnings and errors */
async function maintain(store: ServiceStore, now: number, retention: Retention, clock = createClock(store, now)) {
  const reports: unknown[] = [];
  const report = (problem: unknown) => void reports.push(problem);
  await runMaintenance(store, clock, retention, { report, warn: report }, new AbortController().signal);
  return reports;
}

const createClock = (store: ServiceStore, now: number) =>
  new MaintenanceClock(store, { now: () => now, elapsed: () => 0 });

/** Returns all tables whose rows depend on the time, without the accepted time itself. */
async function readTables(rows: (sql: string) => Promise<TestRow[]>) {
  const tables: Record<string, string[]> = {};
  for (const table of [
    'logs',
    'traffic',
    'traffic_state',
    'callers',
    'hint_deliveries',
    'answers',
    'key_usage',
    'audit',
  ]) {
    tables[table] = (await rows(`SELECT * FROM ${table}`)).map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}

describe('a clock that is wrong', () => {
  it.each(RETENTIONS)(
    'the service deletes nothing while its clock is far ahead or far behind, even repeatedly (%j)',
    async (retention) => {
      const { store, rows, count } = await open();
      expect(await maintain(store, NOW, retention)).toEqual([]);
      const before = await readTables(rows);
      for (const days of [400, -2, 400, 3, -400, 36_500, 0, 2.1]) {
        const warnings = await maintain(store, NOW + days * DAY_MS, retention);
        expect(warnings, `${days} days`).toEqual(days > 2 ? [expect.stringContaining('confirm-clock')] : []);
        expect(await readTables(rows), `${days} days`).toEqual(before);
      }
      // After the clock is confirmed, each kind of data is deleted, so the test has data of each kind.
      const counts = await count();
      await store.clock.confirm(new Date(NOW + 500 * DAY_MS).toISOString());
      expect(await maintain(store, NOW + 500 * DAY_MS, { keepLogsDays: 30 })).toEqual([]);
      for (const [name, n] of Object.entries(await count())) expect(n, name).toBeLessThan(counts[name] ?? 0);
    },
  );

  it('a wrong clock is also detected at the first start after an upgrade, from the times in the database', async () => {
    const { store, rows, count } = await open();
    const before = await count();
    expect(await rows('SELECT * FROM clock')).toEqual([]);
    expect(await maintain(store, NOW + 400 * DAY_MS, { keepLogsDays: 1 })).toHaveLength(1);
    expect(await count()).toEqual(before);
    expect(await rows('SELECT * FROM clock')).toEqual([]);
  });

  it('a wrong clock is accepted if the database is empty, because nothing can be deleted', async () => {
    const { store } = await openTestStore();
    expect(await createClock(store, NOW + 400 * DAY_MS).read()).toBe(NOW + 400 * DAY_MS);
  });

  it('a log from the future does not confirm a wrong clock', async () => {
    const { store, id, count } = await open();
    await maintain(store, NOW, {});
    await store.logs.add(id, { ...LOG, groupEmail: 'late@example.com', timestamp: getTimeAgo(-400 * DAY_MS) });
    await foldTraffic(store);
    const before = await count();
    expect(await maintain(store, NOW + 400 * DAY_MS, { keepLogsDays: 30 })).toHaveLength(1);
    expect(await count()).toEqual(before);
  });

  it('the report about a wrong clock states how far the clock is ahead', async () => {
    const { store } = await open();
    await maintain(store, NOW, {});
    const clock = createClock(store, NOW + 400 * DAY_MS);
    await expect(clock.read()).rejects.toThrow(ClockAheadError);
    expect(clock.aheadMs).toBe(400 * DAY_MS);
    await store.clock.confirm(new Date(NOW + 400 * DAY_MS).toISOString());
    await clock.read();
    expect(clock.aheadMs).toBe(0);
  });
});

describe('a service that was stopped for months', () => {
  /** Returns a clock that can be advanced, for a service that starts 90 days later. */
  async function restart() {
    const { store, id } = await open();
    await maintain(store, NOW, {});
    let [now, elapsed] = [NOW + 90 * DAY_MS, 0];
    const clock = new MaintenanceClock(store, { now: () => now, elapsed: () => elapsed });
    await expect(clock.read()).rejects.toThrow('90.0 days ahead');
    const advance = (ms: number, clockMs = ms) => {
      now += clockMs;
      elapsed += ms;
    };
    const receive = (timestamp: number) => store.logs.add(id, { ...LOG, timestamp: new Date(timestamp).toISOString() });
    return { clock, advance, receive, getNow: () => now };
  }

  it('a service that was stopped for months deletes old data again after it received current logs for a day', async () => {
    const { clock, advance, receive, getNow } = await restart();
    await receive(getNow());
    advance(23 * HOUR_MS);
    await expect(clock.read()).rejects.toThrow(ClockAheadError);
    advance(HOUR_MS);
    expect(await clock.read()).toBe(getNow());
    expect(clock.aheadMs).toBe(0);
  });

  it.each([
    ['it received no logs', () => []],
    ['it received logs with timestamps of another time', (now: number) => [now - 90 * DAY_MS, now - 90 * DAY_MS, now]],
  ])('a service that was stopped for months does not delete old data if %s', async (_name, list) => {
    const { clock, advance, receive, getNow } = await restart();
    for (const timestamp of list(getNow())) await receive(timestamp);
    advance(30 * HOUR_MS);
    await expect(clock.read()).rejects.toThrow(ClockAheadError);
  });

  it('a service that was stopped for months waits again if the clock was set during the waiting day', async () => {
    const { clock, advance, receive, getNow } = await restart();
    await receive(getNow());
    advance(12 * HOUR_MS, 36 * HOUR_MS);
    await expect(clock.read()).rejects.toThrow(ClockAheadError);
    advance(12 * HOUR_MS);
    await expect(clock.read()).rejects.toThrow(ClockAheadError);
    await receive(getNow());
    advance(12 * HOUR_MS);
    expect(await clock.read()).toBe(getNow());
  });
});

describe('metrics after a deletion with a wrong clock', () => {
  it('the command rebuild-metrics restores the counts by minute and hour from the stored logs', async () => {
    const { store, id } = await open();
    const random = createRandom(5);
    const logs = Array.from({ length: 300 }, () => ({ ...LOG, timestamp: getTimeAgo(random() * 30 * DAY_MS) }));
    await store.logs.addAll(id, logs);
    await foldTraffic(store);
    const readCounts = async (from: number) => {
      const range = { from: getMinute(NOW - from), to: getMinute(NOW) };
      const { current } = alignPeriods(range, await store.traffic.resolution(id, NOW));
      const totals = await store.traffic.totals(id, getSegments(current), {});
      return { current, n: [...totals.values()].map(({ n }) => n) };
    };
    await store.traffic.prune(id, NOW, 100_000);
    const before = [await readCounts(30 * 60_000), await readCounts(20 * HOUR_MS), await readCounts(25 * DAY_MS)];
    expect(before[0]?.current.from).toBe(getMinute(NOW) - 30);
    await store.traffic.prune(id, NOW + 400 * DAY_MS, 100_000);
    expect((await readCounts(30 * 60_000)).current.from).toBeLessThan(getMinute(NOW) - 30);
    // After the counts of their day are rebuilt, new requests are counted by minute again.
    await rebuildTraffic(store, id, { now: NOW });
    expect([await readCounts(30 * 60_000), await readCounts(20 * HOUR_MS), await readCounts(25 * DAY_MS)]).toEqual(
      before,
    );
  });

  it('the command rebuild-metrics does not treat days as complete if their logs have been deleted', async () => {
    const { store, id } = await open();
    for (const days of [1, 2, 3, 4]) await store.logs.add(id, { ...LOG, timestamp: getTimeAgo(days * DAY_MS) });
    await foldTraffic(store);
    await store.traffic.prune(id, NOW + 400 * DAY_MS, 100_000);
    await store.logs.prune(id, getTimeAgo(2.9 * DAY_MS), 100);
    await rebuildTraffic(store, id, { now: NOW });
    const { hoursSince } = await store.traffic.resolution(id, NOW);
    expect(hoursSince).toBeGreaterThan(getMinute(NOW - 3 * DAY_MS));
    expect(hoursSince).toBeLessThanOrEqual(getMinute(NOW - 2 * DAY_MS));
  });
});

describe('a job of several processes', () => {
  const claimAll = (store: ServiceStore, now: number, intervalMs = HOUR_MS) =>
    Promise.all(Array.from({ length: 3 }, () => store.clock.claim('a job', now, intervalMs)));

  it('one of several processes claims a job in each interval', async () => {
    const { store } = await openTestStore();
    for (const hours of [0, 1, 2]) {
      const claims = await claimAll(store, NOW + hours * HOUR_MS);
      expect(claims.filter((isClaimed) => isClaimed)).toHaveLength(1);
      expect(await claimAll(store, NOW + (hours + 1) * HOUR_MS - 1)).toEqual([false, false, false]);
    }
    expect(await store.clock.claim('another job', NOW, HOUR_MS)).toBe(true);
  });

  it('a claim of a process with a wrong clock does not prevent others from running the job', async () => {
    const { store } = await openTestStore();
    expect(await store.clock.claim('a job', NOW + 2 * HOUR_MS, HOUR_MS)).toBe(true);
    expect(await store.clock.claim('a job', NOW, HOUR_MS)).toBe(true);
    // The clocks of two machines can differ by some seconds.
    expect(await store.clock.claim('a job', NOW - 5_000, HOUR_MS)).toBe(false);
  });

  /** Starts processes that repeat a job. Each process has a signal of its own. */
  function startProcesses(store: ServiceStore, intervalMs: number) {
    const runs: { readonly process: number; readonly claimedAt: number }[] = [];
    const refusals: number[] = [];
    const errors: unknown[] = [];
    const report = (error: unknown) => void errors.push(error);
    const start = (process: number, { isKilled = false } = {}) => {
      const controller = new AbortController();
      let claimedAt = 0;
      const clock: ServiceStore['clock'] = {
        ...store.clock,
        async claim(job, time, ms) {
          const isClaimed = await store.clock.claim(job, time, ms);
          if (isClaimed) claimedAt = time;
          else refusals.push(process);
          return isClaimed;
        },
        // A process that is killed does not release its claim.
        release: async (job, time) => (isKilled ? undefined : store.clock.release(job, time)),
      };
      const end = repeatJob(
        { store: { clock }, name: 'a job', intervalMs, report, signal: controller.signal },
        async () => {
          runs.push({ process, claimedAt });
        },
      );
      return async () => {
        controller.abort();
        await end;
      };
    };
    return { start, runs, refusals, errors };
  }

  it('of three processes, one runs the job in each interval, even if they start at different times', async () => {
    const { store } = await openTestStore();
    const intervalMs = 300;
    const { start, runs, refusals, errors } = startProcesses(store, intervalMs);
    const stops = [start(1), start(2)];
    await expect.poll(() => [runs.length > 0, refusals.length > 0]).toEqual([true, true]);
    stops.push(start(3));
    await expect.poll(() => [runs.length > 4, new Set(refusals).size]).toEqual([true, 3]);
    await Promise.all(stops.map((stop) => stop()));
    const pauses = runs.slice(1).map(({ claimedAt }, index) => claimedAt - (runs[index]?.claimedAt ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(intervalMs);
    expect(errors).toEqual([]);
  });

  it('if the process that runs the job is stopped, another one runs it without waiting for the end of the interval', async () => {
    const { store } = await openTestStore();
    const { start, runs } = startProcesses(store, HOUR_MS);
    const stop = start(1);
    await expect.poll(() => runs.length).toBe(1);
    await stop();
    const stopNext = start(2);
    await expect.poll(() => runs.map(({ process }) => process)).toEqual([1, 2]);
    await stopNext();
  });

  it('if the process that runs the job is killed, another one runs it after the end of the interval', async () => {
    const { store } = await openTestStore();
    const intervalMs = 500;
    const { start, runs } = startProcesses(store, intervalMs);
    const kill = start(1, { isKilled: true });
    await expect.poll(() => runs.length).toBe(1);
    const stop = start(2);
    await kill();
    await expect.poll(() => runs.at(-1)?.process).toBe(2);
    await stop();
    const [first, second] = runs.filter(({ process }, index) => process === 2 || runs[index + 1]?.process === 2);
    expect((second?.claimedAt ?? 0) - (first?.claimedAt ?? 0)).toBeGreaterThanOrEqual(intervalMs);
  });
});

describe('a log from the future', () => {
  it('a log from the future does not set the last request of its user later than the log was received', async () => {
    const { store, id } = await open();
    await store.logs.add(id, { ...LOG, groupEmail: 'late@example.com', timestamp: getTimeAgo(-300 * DAY_MS) });
    await foldTraffic(store);
    const user = await store.users.get(id, getUserId(id, 'late@example.com'));
    expect(user?.lastSeen).toBeLessThanOrEqual(getMinute(Date.now()));
    expect(user?.firstSeen).toBeLessThanOrEqual(getMinute(Date.now()));
  });
});

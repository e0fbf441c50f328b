import { describe, expect, it } from 'vitest';
import type { NewLogRecord } from '../../../areas/logs/store.ts';
import { pruneLogs } from '../../../areas/maintenance/retention.ts';
import { foldTraffic, rebuildTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { assessUsers } from '../../../areas/users/assess-users.ts';
import { LOG, populate } from '../../../testing/service.fixture.ts';
import { getUserId } from '../../personal-data/user-id.ts';
import { getMinute } from '../../time/minutes.ts';
import { createProject, PRUNE_CONTEXT } from './accounts.fixture.ts';
import { openTestStore, skipWithoutLogsInBackups } from './database.fixture.ts';
import { createRandom } from './random.fixture.ts';

const NOW = Date.UTC(2026, 5, 15, 12, 30);
const DAY_MS = 86_400_000;
const EVER = { from: getMinute('2020-01-01T00:00:00Z'), to: getMinute('2030-01-01T00:00:00Z') };

async function open() {
  const { store, another, rows } = await openTestStore();
  const { id } = await createProject(store, (await populate(store)).ann);
  return { store, another, rows, id };
}

function randomLogs(random: () => number, count: number): NewLogRecord[] {
  return Array.from({ length: count }, () => ({
    ...LOG,
    status: [101, 200, 200, 301, 404, 429, 500][Math.floor(random() * 7)] ?? 200,
    userAgent: random() < 0.3 ? 'Googlebot/2.1' : 'curl/8.0',
    groupEmail: random() < 0.2 ? null : ` User${Math.floor(random() * 7)}@Example.com`,
    timestamp: new Date(NOW - random() * 40 * DAY_MS).toISOString(),
  }));
}

/** Returns the expected counts, computed by processing the logs one by one. */
function recount(projectId: string, logs: readonly NewLogRecord[]) {
  const users = new Map<string, { email: string; first: number; last: number; days: Map<number, number[]> }>();
  for (const { groupEmail, timestamp, status, userAgent } of logs) {
    if (groupEmail === null) continue;
    const email = groupEmail.trim().toLowerCase();
    const minute = getMinute(timestamp);
    const user = users.get(email) ?? { email, first: minute, last: minute, days: new Map<number, number[]>() };
    users.set(email, user);
    user.first = Math.min(user.first, minute);
    user.last = Math.max(user.last, minute);
    const day = Math.floor(minute / 1_440) * 1_440;
    const countedValues = user.days.get(day) ?? [0, 0, 0, 0, 0, 0];
    const flags = [
      true,
      status >= 400 && status < 500,
      status >= 500,
      status < 200 || status === 301,
      status === 429,
      userAgent === 'Googlebot/2.1',
    ];
    user.days.set(
      day,
      countedValues.map((count, at) => count + Number(flags[at])),
    );
  }
  return [...users.values()]
    .map(({ days, ...user }) => ({
      id: getUserId(projectId, user.email),
      ...user,
      days: [...days].toSorted(([a], [b]) => a - b).map(([day, counts]) => [day, ...counts]),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

type Opened = Awaited<ReturnType<typeof open>>;

async function readAll({ users }: Opened['store'], projectId: string) {
  const { items } = await users.list(projectId, { sort: 'requests', limit: 100 });
  const all = await Promise.all(
    items.map(async ({ id, email, firstSeen, lastSeen }) => ({
      id,
      email,
      first: firstSeen,
      last: lastSeen,
      days: (await users.days(projectId, id, EVER)).map(({ day, n, e4, e5, other, throttled, bots }) => [
        day,
        n,
        e4,
        e5,
        other,
        throttled,
        bots,
      ]),
    })),
  );
  return all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

describe('the request counts of users', () => {
  it('the request counts of users equal a recount of random logs, even after pruning and a rebuild', async () => {
    const { store, another, id } = await open();
    const other = await another();
    const random = createRandom(1);
    const logs: NewLogRecord[] = [];
    for (let batch = 0; batch < 15; batch += 1) {
      const records = randomLogs(random, 1 + Math.floor(random() * 40));
      logs.push(...records);
      await store.logs.addAll(id, records);
      if (random() < 0.5) await Promise.all([store.traffic.fold(id, 3), other.traffic.fold(id, 2)]);
    }
    await foldTraffic(store);
    const expected = recount(id, logs);
    expect(await readAll(store, id)).toEqual(expected);
    await store.logs.prune(id, new Date(NOW - 20 * DAY_MS).toISOString(), 10_000);
    expect(await readAll(store, id)).toEqual(expected);
    expect(await rebuildTraffic(store, id)).toBeGreaterThan(0);
    expect(await readAll(store, id)).toEqual(expected);
    await assessUsers(store, NOW);
    const since = NOW - 30 * DAY_MS;
    for (const { email, n30 } of (await store.users.list(id, { sort: 'requests', limit: 100 })).items) {
      const own = logs.filter(({ groupEmail }) => groupEmail?.trim().toLowerCase() === email);
      // `n30` includes requests of 30 UTC days, the last of which is today.
      const first = Math.floor(since / DAY_MS) * DAY_MS + DAY_MS;
      expect(n30).toBe(own.filter(({ timestamp }) => Date.parse(timestamp) >= first).length);
    }
  });

  it('an assessment includes all stored logs, also those that are not aggregated yet', async () => {
    const { store, id } = await open();
    const createDay = (ago: number) => ({ ...LOG, timestamp: new Date(NOW - ago * DAY_MS).toISOString() });
    const days = Array.from({ length: 40 }, (_, ago) => ago);
    await store.logs.addAll(id, days.slice(20).map(createDay));
    await foldTraffic(store);
    // An import of the newest days is stored, and the service assesses the users before it aggregates them.
    for (const ago of days.slice(0, 20)) await store.logs.addAll(id, [createDay(ago)]);
    await assessUsers(store, NOW);
    const user = await store.users.get(id, getUserId(id, LOG.groupEmail));
    expect([user?.n7, user?.n30, user?.riskLevel, user?.reasons]).toEqual([7, 30, 0, []]);
  });

  it('the daily counts of a known user include logs that are not aggregated yet', async () => {
    const { store, id } = await open();
    const user = getUserId(id, LOG.groupEmail);
    await store.logs.add(id, LOG);
    expect(await store.users.get(id, user)).toBeUndefined();
    await foldTraffic(store);
    await store.logs.add(id, LOG);
    expect(await store.users.days(id, user, EVER)).toMatchObject([{ n: 2, e4: 2 }]);
  });
});

describe('the records of users', () => {
  it('deleting all logs of a user removes the email address, name and note but keeps the counts', async () => {
    const { store, rows, id } = await open();
    const oldUserId = getUserId(id, 'old@example.com');
    await store.logs.add(id, {
      ...LOG,
      groupEmail: 'old@example.com',
      timestamp: new Date(NOW - 31 * DAY_MS).toISOString(),
    });
    await store.logs.add(id, { ...LOG, groupEmail: 'new@example.com', timestamp: new Date(NOW).toISOString() });
    await foldTraffic(store);
    await store.users.update(id, oldUserId, { name: 'Old', note: 'Left', ignored: true });
    expect(await pruneLogs(store, 30, PRUNE_CONTEXT, { now: NOW })).toBe(1);
    expect(await store.users.get(id, oldUserId)).toMatchObject({ email: null, name: null, note: null, ignored: true });
    expect(await store.users.days(id, oldUserId, EVER)).toHaveLength(1);
    expect(JSON.stringify(await rows('SELECT * FROM callers'))).not.toContain('old@example.com');
    expect(await store.users.get(id, getUserId(id, 'new@example.com'))).toMatchObject({ email: 'new@example.com' });
  });

  it('a missing user record is created from daily counts, and a rebuild adds the email address', async (context) => {
    skipWithoutLogsInBackups(context);
    const { store, rows, id } = await open();
    await store.logs.add(id, LOG);
    await foldTraffic(store);
    const lines: unknown[] = [];
    await store.backup.each(async (row) => void lines.push(row));
    const emptyDatabase = await openTestStore();
    const olderLines = lines.filter((line) => (line as { table: string }).table !== 'callers');
    await emptyDatabase.store.backup.restore(
      (async function* () {
        yield* olderLines as Parameters<typeof emptyDatabase.store.backup.restore>[0] extends AsyncIterable<infer R>
          ? R[]
          : never;
      })(),
    );
    await assessUsers(emptyDatabase.store, Date.parse(LOG.timestamp));
    const user = getUserId(id, LOG.groupEmail);
    expect(await emptyDatabase.store.users.get(id, user)).toMatchObject({ email: null, n7: 1, e30: 1 });
    await rebuildTraffic(emptyDatabase.store, id);
    expect(await emptyDatabase.store.users.get(id, user)).toMatchObject({ email: LOG.groupEmail, n7: 1 });
    expect(await rows('SELECT id FROM callers')).toHaveLength(1);
  });

  it('a backup includes the records of users', async () => {
    const { store, id } = await open();
    await store.logs.add(id, LOG);
    await foldTraffic(store);
    const user = getUserId(id, LOG.groupEmail);
    await store.users.update(id, user, { name: 'Team', note: 'Met', ignored: true, snoozedUntil: 12 });
    const knownUser = await store.users.get(id, user);
    const { store: restored } = await openTestStore();
    const lines: Parameters<Parameters<typeof store.backup.each>[0]>[0][] = [];
    await store.backup.each(async (row) => void lines.push(row));
    await restored.backup.restore(
      (async function* () {
        yield* lines;
      })(),
    );
    expect(await restored.users.get(id, user)).toEqual(knownUser);
  });
});

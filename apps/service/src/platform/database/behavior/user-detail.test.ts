import { describe, expect, it } from 'vitest';
import type { NewLogRecord } from '../../../areas/logs/store.ts';
import { pruneLogs } from '../../../areas/maintenance/retention.ts';
import { foldTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { hintInput } from '../../../areas/recovery/store.ts';
import { assessUsers } from '../../../areas/users/assess-users.ts';
import { eraseUsers } from '../../../areas/users/erase-users.ts';
import { findSpellings } from '../../../areas/users/find-spellings.ts';
import { getUserDetail } from '../../../areas/users/user-reports.ts';
import type { ServiceStore } from '../../../areas.ts';
import { HINT, LOG, populate } from '../../../testing/service.fixture.ts';
import { getUserId } from '../../personal-data/user-id.ts';
import type { BackupRow } from '../backup.ts';
import { createProject, PRUNE_CONTEXT } from './accounts.fixture.ts';
import { openTestStore, skipWithoutLogsInBackups } from './database.fixture.ts';
import { createRandom } from './random.fixture.ts';

const NOW = Date.UTC(2026, 5, 15, 12, 30);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ANN = 'ann@example.com';
const SPELLINGS = [ANN, 'Ann@Example.com', 'ANN@EXAMPLE.COM', ' ann@example.com '];

async function open() {
  const { store, another, rows } = await openTestStore();
  const { id } = await createProject(store, (await populate(store)).ann);
  return { store, another, rows, id };
}

const createLog = (groupEmail: string, daysAgo: number, more: Partial<NewLogRecord> = {}): NewLogRecord => ({
  ...LOG,
  status: 200,
  errorCode: null,
  groupEmail,
  timestamp: new Date(NOW - daysAgo).toISOString(),
  ...more,
});

async function getDetail(store: ServiceStore, projectId: string, email = ANN) {
  const detail = await getUserDetail(store, projectId, getUserId(projectId, email), NOW);
  if (!detail) throw new Error(`there is no user ${email}`);
  return detail;
}

/** Returns a copy of a store in the format of a version that did not record forms of email addresses. */
async function restoreWithoutSpellings(store: ServiceStore) {
  const lines: BackupRow[] = [];
  await store.backup.each(async ({ table, row }) => {
    const { spellings: _, ...olderRow } = row;
    lines.push({ table, row: table === 'callers' ? olderRow : row });
  });
  const copy = await openTestStore();
  await copy.store.backup.restore(
    (async function* () {
      yield* lines;
    })(),
  );
  return copy;
}

describe('the detail of a user', () => {
  it('the endpoints and errors of a user equal a recount of random logs, over all notations of the email address', async () => {
    const { store, another, id } = await open();
    const other = await another();
    const random = createRandom(7);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const logs = Array.from({ length: 600 }, (_, at) =>
      createLog(pick([...SPELLINGS, 'ann@example.org', 'Joann@example.com']), at * 7 * MINUTE_MS + 1, {
        method: pick(['GET', 'POST']),
        route: pick(['/a', '/b', '/c', '/d', '/e', '/f', '/g', null]),
        status: pick([200, 201, 301, 404, 500]),
        errorCode: pick([null, 'invalid_weight']),
      }),
    );
    for (let start = 0; start < logs.length; start += 100) {
      await store.logs.addAll(id, logs.slice(start, start + 100));
      await Promise.all([store.traffic.fold(id, 3), other.traffic.fold(id, 3)]);
    }
    await foldTraffic(store);
    const own = logs.filter(({ groupEmail }) => groupEmail?.trim().toLowerCase() === ANN);
    const getName = ({ method, route }: { method: string; route: string | null }) =>
      `${method} ${route ?? '{unknown}'}`;
    const countedDays = new Map<string, { requests: number; errors: number }>();
    for (const log of own) {
      const { requests, errors } = countedDays.get(getName(log)) ?? { requests: 0, errors: 0 };
      countedDays.set(getName(log), { requests: requests + 1, errors: errors + Number(log.status >= 400) });
    }
    const { recent, groupEmails } = await getDetail(store, id);
    expect(groupEmails.toSorted()).toEqual(SPELLINGS.toSorted());
    expect(recent).toMatchObject({ requests: own.length, complete: true, since: own.at(-1)?.timestamp });
    expect(recent.topEndpoints).toHaveLength(10);
    for (const { requests, errors, ...name } of recent.topEndpoints) {
      expect({ requests, errors }, getName(name)).toEqual(countedDays.get(getName(name)));
    }
    const mostRequests = [...countedDays.values()].map(({ requests }) => requests).toSorted((a, b) => b - a);
    expect(recent.topEndpoints.map(({ requests }) => requests)).toEqual(mostRequests.slice(0, 10));
    const errors = own.filter(({ status }) => status >= 400).slice(0, 10);
    expect(recent.lastErrors).toMatchObject(
      errors.map(({ timestamp, method, status, errorCode }) => ({ timestamp, method, status, errorCode })),
    );
    for (const { logId, timestamp } of recent.lastErrors) {
      expect(await store.logs.get(id, logId)).toMatchObject({ timestamp });
    }
  });

  it('the detail of a user reads the newest 1,000 requests of the last 30 days, and states whether there are more', async () => {
    const { store, id } = await open();
    const logs = Array.from({ length: 1_050 }, (_, at) =>
      createLog(at % 3 === 0 ? ANN : 'Ann@Example.com', at * MINUTE_MS, { route: at < 1_000 ? '/new' : '/old' }),
    );
    await store.logs.addAll(id, [...logs, createLog('busy@example.com', 31 * DAY_MS)]);
    await foldTraffic(store);
    expect((await getDetail(store, id)).recent).toMatchObject({
      requests: 1_000,
      complete: false,
      since: logs[999]?.timestamp,
      topEndpoints: [{ method: 'GET', route: '/new', requests: 1_000, errors: 0 }],
      lastErrors: [],
    });
    expect((await getDetail(store, id, 'busy@example.com')).recent).toEqual({
      requests: 0,
      complete: true,
      since: null,
      topEndpoints: [],
      lastErrors: [],
    });
  });

  it('the detail of a user lists the newest deliveries of hints, with their outcome', async () => {
    const { store, id } = await open();
    const hintIds: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const hint = await store.hints.create(id, { ...hintInput.parse(HINT), title: `Hint ${at}` }, `key ${at}`);
      if ('id' in hint) hintIds.push(hint.id);
    }
    const createDelivery = (hint: number, groupEmail: string, daysAgo: number, withheld = false) =>
      createLog(groupEmail, daysAgo, {
        status: 404,
        recoveryHintId: hintIds[hint] ?? '',
        response: { recovery: { hint: hintIds[hint], sentIn: withheld ? [] : ['body'], withheld } },
      });
    await store.logs.addAll(id, [
      createDelivery(0, ANN, 5 * MINUTE_MS),
      createDelivery(1, 'Ann@Example.com', 3 * DAY_MS),
      createLog('Ann@Example.com', 3 * DAY_MS - MINUTE_MS),
      createDelivery(2, ANN, 4 * DAY_MS, true),
      ...hintIds.map((_, hint) => createDelivery(hint, ANN, 5 * DAY_MS + hint * MINUTE_MS)),
      createDelivery(3, 'joe@example.com', 2 * DAY_MS),
    ]);
    await foldTraffic(store);
    const { hints } = await getDetail(store, id);
    expect(hints).toHaveLength(10);
    const endpoint = { method: 'GET', route: LOG.route };
    expect(hints.slice(0, 4)).toEqual([
      { hintId: hintIds[0], title: 'Hint 0', ...endpoint, at: getTimeAt(5), withheld: false, recovered: null },
      { hintId: hintIds[1], title: 'Hint 1', ...endpoint, at: getTimeAt(3 * 1_440), withheld: false, recovered: true },
      { hintId: hintIds[2], title: 'Hint 2', ...endpoint, at: getTimeAt(4 * 1_440), withheld: true, recovered: false },
      { hintId: hintIds[0], title: 'Hint 0', ...endpoint, at: getTimeAt(5 * 1_440), withheld: false, recovered: false },
    ]);
    expect((await getDetail(store, id, 'joe@example.com')).hints).toMatchObject([{ title: 'Hint 3' }]);
  });
});

function getTimeAt(minutesAgo: number): string {
  return new Date(NOW - minutesAgo * MINUTE_MS).toISOString();
}

describe('the notations of an email address', () => {
  it('at most ten other notations of an email address are stored', async () => {
    const { store, id } = await open();
    const spellings = Array.from({ length: 15 }, (_, at) => `${ANN.slice(0, at)}${ANN.slice(at).toUpperCase()}`);
    for (const spelling of spellings) {
      await store.logs.add(id, createLog(spelling, 0));
      await foldTraffic(store);
    }
    const { groupEmails, recent } = await getDetail(store, id);
    expect(groupEmails[0]).toBe(ANN);
    expect(groupEmails).toHaveLength(11);
    expect(new Set(groupEmails).size).toBe(11);
    expect(recent.requests).toBeGreaterThanOrEqual(10);
  });

  it('the email notations of users of an older version are looked up in the logs, even after an interruption', async (context) => {
    skipWithoutLogsInBackups(context);
    const { store, id } = await open();
    await store.logs.addAll(id, [
      ...SPELLINGS.map((spelling) => createLog(spelling, MINUTE_MS)),
      ...Array.from({ length: 30 }, (_, at) => createLog(`User${at}@Example.com`, MINUTE_MS)),
    ]);
    await foldTraffic(store);
    const { store: older } = await restoreWithoutSpellings(store);
    expect((await getDetail(older, id)).groupEmails).toEqual([ANN]);
    await findSpellings(older, id, AbortSignal.abort());
    expect(await older.users.setUnknownSpellings(id, new Map(), 0)).toBe(0);
    expect(await older.users.hasUnknownSpellings(id)).toBe(true);
    // These logs arrive before the check, which must also find their forms of the email address.
    await older.logs.add(id, createLog('aNN@example.com', 0));
    await foldTraffic(older);
    await assessUsers(older, NOW);
    expect(await older.users.hasUnknownSpellings(id)).toBe(false);
    const expected = [...SPELLINGS, 'aNN@example.com'];
    expect((await getDetail(older, id)).groupEmails.toSorted()).toEqual(expected.toSorted());
    expect((await getDetail(older, id)).recent.requests).toBe(expected.length);
    expect((await getDetail(older, id, 'user29@example.com')).groupEmails).toContain('User29@Example.com');
  });

  it('retention and erasure remove all stored forms of an email address', async () => {
    const { store, rows, id } = await open();
    await store.logs.addAll(id, [createLog('Old@Example.com', 40 * DAY_MS), createLog('Gone@Example.com', 0)]);
    await foldTraffic(store);
    await pruneLogs(store, 30, PRUNE_CONTEXT, { now: NOW });
    expect(await getDetail(store, id, 'old@example.com')).toMatchObject({ groupEmail: null, groupEmails: [] });
    await store.erasures.request(id, getUserId(id, 'gone@example.com'));
    await eraseUsers(store);
    expect(JSON.stringify(await rows('SELECT * FROM callers'))).not.toMatch(/old@|gone@/i);
  });
});

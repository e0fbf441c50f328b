import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { LOG, populate } from '../../http/service.fixture.ts';
import { eraseUsers } from '../erase-users.ts';
import { foldTraffic, rebuildTraffic } from '../fold-traffic.ts';
import type { NewLogRecord } from '../logs.ts';
import { pruneLogs } from '../retention.ts';
import type { Store } from '../store.ts';
import { getCallerId, getMinute } from '../traffic/traffic-delta.ts';
import { createProject } from './accounts.fixture.ts';
import { openTestStore } from './database.fixture.ts';
import { createRandom } from './random.fixture.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 15, 12, 30);
const EVER = { from: getMinute('2020-01-01T00:00:00Z'), to: getMinute('2030-01-01T00:00:00Z') };
const ANN = 'ann@example.com';

async function open() {
  const { store, another, rows } = await openTestStore();
  const { id } = await createProject(store, (await populate(store)).ann);
  return { store, another, rows, id };
}

const createLog = (groupEmail: string | null, more: Partial<NewLogRecord> = {}): NewLogRecord => ({
  ...LOG,
  groupEmail,
  timestamp: new Date(NOW).toISOString(),
  ...more,
});

/** Returns the number of requests of every user by day, as stored. */
async function getCounts(store: Store, projectId: string): Promise<Record<string, number>> {
  const { items } = await store.callers.list(projectId, { sort: 'requests', limit: 500 });
  const counts: Record<string, number> = {};
  for (const { id } of items) {
    for (const { day, n } of await store.callers.days(projectId, id, EVER)) counts[`${id} ${day}`] = n;
  }
  return counts;
}

async function getRequests(store: Store, projectId: string): Promise<number> {
  const totals = await store.traffic.totals(projectId, [{ ...EVER, grain: 1_440 }], {});
  return [...totals.values()].reduce((sum, { n }) => sum + n, 0);
}

describe('erasing users', () => {
  it('erasing a user removes the address from logs and deletes the record, counts and hint deliveries', async () => {
    const { store, rows, id } = await open();
    const bob = createLog('bob@example.com', { url: '/users/bob@example.com', request: { from: ANN } });
    await store.logs.addAll(id, [
      createLog(' Ann@Example.com', {
        url: '/users/ann%40example.com',
        request: { body: `by ${ANN}` },
        response: [ANN],
      }),
      createLog(ANN, { url: '/pets' }),
      bob,
    ]);
    await foldTraffic(store);
    const ann = getCallerId(id, ANN);
    expect(await store.erasures.request(id, ann)).toMatchObject({ finishedAt: null, logs: 0 });
    expect(await eraseUsers(store)).toBe(1);
    const job = await store.erasures.get(id, ann);
    expect(job).toMatchObject({ finishedAt: expect.any(String), logs: 2 });
    expect(await store.erasures.request(id, ann)).toEqual(job);

    expect(await store.callers.get(id, ann)).toBeUndefined();
    expect(await getCounts(store, id)).toEqual({
      [`${getCallerId(id, 'bob@example.com')} ${getMinute('2026-06-15')}`]: 1,
    });
    expect(await rows('SELECT url, request, response FROM logs WHERE group_email IS NULL ORDER BY number')).toEqual([
      { url: '/users/erased', request: '{"body":"by erased"}', response: '["erased"]' },
      expect.objectContaining({ url: '/pets' }),
    ]);
    const search = async (urlContains: string) => (await store.logs.search(id, { urlContains }, { limit: 9 })).items;
    expect(await search('ann%40')).toEqual([]);
    expect(await search('/users/erased')).toHaveLength(1);
    // The logs of other users do not change, and the counts still include every request.
    expect((await store.logs.search(id, { groupEmail: bob.groupEmail ?? '' }, { limit: 9 })).items).toHaveLength(1);
    expect(await getRequests(store, id)).toBe(3);
  });

  it('requesting the erasure of an unknown user does nothing', async () => {
    const { store, id } = await open();
    expect(await store.erasures.request(id, 'usr_0')).toBeUndefined();
    expect(await store.erasures.get(id, 'usr_0')).toBeUndefined();
    expect(await eraseUsers(store)).toBe(0);
  });

  it('an erasure includes logs that arrive until it is finished, and can be requested again later', async () => {
    const { store, rows, id } = await open();
    const ann = getCallerId(id, ANN);
    await store.logs.add(id, createLog(ANN));
    await foldTraffic(store);
    await store.erasures.request(id, ann);
    // This log contains a spelling of the address that was unknown when the logs were searched.
    await store.logs.add(id, createLog('ANN@example.com'));
    expect(await store.erasures.eraseLogs(id, ann, ANN)).toBe(1);
    expect(await store.erasures.eraseLogs(id, ann, ANN)).toBe(0);
    expect(await store.erasures.finish(id, ann)).toBe(false);
    expect(await store.erasures.finish(id, ann)).toBe(true);
    expect(await rows('SELECT id FROM logs WHERE group_email IS NOT NULL')).toEqual([]);

    await store.logs.add(id, createLog(ANN));
    await foldTraffic(store);
    expect(await getCounts(store, id)).toEqual({ [`${ann} ${getMinute('2026-06-15')}`]: 1 });
    expect(await store.erasures.request(id, ann)).toMatchObject({ finishedAt: null, logs: 0 });
    expect(await eraseUsers(store)).toBe(1);
    expect(await getCounts(store, id)).toEqual({});
  });

  it('two concurrent processes can complete an interrupted erasure', async () => {
    const { store, another, rows, id } = await open();
    const other = await another();
    const ann = getCallerId(id, ANN);
    // The number of logs exceeds the limit of one transaction.
    await store.logs.addAll(
      id,
      Array.from({ length: 450 }, () => createLog(ANN)),
    );
    await foldTraffic(store);
    await store.erasures.request(id, ann);
    expect(await store.erasures.eraseLogs(id, ann, ANN)).toBeLessThan(450);
    const left = await rows('SELECT id FROM logs WHERE group_email IS NOT NULL');
    expect(left.length).toBeGreaterThan(0);
    await Promise.all([eraseUsers(store), eraseUsers(other)]);
    expect(await store.erasures.get(id, ann)).toMatchObject({ finishedAt: expect.any(String), logs: 450 });
    expect(await rows('SELECT id FROM logs WHERE group_email IS NOT NULL')).toEqual([]);
    expect(await getCounts(store, id)).toEqual({});
    expect(await getRequests(store, id)).toBe(450);
  });

  it('a backup includes erasure jobs', async () => {
    const { store, id } = await open();
    const ann = getCallerId(id, ANN);
    await store.logs.add(id, createLog(ANN));
    await foldTraffic(store);
    const job = await store.erasures.request(id, ann);
    const lines: Parameters<Parameters<typeof store.backup.each>[0]>[0][] = [];
    await store.backup.each(async (row) => void lines.push(row));
    const { store: restored } = await openTestStore();
    await restored.backup.restore(
      (async function* () {
        yield* lines;
      })(),
    );
    expect(await restored.erasures.get(id, ann)).toEqual(job);
    expect(await eraseUsers(restored)).toBe(1);
    expect(await getCounts(restored, id)).toEqual({});
  });
});

describe('request and user counts', () => {
  const batches = selectByTier(15, 1_000);

  it(`request and user counts equal a recount after ${batches} batches, prunes and interrupted erasures`, async () => {
    const { store, another, id } = await open();
    const other = await another();
    const random = createRandom(18);
    const pick = (count: number) => Math.floor(random() * count);
    let logs: { readonly email: string; readonly day: number; user: string | null }[] = [];
    let erasing = '';
    const finishErasure = async () => {
      await Promise.all([eraseUsers(store), eraseUsers(other)]);
      logs = logs.map((log) => (log.user === erasing ? { ...log, user: null } : log));
      erasing = '';
    };
    for (let batch = 0; batch < batches; batch += 1) {
      const records = Array.from({ length: 1 + pick(8) }, () =>
        createLog(`${['User', 'USER'][pick(2)]}${pick(12)}@example.com`, {
          timestamp: new Date(NOW - random() * 20 * DAY_MS).toISOString(),
        }),
      );
      await store.logs.addAll(id, records);
      for (const { groupEmail, timestamp } of records) {
        const email = (groupEmail ?? '').toLowerCase();
        const day = Math.floor(Date.parse(timestamp) / DAY_MS) * 1_440;
        logs.push({ email, day, user: getCallerId(id, email) });
      }
      if (random() < 0.3) await Promise.all([store.traffic.fold(id, 3), other.traffic.fold(id, 2)]);
      if (random() < 0.02) await pruneLogs(store, 20 - (10 * batch) / batches, { now: NOW });
      const address = records[0]?.groupEmail ?? '';
      if (erasing === '' && random() < 0.1) {
        erasing = getCallerId(id, address);
        expect(await store.erasures.request(id, erasing)).toMatchObject({ finishedAt: null });
        // The test simulates a process that ends after the first step of the erasure.
        await store.erasures.eraseLogs(id, erasing, address);
      } else if (erasing !== '' && random() < 0.4) await finishErasure();
    }
    if (erasing !== '') await finishErasure();
    await foldTraffic(store);
    const expected: Record<string, number> = {};
    for (const { user, day } of logs) if (user) expected[`${user} ${day}`] = (expected[`${user} ${day}`] ?? 0) + 1;
    expect(await getCounts(store, id)).toEqual(expected);
    expect(await getRequests(store, id)).toBe(logs.length);
    expect(logs.filter(({ user }) => user === null).length).toBeGreaterThan(batches / 10);
    await rebuildTraffic(store, id);
    expect(await getCounts(store, id)).toEqual(expected);
    expect(await getRequests(store, id)).toBe(logs.length);
  });
});

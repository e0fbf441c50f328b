import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { createReport } from '../../../areas/feedback/report.fixture.ts';
import type { NewLogRecord } from '../../../areas/logs/store.ts';
import { listLogColumns } from '../../../areas/logs/tables.ts';
import { pruneLogs } from '../../../areas/maintenance/retention.ts';
import { foldTraffic, rebuildTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { hintInput } from '../../../areas/recovery/store.ts';
import { eraseUsers } from '../../../areas/users/erase-users.ts';
import { type ServiceStore, TABLES } from '../../../areas.ts';
import { LOG, populate } from '../../../testing/service.fixture.ts';
import { decodeLevels } from '../../personal-data/decode-escapes.ts';
import { getUserId } from '../../personal-data/user-id.ts';
import { getMinute } from '../../time/minutes.ts';
import type { ColumnContent } from '../column.ts';
import { listContents, listErasedTables } from '../table.ts';
import { createProject, PRUNE_CONTEXT } from './accounts.fixture.ts';
import { openTestStore, type TestRow } from './database.fixture.ts';
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
async function getCounts(store: ServiceStore, projectId: string): Promise<Record<string, number>> {
  const { items } = await store.users.list(projectId, { sort: 'requests', limit: 500 });
  const counts: Record<string, number> = {};
  for (const { id } of items) {
    for (const { day, n } of await store.users.days(projectId, id, EVER)) counts[`${id} ${day}`] = n;
  }
  return counts;
}

async function getRequests(store: ServiceStore, projectId: string): Promise<number> {
  const totals = await store.traffic.totals(projectId, [{ ...EVER, grain: 1_440 }], {});
  return [...totals.values()].reduce((sum, { n }) => sum + n, 0);
}

/** Returns the counts by endpoint, error and environment, sorted by name. */
async function readNames(store: ServiceStore, projectId: string) {
  const segments = [{ ...EVER, grain: 1_440 as const }];
  const endpoints = await store.traffic.byEndpoint(projectId, segments, {});
  const durations = await store.traffic.durations(projectId, segments, {}, endpoints);
  const byEnvironment: Record<string, number> = {};
  for (const environment of ['{email}', 'production']) {
    const [total] = (await store.traffic.totals(projectId, segments, { environment })).values();
    byEnvironment[environment] = total?.n ?? 0;
  }
  return {
    endpoints: endpoints
      .map((each, index) => ({ ...each, durations: durations[index] }))
      .sort((a, b) => (a.route < b.route ? -1 : 1)),
    errors: (await store.traffic.errors(projectId, EVER)).sort((a, b) =>
      JSON.stringify([a.route, a.errorCode]) < JSON.stringify([b.route, b.errorCode]) ? -1 : 1,
    ),
    byEnvironment,
  };
}

describe('erasing users', () => {
  it('erasing a user removes the email address from logs, and deletes the user and the counts', async () => {
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
    const ann = getUserId(id, ANN);
    expect(await store.erasures.request(id, ann)).toMatchObject({ finishedAt: null, logs: 0 });
    expect(await eraseUsers(store)).toBe(1);
    const job = await store.erasures.get(id, ann);
    // Two logs of the user, and one log of another user that contains the email address.
    expect(job).toMatchObject({ finishedAt: expect.any(String), logs: 3 });
    expect(await store.erasures.request(id, ann)).toEqual(job);

    expect(await store.users.get(id, ann)).toBeUndefined();
    expect(await getCounts(store, id)).toEqual({
      [`${getUserId(id, 'bob@example.com')} ${getMinute('2026-06-15')}`]: 1,
    });
    expect(await rows('SELECT url, request, response FROM logs WHERE group_email IS NULL ORDER BY number')).toEqual([
      { url: '/users/erased', request: '{"body":"by erased"}', response: '["erased"]' },
      expect.objectContaining({ url: '/pets' }),
    ]);
    const search = async (urlContains: string) => (await store.logs.search(id, { urlContains }, { limit: 9 })).items;
    expect(await search('ann%40')).toEqual([]);
    expect(await search('/users/erased')).toHaveLength(1);
    // The logs of other users keep their user, and the counts still include every request.
    expect(await rows('SELECT group_email, url, request FROM logs WHERE group_email IS NOT NULL')).toEqual([
      { group_email: bob.groupEmail, url: bob.url, request: '{"from":"erased"}' },
    ]);
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
    const ann = getUserId(id, ANN);
    await store.logs.add(id, createLog(ANN));
    await foldTraffic(store);
    await store.erasures.request(id, ann);
    // This log contains a form of the email address that was unknown when the logs were searched.
    await store.logs.add(id, createLog('ANN@example.com', { errorCode: `e:${ANN}`, route: `/u/${ANN}` }));
    expect(await store.erasures.eraseLogs(id, ann, ANN)).toBe(true);
    expect(await store.erasures.get(id, ann)).toMatchObject({ logs: 1 });
    expect(await store.erasures.finish(id, ann)).toBe(true);
    await store.erasures.complete(id, ann);
    expect(JSON.stringify(await readNames(store, id))).not.toContain(ANN);
    expect(await rows('SELECT id FROM logs WHERE group_email IS NOT NULL')).toEqual([]);

    await store.logs.add(id, createLog(ANN));
    await foldTraffic(store);
    expect(await getCounts(store, id)).toEqual({ [`${ann} ${getMinute('2026-06-15')}`]: 1 });
    expect(await store.erasures.request(id, ann)).toMatchObject({ finishedAt: null, logs: 0 });
    expect(await eraseUsers(store)).toBe(1);
    expect(await getCounts(store, id)).toEqual({});
  });

  it('an erasure ends although its user and others send requests between all of its steps', async () => {
    const { store, rows, id } = await open();
    const ann = getUserId(id, ANN);
    await store.logs.addAll(id, [createLog(ANN), createLog('bob@example.com', { url: `/users/${ANN}` })]);
    await foldTraffic(store);
    await store.erasures.request(id, ann);
    let steps = 0;
    const sendAfter = <Port extends object>(port: Port, ...names: readonly (keyof Port)[]): Port => {
      const replaced = names.map((name) => {
        const run = port[name] as (...given: unknown[]) => Promise<unknown>;
        const runAndSend = async (...given: unknown[]) => {
          steps += 1;
          if (steps > 100) throw new Error('the erasure does not end');
          const result = await run(...given);
          await store.logs.addAll(id, [createLog(ANN), createLog('bob@example.com')]);
          return result;
        };
        return [name, runAndSend];
      });
      return { ...port, ...Object.fromEntries(replaced) };
    };
    const busyStore: ServiceStore = {
      ...store,
      erasures: sendAfter(store.erasures, 'addresses', 'eraseLogs', 'eraseMentions', 'eraseNames'),
      traffic: sendAfter(store.traffic, 'fold'),
    };
    expect(await eraseUsers(busyStore)).toBe(1);
    expect(await rows('SELECT url FROM logs WHERE group_email IS NOT NULL GROUP BY url')).not.toContainEqual({
      url: `/users/${ANN}`,
    });
    expect(await rows(`SELECT id FROM logs WHERE group_email = '${ANN}'`)).toEqual([]);
    await foldTraffic(store);
    expect(await getRequests(store, id)).toBe(2 + 2 * steps);
  });

  it('two concurrent processes can complete an interrupted erasure', async () => {
    const { store, another, rows, id } = await open();
    const other = await another();
    const ann = getUserId(id, ANN);
    // The number of logs exceeds the limit of one transaction.
    await store.logs.addAll(
      id,
      Array.from({ length: 450 }, () => createLog(ANN)),
    );
    await foldTraffic(store);
    await store.erasures.request(id, ann);
    expect(await store.erasures.eraseLogs(id, ann, ANN)).toBe(false);
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
    const ann = getUserId(id, ANN);
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

describe('an erased email address', () => {
  const SECRET = 'zqann@secret.example';
  const SPELLINGS = [SECRET, 'ZQAnn@Secret.Example', 'zqann%40secret.example', 'zqann%2540secret.example'];
  const ERASED_CONTENTS: readonly ColumnContent[] = [
    'user',
    'of-user',
    'address',
    'captured',
    'route',
    'name',
    'pending',
  ];

  const CAPTURED_PROPERTIES = listLogColumns(({ content }) => ['captured', 'name', 'route'].includes(content)).map(
    ({ property }) => property,
  );

  /** Returns a log that contains the email address in every column that a client can set. */
  const createFullLog = (groupEmail: string, spelling: string): NewLogRecord =>
    createLog(groupEmail, {
      ...Object.fromEntries(CAPTURED_PROPERTIES.map((property) => [property, `e:${spelling}`])),
      method: `GET ${spelling}`,
      url: `/users/${spelling}`,
      route: `/u/${spelling}/pets`,
      request: { body: spelling },
      response: [spelling],
    });

  async function openFull() {
    const openedStore = await open();
    const { store, id } = openedStore;
    const input = hintInput.parse({ title: 'Hint', match: { status: 404 }, steps: [{ do: 'wait', text: 'Wait' }] });
    const hint = await store.hints.create(id, input, 'key');
    const hintId = 'id' in hint ? hint.id : '';
    for (const [index, spelling] of SPELLINGS.entries()) {
      await store.logs.add(id, createFullLog(index < 2 ? spelling : SECRET, spelling));
      await store.logs.add(id, createFullLog('bob@example.com', spelling));
      // In half of the cases, the name without the email address already exists, so that the counts are added to it.
      if (index % 2 === 0)
        await store.logs.add(id, createLog('bob@example.com', { route: '/u/{id}/pets', errorCode: 'e:{email}' }));
    }
    for (const groupEmail of [SECRET, 'bob@example.com'])
      await store.logs.add(id, { ...createFullLog(groupEmail, SECRET), recoveryHintId: hintId });
    await foldTraffic(store);
    const user = getUserId(id, SECRET);
    await store.users.update(id, user, { name: SECRET, note: `wrote to ${SECRET}` });
    for (const userId of [user, null])
      await store.feedback.report(
        id,
        createReport({ userId, reporter: user, about: { type: 'page', ref: SECRET }, detail: SECRET }),
      );
    await store.mcpTools.askForIntent(id, true);
    const intent = { tool: 'search_context', client: 'test', intent: SECRET, at: new Date().toISOString() };
    await store.mcpTools.addIntents(id, [intent]);
    return { ...openedStore, user };
  }

  /** Lists the columns that contain the email address in any form, or the id of the user. */
  async function listColumnsWith(rows: (sql: string) => Promise<TestRow[]>, user: string): Promise<string[]> {
    const foundUsers = new Set<string>();
    for (const table of listErasedTables(TABLES)) {
      for (const row of await rows(`SELECT * FROM ${table}`)) {
        for (const [column, value] of Object.entries(row)) {
          const levels = [...decodeLevels(String(value))].map(({ text }) => text.toLowerCase());
          if (levels.some((text) => text.includes('zqann') || text === user)) foundUsers.add(`${table}.${column}`);
        }
      }
    }
    return [...foundUsers].sort();
  }

  it('no column contains an erased email address, and counts of names that contained it are added to other names', async () => {
    const { store, rows, id, user } = await openFull();
    await store.logs.add(id, createFullLog(SECRET, SECRET));
    const declaredColumns = TABLES.flatMap((table) =>
      listContents(table, ERASED_CONTENTS).map((column) => `${table.name}.${column}`),
    );
    // The test data contains the email address in all declared columns, and in no other column. The method is excluded, because only older versions
    // counted arbitrary methods separately.
    expect([...(await listColumnsWith(rows, user)), 'endpoints.method'].sort()).toEqual(declaredColumns.sort());
    const before = await readCounts(store, id);
    await store.erasures.request(id, user);
    expect(await eraseUsers(store)).toBe(1);
    expect(await listColumnsWith(rows, user)).toEqual([]);
    const after = await readCounts(store, id);
    expect(after.totals).toEqual(before.totals);
    expect(after.errors).toEqual({ '_OTHER e:{email}': expect.any(Number), 'GET e:{email}': 2 });
    expect(Object.keys(after.endpoints).sort()).toEqual(['GET /u/{id}/pets', '_OTHER /u/{id}/pets']);
    expect(sum(after.endpoints)).toBe(sum(before.endpoints));
    expect(sum(after.errors)).toBe(sum(before.errors));
    // Rebuilding the counts from the logs creates the same names.
    await rebuildTraffic(store, id);
    expect(await readCounts(store, id)).toEqual(after);
  });

  it('an erasure that was interrupted at any step removes the email address after it is resumed', async () => {
    for (let steps = 1; ; steps += selectByTier(3, 1)) {
      const { store, rows, id, user } = await openFull();
      await store.erasures.request(id, user);
      let checks = 0;
      const { signal } = new AbortController();
      // The signal is aborted at one of the moments at which the erasure checks it.
      Object.defineProperty(signal, 'aborted', {
        get() {
          checks += 1;
          return checks > steps;
        },
      });
      if ((await eraseUsers(store, signal)) === 1) break;
      expect(await eraseUsers(store)).toBe(1);
      expect(await store.erasures.get(id, user)).toMatchObject({ finishedAt: expect.any(String) });
      expect(await listColumnsWith(rows, user), `after ${steps} steps`).toEqual([]);
    }
  });

  it('the totals do not change while logs arrive and are counted during an erasure', async () => {
    const { store, another, rows, id, user } = await openFull();
    const other = await another();
    const before = await readCounts(store, id);
    await store.erasures.request(id, user);
    let isErased = false;
    let addedCount = 0;
    const observedTotals: number[] = [];
    const send = async () => {
      while (!isErased || addedCount < 20) {
        await other.logs.add(id, createLog('bob@example.com', { route: '/u/{id}/pets', errorCode: 'e:{email}' }));
        addedCount += 1;
        await other.traffic.fold(id, 2);
        observedTotals.push(sum((await readCounts(other, id)).endpoints) - addedCount);
      }
    };
    const sendPromise = send();
    await Promise.all([eraseUsers(store), eraseUsers(other)]);
    isErased = true;
    await sendPromise;
    expect(new Set(observedTotals)).toEqual(new Set([sum(before.endpoints)]));
    expect(await listColumnsWith(rows, user)).toEqual([]);
    expect(sum((await readCounts(store, id)).errors)).toBe(sum(before.errors) + addedCount);
  });

  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, n) => total + n, 0);

  async function readCounts(store: ServiceStore, projectId: string) {
    const segments = [{ ...EVER, grain: 1_440 as const }];
    const endpoints: Record<string, number> = {};
    for (const { method, route, n } of await store.traffic.byEndpoint(projectId, segments, {}))
      endpoints[`${method} ${route}`] = n;
    const errors: Record<string, number> = {};
    for (const { method, errorCode, n } of await store.traffic.errors(projectId, EVER)) {
      const name = `${method} ${errorCode}`;
      errors[name] = (errors[name] ?? 0) + n;
    }
    const totals = [...(await store.traffic.totals(projectId, segments, {})).values()];
    return { endpoints, errors, totals };
  }
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
      const names = JSON.stringify(await readNames(store, id)).match(/user\d+@example\.com/gi) ?? [];
      expect(names.filter((name) => getUserId(id, name) === erasing)).toEqual([]);
      erasing = '';
    };
    for (let batch = 0; batch < batches; batch += 1) {
      const records = Array.from({ length: 1 + pick(8) }, () => {
        const mentionedEmail = `user${pick(12)}@example.com`;
        return createLog(`${['User', 'USER'][pick(2)]}${pick(12)}@example.com`, {
          timestamp: new Date(NOW - random() * 20 * DAY_MS).toISOString(),
          durationMs: pick(100),
          // Some names contain an email address of this user or of another user.
          ...(random() < 0.3 && { route: `/u/${mentionedEmail}` }),
          ...(random() < 0.3 && { errorCode: `e:${mentionedEmail}` }),
          ...(random() < 0.1 && { environment: mentionedEmail }),
        });
      });
      await store.logs.addAll(id, records);
      for (const { groupEmail, timestamp } of records) {
        const email = (groupEmail ?? '').toLowerCase();
        const day = Math.floor(Date.parse(timestamp) / DAY_MS) * 1_440;
        logs.push({ email, day, user: getUserId(id, email) });
      }
      if (random() < 0.3) await Promise.all([store.traffic.fold(id, 3), other.traffic.fold(id, 2)]);
      if (random() < 0.02) await pruneLogs(store, 20 - (10 * batch) / batches, PRUNE_CONTEXT, { now: NOW });
      const address = records[0]?.groupEmail ?? '';
      if (erasing === '' && random() < 0.3) {
        erasing = getUserId(id, address);
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
    const before = await readNames(store, id);
    expect(before.endpoints.reduce((total, { n }) => total + n, 0)).toBe(logs.length);
    expect(before.errors.reduce((total, { n }) => total + n, 0)).toBe(logs.length);
    await rebuildTraffic(store, id);
    expect(await getCounts(store, id)).toEqual(expected);
    expect(await getRequests(store, id)).toBe(logs.length);
    expect(await readNames(store, id)).toEqual(before);
  });
});

import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import type { LogSearchLimits } from '../../../areas/logs/log-search.ts';
import { type LogSearch, logIdFrom, type NewLogRecord } from '../../../areas/logs/store.ts';
import type { ServiceStore } from '../../../areas.ts';
import { LOG, populate, SECOND_PROJECT } from '../../../testing/service.fixture.ts';
import { CursorError } from '../cursor.ts';
import { createProject } from './accounts.fixture.ts';
import { openTestStore, testBackend } from './database.fixture.ts';

const COUNT = 600;
/** Timeout in milliseconds that no lookup exceeds, even on a busy machine. */
const LOOKUP_TIMEOUT_MS = 60_000;
const minute = (number: number) => new Date(Date.UTC(2026, 2, 1, 0, number)).toISOString();

/** Logs in random order. Every third log has the same time as the previous one. */
const LOGS: readonly NewLogRecord[] = Array.from({ length: COUNT }, (_, index) => {
  const number = (index * 7) % COUNT;
  return {
    ...LOG,
    status: [200, 404, 500][number % 3] ?? 200,
    method: ['GET', 'POST'][number % 2] ?? 'GET',
    url: `https://api.example.com/${number % 50 === 0 ? 'rare' : 'pets'}/${number}`,
    groupEmail: number % 5 === 0 ? null : spellAddress(`team${number % 4}@example.com`, number),
    timestamp: minute(number - (number % 3 === 2 ? 1 : 0)),
    durationMs: number % 7 === 0 ? null : number / 2,
    route: number % 6 === 0 ? null : `/${number % 2 === 0 ? 'pets' : 'orders'}/{id}`,
    userAgent: [null, 'claude-code/2.1', 'curl/8.5.0', 'Googlebot/2.1'][number % 4] ?? null,
    errorCode: number % 3 === 1 ? `code_${number % 5}` : null,
    environment: number % 8 === 0 ? 'staging' : 'production',
    traceId: number % 10 === 0 ? `trace${number % 30}` : null,
    recoveryHintId: number % 11 === 0 ? 'hint_1' : null,
    request: { number },
    response: null,
  };
});

/** Returns a random form of an email address. All forms identify the same user. */
function spellAddress(address: string, number: number): string {
  return [address, address.toUpperCase(), ` ${address} `][number % 3] ?? address;
}

async function openWithLogs(limits?: LogSearchLimits) {
  const { store, database } = await openTestStore();
  const keys = await populate(store);
  const project = await createProject(store, keys.ann);
  const seed = await store.logs.addAll(project.id, LOGS);
  const ids = LOGS.map((_log, index) => logIdFrom(seed, index));
  let searchingStore: ServiceStore = store;
  if (limits) {
    const { openSqliteStore } = await import('../../../open-store.ts');
    await store.close();
    searchingStore =
      testBackend().name === 'sqlite'
        ? openSqliteStore(database.name, { logSearch: limits })
        : ((await testBackend().open?.(database.name, { logSearch: limits })) ?? throwUnlimited());
  }
  /** Returns the ids of the logs on all pages, and the number of pages. */
  const searchAll = async (search: LogSearch, limit: number) => {
    const findings: string[] = [];
    let pages = 0;
    let cursor: string | undefined;
    do {
      const page = await searchingStore.logs.search(project.id, search, { limit, cursor });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      findings.push(...page.items.map(({ id }) => id));
      cursor = page.next ?? undefined;
      pages += 1;
    } while (cursor !== undefined);
    return { found: findings, pages };
  };
  return { store: searchingStore, project, keys, ids, all: searchAll, close: () => searchingStore.close() };
}

function throwUnlimited(): never {
  throw new Error('the backend of this test cannot open a store with limits');
}

function throwUnknownLog(id: string): never {
  throw new Error(`there is no log ${id}`);
}

/** Returns the expected ids, computed by filtering all logs. */
function selectExpected(ids: readonly string[], search: LogSearch): string[] {
  const hits = LOGS.map((log, index) => ({ ...log, index, id: ids[index] ?? '' })).filter(
    ({ status, method, url, groupEmail, timestamp }) =>
      (search.status === undefined || status === search.status) &&
      (search.method === undefined || method === search.method) &&
      (search.urlContains === undefined || url.includes(search.urlContains)) &&
      (search.groupEmail === undefined || groupEmail?.trim().toLowerCase() === search.groupEmail) &&
      (search.since === undefined || timestamp >= search.since) &&
      (search.until === undefined || timestamp <= search.until),
  );
  hits.sort((a, b) => (a.timestamp === b.timestamp ? b.index - a.index : a.timestamp < b.timestamp ? 1 : -1));
  return hits.map(({ id }) => id);
}

const FILTERS: LogSearch = {
  status: 404,
  method: 'POST',
  urlContains: 'pets',
  groupEmail: 'team3@example.com',
  since: minute(100),
  until: minute(500),
};

/** Filters that are not in `FILTERS`. The test uses each of them separately, with one other filter, and with all filters above. */
const MORE_FILTERS: readonly [LogSearch, (log: NewLogRecord) => boolean][] = [
  [{ statusClass: '4xx' }, ({ status }) => status === 404],
  [{ statusClass: '3xx' }, () => false],
  [{ route: '/pets/{id}' }, ({ route }) => route === '/pets/{id}'],
  [{ clientKind: 'agent' }, ({ userAgent }) => userAgent?.startsWith('claude') === true],
  [{ clientKind: 'bot' }, ({ userAgent }) => userAgent?.startsWith('Google') === true],
  [{ clientKind: 'person' }, ({ userAgent }) => userAgent?.startsWith('curl') === true],
  [{ errorCode: 'code_2' }, ({ errorCode }) => errorCode === 'code_2'],
  [{ environment: 'staging' }, ({ environment }) => environment === 'staging'],
  [{ traceId: 'trace10' }, ({ traceId }) => traceId === 'trace10'],
  [{ recoveryHintId: 'hint_1' }, ({ recoveryHintId }) => recoveryHintId === 'hint_1'],
  [{ minDurationMs: 200 }, ({ durationMs }) => durationMs !== null && durationMs >= 200],
];

/** Log searches with every combination of the six filters. */
const COMBINATIONS: LogSearch[] = Array.from({ length: 64 }, (_, bits) =>
  Object.fromEntries(Object.entries(FILTERS).filter((_entry, index) => bits & (1 << index))),
);

describe('logs.search', () => {
  it('log search finds the expected logs for every combination of filters, page size and batch size', async () => {
    for (const limits of [undefined, { time: 0, batchSize: 7, lookupTimeout: LOOKUP_TIMEOUT_MS }]) {
      const { ids, all, close } = await openWithLogs(limits);
      for (const search of sampleCases(COMBINATIONS, 9)) {
        const hits = selectExpected(ids, search);
        for (const limit of [37, 1_000]) expect((await all(search, limit)).found, JSON.stringify(search)).toEqual(hits);
      }
      await close();
    }
  });

  it('log search combines filters such as duration and route with all other filters', async () => {
    const { ids, all, close } = await openWithLogs({ time: 30, batchSize: 50, lookupTimeout: LOOKUP_TIMEOUT_MS });
    for (const [filter, fits] of MORE_FILTERS) {
      for (const others of [{}, { method: 'POST' }, { groupEmail: 'team2@example.com' }, { urlContains: '/5' }]) {
        const hits = selectExpected(ids, others).filter((id) => fits(LOGS[ids.indexOf(id)] ?? throwUnknownLog(id)));
        expect((await all({ ...others, ...filter }, 37)).found, JSON.stringify({ ...others, ...filter })).toEqual(hits);
      }
    }
    await close();
  });

  it.each([
    ['e', 600],
    ['/5', 111],
    ['rare', 12],
    ['RARE', 0],
    ['/rare/550', 1],
    ['example.com/pets/599', 1],
    ['%', 0],
    ['_', 0],
    ['zebra', 0],
    ['', 600],
  ])('log search finds URLs that contain %j, and matches the letter case', async (urlContains, count) => {
    const { ids, all, close } = await openWithLogs({ time: 30, batchSize: 50, lookupTimeout: LOOKUP_TIMEOUT_MS });
    const { found } = await all({ urlContains }, 25);
    expect(found).toEqual(selectExpected(ids, { urlContains }));
    expect(found).toHaveLength(count);
    await close();
  });

  it('log search returns an empty page with a cursor if the time limit ends before a match is found', async () => {
    // The text is too short for a lookup. ClickHouse tries a lookup for any search, unless it has no time.
    const { store, project, all, close } = await openWithLogs({ time: 0, batchSize: 50, lookupTimeout: 0 });
    const first = await store.logs.search(project.id, { urlContains: '~' }, { limit: 10 });
    expect(first).toEqual({ items: [], next: expect.any(String) });
    expect(await all({ urlContains: '~' }, 10)).toEqual({ found: [], pages: COUNT / 50 + 1 });
    await close();
  });

  it('log search uses the index for a rare text instead of scanning', async () => {
    const { all, close } = await openWithLogs({ time: 0, batchSize: 50, lookupTimeout: LOOKUP_TIMEOUT_MS });
    expect(await all({ urlContains: '/pets/7' }, 1_000)).toMatchObject({ pages: 1 });
    await close();
  });

  it('log search continues after a page even if logs are inserted and deleted in between', async () => {
    const { store, project, ids } = await openWithLogs();
    const first = await store.logs.search(project.id, {}, { limit: 10 });
    await store.logs.add(project.id, { ...LOG, timestamp: minute(10_000) });
    expect(await store.logs.prune(project.id, minute(5), 1_000)).toBe(6);
    const second = await store.logs.search(project.id, {}, { limit: 10, cursor: first.next ?? undefined });
    const found = [...first.items, ...second.items].map(({ id }) => id);
    expect(found).toEqual(selectExpected(ids, {}).slice(0, 20));
  });

  it.each([
    ['of another search', async (next: string) => ({ search: { status: 404 }, cursor: next })],
    ['that was modified', async (next: string) => ({ search: {}, cursor: `${next.slice(0, -4)}AAAA` })],
    ['that is invalid', async () => ({ search: {}, cursor: 'x' })],
    ['that is empty', async () => ({ search: {}, cursor: '' })],
  ])('log search rejects a cursor %s', async (_name, make) => {
    const { store, project } = await openWithLogs();
    const { next } = await store.logs.search(project.id, {}, { limit: 1 });
    const { search, cursor } = await make(next ?? '');
    await expect(store.logs.search(project.id, search, { limit: 1, cursor })).rejects.toBeInstanceOf(CursorError);
  });

  it('log search rejects a cursor of another project', async () => {
    const { store, keys, project } = await openWithLogs();
    const { next } = await store.logs.search(project.id, {}, { limit: 1 });
    const second = await createProject(store, keys.ann, SECOND_PROJECT);
    const foreign = store.logs.search(second.id, {}, { limit: 1, cursor: next ?? undefined });
    await expect(foreign).rejects.toBeInstanceOf(CursorError);
  });

  it.each<[string, LogSearch]>([
    ['without a filter', {}],
    ['with a filter', { status: 404 }],
    ['for a text that many URLs contain', { urlContains: 'large' }],
    ['for a rare text', { urlContains: 'rare' }],
  ])('a page of large logs ends early, and the pages contain every log once: a search %s', async (_name, search) => {
    const { store } = await openTestStore();
    const keys = await populate(store);
    const project = await createProject(store, keys.ann);
    const userAgent = 'x'.repeat(20_000);
    // Most logs are small, so that a rare text is looked up in the URL index.
    const logs = Array.from({ length: 900 }, (_, index) =>
      index % 3 === 0
        ? { ...LOG, userAgent, url: '/large/rare', timestamp: minute(index) }
        : { ...LOG, url: '/large', timestamp: minute(index) },
    );
    await store.logs.addAll(project.id, logs);
    const times: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.logs.search(project.id, search, { limit: 1_000, cursor });
      times.push(...page.items.map(({ timestamp }) => timestamp));
      sizes.push(JSON.stringify(page.items).length);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    const expected = logs.filter(({ url }) => search.urlContains === undefined || url.includes(search.urlContains));
    expect(times).toEqual(expected.map(({ timestamp }) => timestamp).reverse());
    expect(sizes.length).toBeGreaterThanOrEqual(6);
    expect(Math.max(...sizes)).toBeLessThan(1_400_000);
  });

  it('a page has at least one log, however large it is', async () => {
    const { store } = await openTestStore();
    const keys = await populate(store);
    const project = await createProject(store, keys.ann);
    for (const route of ['/a', '/b']) {
      await store.logs.add(project.id, { ...LOG, route, userAgent: 'x'.repeat(2_000_000) });
    }
    const first = await store.logs.search(project.id, {}, { limit: 1_000 });
    expect(first.items.map(({ route }) => route)).toEqual(['/b']);
    const last = await store.logs.search(project.id, {}, { limit: 1_000, cursor: first.next ?? '' });
    expect([last.items.map(({ route }) => route), last.next]).toEqual([['/a'], null]);
  });

  it.each(['\u0000', 'a\u0000b', '\uFFFE', '\uFFFE\uFDD0', '"', "'", '\\', '日本語', '😀😀😀', 'İıß'])(
    'log search finds URLs that contain %j',
    async (text) => {
      const { store } = await openTestStore();
      const keys = await populate(store);
      const project = await createProject(store, keys.ann);
      const with_ = await store.logs.add(project.id, { ...LOG, url: `/x/${text}/y` });
      await store.logs.add(project.id, { ...LOG, url: '/x/y' });
      const { items } = await store.logs.search(project.id, { urlContains: text }, { limit: 10 });
      expect(items.map(({ id, url }) => [id, url])).toEqual([[with_.id, `/x/${text}/y`]]);
    },
  );
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepPruned } from '../../../areas/maintenance/keep-pruned.ts';
import {
  IDEMPOTENCY_RECORD_TTL_MS,
  pruneIdempotencyRecords,
  pruneKeyUsage,
  pruneLogs,
} from '../../../areas/maintenance/retention.ts';
import { foldTraffic } from '../../../areas/metrics/fold-traffic.ts';
import {
  FOREIGN_PROJECT,
  HAR,
  ITEM,
  LOG,
  OWN_PROJECT,
  openService,
  populate,
  projectPath,
  type TestApp,
} from '../../../testing/service.fixture.ts';
import { MaintenanceClock } from '../maintenance-clock.ts';
import { createPrincipal, createProject, getScope, PRUNE_CONTEXT } from './accounts.fixture.ts';
import { openTestStore, skipWithOwnClock, testBackend } from './database.fixture.ts';

const createReports = (failures: unknown[]) => ({
  report: (error: unknown) => failures.push(error),
  warn: (warning: string) => failures.push(warning),
});

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 15);
const getTimeAgo = (days: number) => new Date(NOW - days * DAY).toISOString();

async function openWithLogs(ages: readonly number[]) {
  const { store, rows } = await openTestStore();
  const keys = await populate(store);
  const [own, foreign] = [await createProject(store, keys.ann), await createProject(store, keys.bob, FOREIGN_PROJECT)];
  await store.transaction(async ({ logs }) => {
    for (const age of ages) {
      for (const { id } of [own, foreign]) await logs.add(id, { ...LOG, url: `/${age}`, timestamp: getTimeAgo(age) });
    }
  });
  const countLeft = async () => {
    const found = await rows('SELECT url FROM logs ORDER BY number');
    return found.map(({ url }) => Number(String(url).slice(1)));
  };
  return { store, own, left: countLeft };
}

describe('retention of the byte counts of keys', () => {
  it('the bytes that keys have sent per day are deleted after 90 days', async () => {
    const { store, rows } = await openTestStore();
    const day = (age: number) => Math.floor((NOW - age * DAY) / 60_000);
    await store.usage.addKeyBytes([0, 89, 90, 91, 400].map((age) => ({ keyId: 'k', day: day(age), bytes: age })));
    await store.usage.addKeyBytes([{ keyId: 'k', day: day(0), bytes: 7 }]);
    expect(await pruneKeyUsage(store, { now: NOW })).toBe(2);
    expect((await rows('SELECT bytes FROM key_usage ORDER BY day')).map(({ bytes }) => Number(bytes))).toEqual([
      90, 89, 7,
    ]);
  });
});

describe('log retention', () => {
  it('expired logs are deleted in every project, even in a closed one', async () => {
    const { store, left } = await openWithLogs([0, 29, 30, 30.001, 31, 400]);
    await store.accounts.setClosed(OWN_PROJECT, true);
    expect(await pruneLogs(store, 30, PRUNE_CONTEXT, { now: NOW })).toBe(6);
    expect(await left()).toEqual([0, 0, 29, 29, 30, 30]);
    expect(await pruneLogs(store, 30, PRUNE_CONTEXT, { now: NOW })).toBe(0);
  });

  it('expired logs are deleted in batches, and log search no longer finds them', async () => {
    const { store, own, left } = await openWithLogs([1, ...Array.from({ length: 501 }, () => 50)]);
    const firstBatch = testBackend().deletesExpiredLogsAtOnce ? 501 : 100;
    expect(await store.logs.prune(own.id, getTimeAgo(30), 100)).toBe(firstBatch);
    expect(await pruneLogs(store, 30, PRUNE_CONTEXT, { now: NOW })).toBe(1_002 - firstBatch);
    expect(await left()).toEqual([1, 1]);
    const { items } = await store.logs.search(own.id, { urlContains: '/50' }, { limit: 10 });
    expect(items).toEqual([]);
  });

  it('logs no longer count toward the quota of their project after they were deleted', async () => {
    const { store } = await openTestStore();
    const project = await createProject(store, (await populate(store)).ann);
    await store.logs.add(project.id, { ...LOG, timestamp: getTimeAgo(1) });
    await foldTraffic(store);
    const bytes = await store.usage.projectBytes(project.id);
    const expiredLogs = Array.from({ length: 800 }, () => ({ ...LOG, timestamp: getTimeAgo(50) }));
    await store.logs.addAll(project.id, expiredLogs);
    expect(await store.usage.projectBytes(project.id)).toBe(801 * bytes);
    expect(await pruneLogs(store, 30, PRUNE_CONTEXT, { now: NOW })).toBe(800);
    expect(await store.usage.projectBytes(project.id)).toBe(bytes);
  });

  it('expired logs are deleted from all tables, including idempotency records', async () => {
    const { sendRequest, count, everything, store } = await openService();
    const [entry] = HAR.log.entries;
    const log = {
      ...LOG,
      url: '/captured',
      groupEmail: 'captured@example.com',
      request: { body: 'captured' },
      response: 'captured',
    };
    const archive = {
      log: { ...HAR.log, entries: [{ ...entry, request: { ...entry?.request, url: '/pets?name=captured' } }] },
    };
    for (const [path, type, body] of [
      ['/logs', 'application/json', log],
      ['/logs-batch', 'application/x-ndjson', log],
      ['/logs-har', 'application/json', archive],
    ] as const) {
      const headers = { 'content-type': type, 'idempotency-key': 'k' };
      expect((await sendRequest('POST', projectPath(path), { text: JSON.stringify(body), headers })).status).toBe(201);
    }
    expect(await everything()).toContain('captured');
    expect(await pruneLogs(store, 30, PRUNE_CONTEXT, { now: NOW })).toBe(3);
    expect(await everything()).not.toContain('captured');
    expect(await count('answers')).toBe(3);
  });

  it('no logs are deleted if pruning is aborted', async () => {
    const { store, left } = await openWithLogs([50]);
    expect(await pruneLogs(store, 30, PRUNE_CONTEXT, { now: NOW, signal: AbortSignal.abort() })).toBe(0);
    expect(await left()).toHaveLength(2);
  });

  it('expired logs are deleted while the service runs', async () => {
    const { store, left } = await openWithLogs([50]);
    const stopping = new AbortController();
    const failures: unknown[] = [];
    const prunePromise = keepPruned(
      store,
      new MaintenanceClock(store),
      { keepLogsDays: 1 },
      createReports(failures),
      stopping.signal,
    );
    await expect.poll(left).toEqual([]);
    stopping.abort();
    await prunePromise;
    expect(failures).toEqual([]);
  });

  it('a process without a lifetime of logs does not prevent another process from deleting them', async () => {
    const { store, left } = await openWithLogs([50]);
    const stopping = new AbortController();
    const failures: unknown[] = [];
    const start = (retention: { readonly keepLogsDays?: number }) =>
      keepPruned(store, new MaintenanceClock(store), retention, createReports(failures), stopping.signal);
    const others = [start({}), start({})];
    await expect.poll(() => store.clock.accepted()).toBeDefined();
    const prunePromise = start({ keepLogsDays: 1 });
    await expect.poll(left).toEqual([]);
    stopping.abort();
    await Promise.all([...others, prunePromise]);
    expect(failures).toEqual([]);
  });
});

describe('idempotency records', () => {
  afterEach(() => void vi.useRealTimers());

  const headers = { 'idempotency-key': 'k' };
  const post = (sendRequest: TestApp['sendRequest']) =>
    sendRequest<{ id: string }>('POST', projectPath('/context'), { json: ITEM, headers });

  it('an idempotency record is deleted a day after the first request, and its key can be reused', async (context) => {
    skipWithOwnClock(context);
    const { sendRequest, store, count } = await openService();
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    const first = await post(sendRequest);
    vi.setSystemTime(NOW + IDEMPOTENCY_RECORD_TTL_MS);
    expect(await pruneIdempotencyRecords(store)).toBe(0);
    const againResponse = await post(sendRequest);
    expect([againResponse.headers.get('idempotent-replayed'), againResponse.body]).toEqual(['true', first.body]);
    // A repeated request does not extend the lifetime of the record.
    vi.setSystemTime(NOW + IDEMPOTENCY_RECORD_TTL_MS + 1);
    expect(await pruneIdempotencyRecords(store)).toBe(1);
    expect(await count('answers')).toBe(0);
    const second = await post(sendRequest);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('expired idempotency records are deleted in batches, and newer ones are kept', async (context) => {
    skipWithOwnClock(context);
    const { store, rows } = await openTestStore();
    const keys = await populate(store);
    const { keyId } = await createPrincipal(store, keys.ann);
    const keep = (name: string) =>
      store.runIdempotent(getScope(keyId, name), 'p', async () => ({ status: 201, location: null, stored: '{}' }));
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    await Promise.all(Array.from({ length: 501 }, (_, number) => keep(`k${number}`)));
    vi.setSystemTime(NOW + 1);
    await keep('younger');
    expect(await pruneIdempotencyRecords(store, { now: NOW + IDEMPOTENCY_RECORD_TTL_MS + 1 })).toBe(501);
    expect(await rows('SELECT idempotency_key FROM answers')).toEqual([{ idempotency_key: 'younger' }]);
  });

  it('expired idempotency records are deleted while the service runs, even if logs are kept forever', async (context) => {
    skipWithOwnClock(context);
    const { sendRequest, store, count } = await openService();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - IDEMPOTENCY_RECORD_TTL_MS - 1 });
    await post(sendRequest);
    await sendRequest('POST', projectPath('/logs'), { json: LOG });
    vi.useRealTimers();
    const stopping = new AbortController();
    const failures: unknown[] = [];
    const prunePromise = keepPruned(store, new MaintenanceClock(store), {}, createReports(failures), stopping.signal);
    await expect.poll(() => count('answers')).toBe(0);
    stopping.abort();
    await prunePromise;
    expect(failures).toEqual([]);
    expect(await count('logs')).toBe(1);
  });
});

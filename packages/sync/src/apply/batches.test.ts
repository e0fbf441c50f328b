import type { Capabilities } from '@context-sync/core';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { listWantedTexts, manySections } from '../docs.fixture.ts';
import { StateError } from '../state/state-errors.ts';
import { MAX_START_DELAY_MS } from '../state/state-lease.ts';
import { getTotals } from '../state/state-shards.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { MAX_BATCH_ITEMS } from './adaptive-batcher.ts';
import { itemTexts } from './fake-platform.fixture.ts';
import { MemoryStore } from './memory-store.fixture.ts';
import { DOCS, SyncHarness } from './sync-harness.fixture.ts';

const ALONE = { 'a.md': { intro: 'A1' } };

describe('the write-ahead log', () => {
  it.each([['all', CAPABILITIES.all] as const, ['none', CAPABILITIES.none] as const])(
    'the write-ahead log adds one batch per write of the state: %s',
    async (_name, can) => {
      const harness = new SyncHarness(can);
      await harness.sync(DOCS, { connect: true, batchSize: 2 });
      expect(harness.store.messages).toEqual([
        'Intent: connect octo/api',
        'Intent: send 2',
        'Intent: send 1',
        'Synced',
      ]);
    },
  );

  it('the write-ahead log contains deletions before their requests are sent and after the replacements are live', async () => {
    const harness = new SyncHarness(CAPABILITIES.noReplace);
    await harness.sync(DOCS);
    await harness.sync({ 'a.md': { intro: 'A1', usage: 'edited' } });
    expect(harness.store.messages.slice(-3)).toEqual(['Intent: send 1', 'Intent: delete 2', 'Synced']);
  });

  it(`the write-ahead log records at most ${MAX_BATCH_ITEMS} items at once at any request rate`, async () => {
    const harness = new SyncHarness(CAPABILITIES.none);
    const inDoubt: number[] = [];
    harness.store.beforeWrite = () =>
      void inDoubt.push(getTotals(harness.store.snapshot()?.meta ?? { shards: {} }).inDoubt);
    const concurrency = 3;
    const items = selectByTier(1.25, 3) * MAX_BATCH_ITEMS;
    await harness.sync(manySections(items), { concurrency });
    // Requests in progress during the write are recorded in addition to the batch.
    expect(Math.max(...inDoubt)).toBeLessThanOrEqual(MAX_BATCH_ITEMS + concurrency);
    expect(Math.max(...inDoubt)).toBeGreaterThan(MAX_BATCH_ITEMS / 2);
    expect(harness.platform.items.size).toBe(items);
  });
});

it('the reported progress includes the items that are being recorded', async () => {
  const harness = new SyncHarness(CAPABILITIES.none);
  // The responses for one batch arrive while the next batch is being written.
  harness.store.pause = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const reports: (readonly [done: number, total: number])[] = [];
  await harness.sync(manySections(12), { batchSize: 4, progress: (done, total) => reports.push([done, total]) });
  expect(reports).toEqual(Array.from({ length: 12 }, (_, index) => [index + 1, 12]));
});

describe('the write-ahead log of a small sync', () => {
  /** Returns the result of a sync, and the maximum number of items in doubt in any state that it wrote. */
  async function mostInDoubt(items: number, can: Capabilities, store = new MemoryStore()) {
    const harness = new SyncHarness(can, store);
    let most = 0;
    store.beforeWrite = () => {
      most = Math.max(most, getTotals(store.snapshot()?.meta ?? { shards: {} }).inDoubt);
    };
    const result = await harness.sync(manySections(items), { concurrency: 5, batchSize: 100 });
    expect(result).toMatchObject({ end: 'complete', counts: { created: items, inDoubt: 0 } });
    expect(harness.platform.items.size).toBe(items);
    return most;
  }

  it.each([1, 14, 15, 16, 52, 200])(
    'a sync of %i items records at most three intents for each concurrent request',
    async (items) => {
      expect(await mostInDoubt(items, CAPABILITIES.none)).toBeLessThanOrEqual(15);
      expect(await mostInDoubt(items, CAPABILITIES.onlyList)).toBeLessThanOrEqual(15);
      const onGitHub = new MemoryStore({ burst: 18, interval: 25_000 });
      expect(await mostInDoubt(items, CAPABILITIES.none, onGitHub)).toBeLessThanOrEqual(15);
      expect(onGitHub.messages.length).toBeLessThanOrEqual(18);
    },
  );

  it('a small sync uses the batch sizes of a large sync if no item can stay in doubt', async () => {
    expect(await mostInDoubt(200, CAPABILITIES.onlyIdempotency)).toBeGreaterThanOrEqual(100);
  });

  it('a sync of 201 items or more uses larger batches', async () => {
    expect(await mostInDoubt(201, CAPABILITIES.none)).toBeGreaterThanOrEqual(100);
  });
});

describe('delayed intents', () => {
  it.each([
    ['a delayed intent is sent if its request starts just in time', MAX_START_DELAY_MS, ['Intent: send 1', 'Synced']],
    [
      'a delayed intent that is too old is recorded again before its request',
      MAX_START_DELAY_MS + 1,
      ['Intent: send 1', 'Intent: send 1', 'Synced'],
    ],
  ])('%s', async (_name, took, messages) => {
    const harness = new SyncHarness(CAPABILITIES.none);
    let date = 0;
    // Makes the first write slow.
    harness.store.pause = async () => {
      date += date === 0 ? took : 0;
    };
    const result = await harness.sync(ALONE, { date: () => date });
    expect(result).toMatchObject({ end: 'complete', counts: { created: 1, inDoubt: 0 } });
    expect(harness.store.messages).toEqual(messages);
    expect(itemTexts(harness.platform)).toEqual(listWantedTexts(ALONE));
  });

  it('a delayed intent is rolled back with the results if the run ends first', async () => {
    const harness = new SyncHarness(CAPABILITIES.none);
    const cancel = new AbortController();
    harness.store.pause = async () => cancel.abort();
    expect(await harness.sync(DOCS, { signal: cancel.signal })).toMatchObject({
      end: 'cancelled',
      counts: { created: 0, inDoubt: 0 },
    });
    expect(harness.platform.requests).toBe(0);
  });
});

describe('the time limit of a run', () => {
  it.each([
    ['every capability', CAPABILITIES.all],
    ['the specification only', CAPABILITIES.none],
  ])(
    'a run that reaches its time limit leaves the remaining items to the next run, none of them in doubt: %s',
    async (_name, can) => {
      const harness = new SyncHarness(can);
      const largeDocs = manySections(30);
      const now = () => harness.platform.requests;
      const first = await harness.sync(largeDocs, { now, deadline: 10 });
      expect(first.end).toBe('out-of-time');
      expect(first.counts).toMatchObject({ created: harness.platform.items.size, inDoubt: 0 });
      expect(first.counts.created).toBeGreaterThanOrEqual(10);
      expect(first.counts.created).toBeLessThan(15);
      expect((await harness.store.state())?.meta.synced).toBeNull();

      const second = await harness.sync(largeDocs);
      expect(second).toMatchObject({ end: 'complete', counts: { created: 30 - first.counts.created } });
      expect(itemTexts(harness.platform)).toEqual(listWantedTexts(largeDocs));
    },
  );

  it('a run that reaches its time limit leaves the remaining deletions to the next run', async () => {
    const harness = new SyncHarness(CAPABILITIES.noReplace);
    await harness.sync(DOCS);
    const { requests } = harness.platform;
    const lateResult = await harness.sync(ALONE, { now: () => 1, deadline: 1 });
    expect(lateResult).toMatchObject({ end: 'out-of-time', counts: { deleted: 0 } });
    expect(harness.platform.requests).toBe(requests);
    expect(await harness.sync(ALONE)).toMatchObject({ end: 'complete', counts: { deleted: 2 } });
  });
});

it('a run whose state cannot be written records what it sent, sends nothing more, and the next run continues', async () => {
  const harness = new SyncHarness(CAPABILITIES.none);
  const largeDocs = manySections(12);
  let writes = 0;
  harness.store.beforeWrite = () => {
    writes += 1;
    if (writes === 2) throw new StateError('store', 'no network', 'wait');
  };
  await expect(harness.sync(largeDocs)).rejects.toThrow('no network');
  const sentCount = harness.platform.items.size;
  expect(sentCount).toBeGreaterThan(0);
  expect(sentCount).toBeLessThan(12);
  expect(getTotals((await harness.store.state())?.meta ?? { shards: {} })).toMatchObject({
    live: sentCount,
    inDoubt: 0,
  });
  expect(harness.store.messages.at(-1)).toBe('Result');

  expect(await harness.sync(largeDocs)).toMatchObject({ end: 'complete', counts: { created: 12 - sentCount } });
  expect(itemTexts(harness.platform)).toEqual(listWantedTexts(largeDocs));
});

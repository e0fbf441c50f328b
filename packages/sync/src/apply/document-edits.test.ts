import { NotFoundError } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { type Docs, listWantedTexts } from '../docs.fixture.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { itemTexts } from './fake-platform.fixture.ts';
import { DOCS, SyncHarness } from './sync-harness.fixture.ts';

const EDITED: Docs = { 'a.md': { intro: 'A1', usage: 'A2 edited' } };
const NOTHING = {
  created: 0,
  updated: 0,
  deleted: 0,
  unchanged: 0,
  superseded: 0,
  orphaned: 0,
  inDoubt: 0,
  deferred: 0,
};

it.each([
  ['updated in place', CAPABILITIES.noList],
  ['created before the old item is deleted', CAPABILITIES.noReplace],
])('an edited, a deleted and a restored section are synced if the service can: %s', async (_name, can) => {
  const harness = new SyncHarness(can);
  await harness.sync(DOCS);
  const result = await harness.sync(EDITED);
  expect(result.counts).toEqual({ ...NOTHING, updated: 1, deleted: 1, unchanged: 1 });
  expect(itemTexts(harness.platform)).toEqual(listWantedTexts(EDITED));
  // The docs have their first content again. If the Idempotency-Key depended only on the content, the service would return the stored response.
  await harness.sync(DOCS);
  expect(itemTexts(harness.platform)).toEqual(listWantedTexts(DOCS));
  await harness.sync(EDITED);
  expect(itemTexts(harness.platform)).toEqual(listWantedTexts(EDITED));
});

it('a sync with an API that can only create reports edits and creates no item twice', async () => {
  const harness = new SyncHarness(CAPABILITIES.none);
  await harness.sync(DOCS);
  const result = await harness.sync(EDITED);
  expect(result.counts).toEqual({ ...NOTHING, created: 1, unchanged: 1, superseded: 1, orphaned: 1 });
  const { requests } = harness.platform;
  const undoneResult = await harness.sync(DOCS);
  expect(undoneResult.counts).toEqual({ ...NOTHING, unchanged: 3, superseded: 1 });
  expect(harness.platform.requests).toBe(requests);
  expect(harness.platform.items.size).toBe(4);
});

describe('a change of URLs on a platform that can only create items', () => {
  const link = (text: string, target: string): Docs => ({
    'a.md': { intro: `${text} [limits](${target}).` },
    'b.md': { x: 'B' },
  });
  const live = async ({ store }: SyncHarness) =>
    [...((await store.state())?.documents.get('a.md')?.items ?? [])].map(({ status, textFingerprint }) => [
      status,
      typeof textFingerprint,
    ]);

  it('a change of URLs is deferred until the text changes, and creates no second copy', async () => {
    const harness = new SyncHarness(CAPABILITIES.none);
    await harness.sync(link('See', 'limits.md'));
    const { requests } = harness.platform;
    const movedResult = await harness.sync(link('See', 'quotas.md'));
    expect(movedResult).toMatchObject({ end: 'complete', counts: { ...NOTHING, deferred: 1, unchanged: 1 } });
    expect(harness.platform.requests).toBe(requests);
    expect(await live(harness)).toEqual([['live', 'string']]);

    const { length: writes } = harness.store.messages;
    const againResult = await harness.sync(link('See', 'quotas.md'));
    expect(againResult.counts).toEqual({ ...NOTHING, unchanged: 2 });
    expect(harness.store.messages).toHaveLength(writes);
    expect((await harness.sync(link('See', 'rates.md'))).counts).toEqual({ ...NOTHING, deferred: 1, unchanged: 1 });
    expect((await harness.sync(link('See', 'limits.md'))).counts).toEqual({ ...NOTHING, unchanged: 2 });
    expect(harness.platform.requests).toBe(requests);

    const edited = await harness.sync(link('Read', 'rates.md'));
    expect(edited.counts).toEqual({ ...NOTHING, created: 1, unchanged: 1, superseded: 1 });
    expect(itemTexts(harness.platform)).toContain('a.md › intro: Read [limits](rates.md).');
  });

  it('a change of URLs is deferred after a sync that added the fingerprints to the records of an earlier version', async () => {
    const harness = new SyncHarness(CAPABILITIES.none);
    await harness.sync(link('See', 'limits.md'), { can: CAPABILITIES.noList });
    expect(await live(harness)).toEqual([['live', 'undefined']]);
    await harness.sync({ ...link('See', 'limits.md'), 'a.md': { ...link('See', 'limits.md')['a.md'], more: 'M' } });
    expect(await live(harness)).toEqual([
      ['live', 'string'],
      ['live', 'string'],
    ]);
    const movedResult = await harness.sync({
      ...link('See', 'quotas.md'),
      'a.md': { ...link('See', 'quotas.md')['a.md'], more: 'M' },
    });
    expect(movedResult.counts).toEqual({ ...NOTHING, deferred: 1, unchanged: 2 });
  });

  it('a change of URLs is sent as soon as the platform can update items', async () => {
    const harness = new SyncHarness({ ...CAPABILITIES.noList, update: false, delete: false });
    await harness.sync(link('See', 'limits.md'));
    await harness.sync(link('See', 'quotas.md'));
    const result = await harness.sync(link('See', 'rates.md'), { can: CAPABILITIES.noList });
    expect(result.counts).toEqual({ ...NOTHING, updated: 1, unchanged: 1 });
    expect(itemTexts(harness.platform)).toEqual(listWantedTexts(link('See', 'rates.md')));
    expect(await live(harness)).toEqual([['live', 'undefined']]);
  });
});

it.each([
  ['is updated if the old item could be deleted', CAPABILITIES.noList, { updated: 1, created: 0, superseded: 0 }],
  [
    'is created, and the old item is listed, if the old item could not be deleted',
    { ...CAPABILITIES.noList, delete: false },
    { updated: 0, created: 1, superseded: 1 },
  ],
])('an item that was deleted on the platform %s when its section changes', async (_name, can, counts) => {
  const harness = new SyncHarness(can);
  await harness.sync(DOCS);
  for (const [id, { content }] of harness.platform.items) if (content === 'A2') harness.platform.items.delete(id);
  const editedDocs = { ...DOCS, 'a.md': { intro: 'A1', usage: 'A2 edited' } };
  expect(await harness.sync(editedDocs)).toMatchObject({ end: 'complete', counts });
  expect(itemTexts(harness.platform)).toEqual(listWantedTexts(editedDocs));
  const { requests } = harness.platform;
  expect(await harness.sync(editedDocs)).toMatchObject({ end: 'complete', counts: { superseded: counts.superseded } });
  expect(harness.platform.requests).toBe(requests);
});

it('status 404 for a new item is a failure, and the item is not sent in another way', async () => {
  const harness = new SyncHarness(CAPABILITIES.noList);
  let sentCount = 0;
  const createContextItem = async () => {
    sentCount += 1;
    throw new NotFoundError('no such project', {
      request: 'POST',
      status: 404,
      code: 'not_found',
      outcomeUnknown: false,
    });
  };
  const result = await harness.sync(DOCS, { client: { createContextItem } });
  expect(result.counts).toEqual(NOTHING);
  expect([result.failures.length, sentCount]).toEqual([3, 3]);
});

it('a sync stops tracking only the items that a user reports as deleted', async () => {
  const harness = new SyncHarness(CAPABILITIES.none);
  await harness.sync(DOCS);
  await harness.sync(EDITED);
  const isForgotten = ({ record }: { record: { key: string } }) => record.key === 'b.md#intro';
  const { requests } = harness.platform;
  expect((await harness.sync(EDITED, { isForgotten })).counts).toEqual({ ...NOTHING, unchanged: 2, superseded: 1 });
  // An item that is wanted again is created again.
  expect((await harness.sync(DOCS)).counts).toEqual({ ...NOTHING, created: 1, unchanged: 2, superseded: 1 });
  expect(harness.platform.requests).toBe(requests + 1);
});

it('a sync finds and repairs items that were deleted or edited on the platform', async () => {
  const harness = new SyncHarness(CAPABILITIES.all);
  const { items } = harness.platform;
  await harness.sync(DOCS);
  const [first = '', second = ''] = items.keys();
  items.delete(first);
  items.set(second, { title: 'Other', content: 'by hand', public: true });
  expect((await harness.sync(DOCS)).counts).toEqual({ ...NOTHING, unchanged: 3 });
  expect(await harness.sync(DOCS, { verify: true })).toMatchObject({
    end: 'complete',
    counts: { created: 1, updated: 1 },
  });
  expect(itemTexts(harness.platform)).toEqual(listWantedTexts(DOCS));
});

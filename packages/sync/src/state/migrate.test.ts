import { readFileSync } from 'node:fs';
import type { Capabilities, ContextItemInput, DataSourceInput } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { itemTexts } from '../apply/fake-platform.fixture.ts';
import { MemoryStore } from '../apply/memory-store.fixture.ts';
import { SyncHarness, type SyncOptions } from '../apply/sync-harness.fixture.ts';
import { type Docs, getDocuments, listWantedTexts } from '../docs.fixture.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { META_FILE } from './state-files.ts';
import { getShard, listShardsToRead } from './state-shards.ts';

/** A state that schema version 1 wrote, the docs for which it was written, and the items that the platform contained. */
interface Version1 {
  readonly docs: Docs;
  readonly platform: {
    readonly items: readonly (readonly [string, ContextItemInput])[];
    readonly dataSources: readonly DataSourceInput[];
  };
  readonly files: Readonly<Record<string, string>>;
}

function getPlace(name: string, can: Capabilities) {
  const url = new URL(`fixtures/version-1-${name}.json`, import.meta.url);
  const { docs, platform, files }: Version1 = JSON.parse(readFileSync(url, 'utf8'));
  const store = new MemoryStore();
  store.load(new Map(Object.entries(files)));
  const harness = new SyncHarness(can, store);
  for (const [, item] of platform.items) harness.platform.add(item);
  harness.platform.dataSources.push(...platform.dataSources);
  return { harness, docs, source: platform.dataSources.at(-1) };
}

/** A time long after the last run of version 1 at which its Idempotency-Keys are still valid. */
const LATER = { date: () => 3_600_000 } satisfies SyncOptions;

const getStatuses = async ({ store }: SyncHarness) =>
  [...((await store.state())?.documents.values() ?? [])].flatMap(({ items }) =>
    items.map(({ key, status }) => `${key} ${status}`),
  );

describe('migration of a state of schema version 1', () => {
  it('a migrated state contains every record under its new name', async () => {
    const { harness } = getPlace('specification-only', CAPABILITIES.none);
    expect(await getStatuses(harness)).toEqual([
      'c.md#only orphaned',
      'b.md#intro live',
      'b.md#intro creating',
      'd.md#one creating',
      'd.md#two creating',
      'a.md#intro superseded',
      'a.md#usage live',
      'a.md#intro live',
    ]);
    expect((await harness.store.state())?.meta).toMatchObject({
      schemaVersion: 2,
      revision: 8,
      capabilities: CAPABILITIES.none,
      shards: { [getShard('c.md')]: { orphaned: 1, reminders: [{ key: 'c.md#only', status: 'orphaned' }] } },
    });
    const interruptedHarness = getPlace('interrupted', CAPABILITIES.all).harness;
    expect(await getStatuses(interruptedHarness)).toEqual([
      'c.md#only deleting',
      'b.md#intro updating',
      'd.md#one creating',
      'd.md#two creating',
      'a.md#intro updating',
      'a.md#usage live',
    ]);
    expect((await interruptedHarness.store.state())?.meta.capabilities).toEqual(CAPABILITIES.all);
  });

  it('documents of a migrated state do not have to be chunked again', async () => {
    const { harness, docs } = getPlace('specification-only', CAPABILITIES.none);
    const wanted = getDocuments({ 'a.md': docs['a.md'] ?? {} }).map((each) => ({ ...each, chunkConfigHash: 'r' }));
    const meta = (await harness.store.read())?.meta ?? { shards: {} };
    expect(listShardsToRead(meta, wanted, false)).not.toContain(getShard('a.md'));
  });

  it('a sync continues with a migrated state on a platform that only implements the specification', async () => {
    const { harness, docs, source } = getPlace('specification-only', CAPABILITIES.none);
    const options = { ...LATER, ...(source ? { source } : {}) };
    const unresolvedCounts = {
      created: 0,
      updated: 0,
      deleted: 0,
      unchanged: 2,
      superseded: 1,
      orphaned: 1,
      inDoubt: 3,
    };
    expect(await harness.sync(docs, options)).toMatchObject({ end: 'incomplete', counts: unresolvedCounts });
    expect(harness.platform.requests).toBe(0);

    const getDecision: SyncOptions['getDecision'] = ({ record }) =>
      record.key === 'd.md#one' ? 'assume-created' : 'resend';
    const resolvedResult = await harness.sync(docs, { ...options, getDecision });
    const counts = { created: 2, unchanged: 3, superseded: 2, orphaned: 1, inDoubt: 0 };
    expect(resolvedResult).toMatchObject({ end: 'complete', connected: undefined, counts });
    expect(itemTexts(harness.platform)).toEqual(
      [...listWantedTexts(docs), 'a.md › intro: A1', 'b.md › intro: B1', 'c.md › only: C1'].sort(),
    );

    const forgotten = await harness.sync(docs, { ...options, isForgotten: () => true });
    expect(forgotten.counts).toMatchObject({ unchanged: 5, superseded: 0, orphaned: 0 });
  });

  it.each(['interrupted', 'killed'])('a sync continues with a migrated state after a run that was %s', async (name) => {
    const { harness, docs } = getPlace(name, CAPABILITIES.all);
    const result = await harness.sync(docs, LATER);
    expect(result).toMatchObject({ end: 'complete', failures: [], counts: { inDoubt: 0, superseded: 0, orphaned: 0 } });
    expect(itemTexts(harness.platform)).toEqual(listWantedTexts(docs));
    const { requests } = harness.platform;
    expect(await harness.sync(docs, LATER)).toMatchObject({ end: 'complete', counts: { unchanged: 5 } });
    expect(harness.platform.requests).toBe(requests);
  });

  it('a migrated state is written in version 2, one changed shard at a time', async () => {
    const { harness, docs } = getPlace('specification-only', CAPABILITIES.none);
    await harness.sync({ ...docs, 'e.md': { intro: 'E1' } }, LATER);
    const { files } = harness.store;
    expect(JSON.parse(files.get(META_FILE) ?? '')).toMatchObject({ schemaVersion: 2 });
    const parseVersion = (path: string) =>
      (files.get(`documents/${getShard(path)}.ndjson`) ?? '').includes('"recipe"') ? 1 : 2;
    expect({ 'a.md': parseVersion('a.md'), 'e.md': parseVersion('e.md') }).toEqual({ 'a.md': 1, 'e.md': 2 });
    const { requests } = harness.platform;
    const again = await harness.sync({ ...docs, 'e.md': { intro: 'E1' } }, LATER);
    expect(again.counts).toMatchObject({ created: 0, unchanged: 3, superseded: 1, orphaned: 1, inDoubt: 3 });
    expect(harness.platform.requests).toBe(requests);
  });
});

import type { Capabilities } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { type Docs, listWantedTexts } from '../docs.fixture.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { itemTexts } from './fake-platform.fixture.ts';
import { DOCS, SOURCE, SyncHarness } from './sync-harness.fixture.ts';

/** Runs a first push whose responses are all lost, so that the state does not show whether the platform contains the items. */
async function syncWithLostResponses(can: Capabilities, fate: 'lost-before' | 'lost-after') {
  const harness = new SyncHarness(can);
  harness.platform.fate = () => fate;
  const first = await harness.sync(DOCS, { connect: true });
  expect(first).toMatchObject({ end: 'incomplete', connected: 'in-doubt', counts: { created: 0, inDoubt: 3 } });
  harness.platform.fate = () => 'completed';
  return harness;
}

describe('an item in doubt on a platform that only implements the specification', () => {
  it('an item in doubt is reported and is not sent again in any run', async () => {
    const harness = await syncWithLostResponses(CAPABILITIES.none, 'lost-after');
    const { requests } = harness.platform;
    const again = await harness.sync(DOCS, { connect: true });
    expect(again).toMatchObject({ end: 'incomplete', connected: 'in-doubt', counts: { created: 0, inDoubt: 3 } });
    expect(harness.platform.requests).toBe(requests);
  });

  it.each([
    ['assume-created', 'lost-after', 0, 3],
    ['resend', 'lost-before', 3, 0],
  ] as const)('an item in doubt is resolved by %s', async (onInDoubt, fate, createdCount, unchangedCount) => {
    const harness = await syncWithLostResponses(CAPABILITIES.none, fate);
    const options = { connect: true, onInDoubt };
    const resolvedResult = await harness.sync(DOCS, options);
    expect(resolvedResult).toMatchObject({
      end: 'complete',
      connected: 'connected',
      counts: { created: createdCount, unchanged: unchangedCount, inDoubt: 0 },
    });
    expect(itemTexts(harness.platform)).toEqual(listWantedTexts(DOCS));
    expect(harness.platform.dataSources).toEqual([SOURCE]);
    const { requests } = harness.platform;
    expect(await harness.sync(DOCS, options)).toMatchObject({ end: 'complete' });
    expect(harness.platform.requests).toBe(requests);
  });

  it('an item in doubt is resolved by a decision about that item', async () => {
    const harness = new SyncHarness(CAPABILITIES.none);
    // The platform receives every second request.
    harness.platform.fate = () => (harness.platform.requests % 2 === 0 ? 'lost-after' : 'lost-before');
    expect(await harness.sync(DOCS)).toMatchObject({ counts: { created: 0, inDoubt: 3 } });
    harness.platform.fate = () => 'completed';
    const storedTitles = [...harness.platform.items.values()].map(({ title }) => title);
    expect(storedTitles.length).toBeGreaterThan(0);
    expect(storedTitles.length).toBeLessThan(3);
    const [first] = storedTitles;
    const one = await harness.sync(DOCS, {
      getDecision: ({ record }) => (record.title === first ? 'assume-created' : undefined),
    });
    expect(one).toMatchObject({ end: 'incomplete', counts: { created: 0, unchanged: 1, inDoubt: 2 } });
    const rest = await harness.sync(DOCS, {
      getDecision: ({ record }) => (storedTitles.includes(record.title) ? 'assume-created' : 'resend'),
    });
    expect(rest).toMatchObject({
      end: 'complete',
      counts: { created: 3 - storedTitles.length, unchanged: storedTitles.length, inDoubt: 0 },
    });
    expect(itemTexts(harness.platform)).toEqual(listWantedTexts(DOCS));
  });

  it.each([
    ['assume-created', { orphaned: 3, inDoubt: 0 }],
    ['resend', { orphaned: 0, inDoubt: 0 }],
  ] as const)('an item in doubt that the docs no longer contain is resolved by %s', async (onInDoubt, counts) => {
    const harness = await syncWithLostResponses(CAPABILITIES.none, 'lost-after');
    const other: Docs = { 'c.md': { intro: 'C1' } };
    expect((await harness.sync(other, { onInDoubt })).counts).toMatchObject(counts);
  });
});

it.each([['lost-before'], ['lost-after']] as const)(
  'an item in doubt is resolved by the list of the service: %s',
  async (fate) => {
    const harness = await syncWithLostResponses(CAPABILITIES.all, fate);
    const { requests } = harness.platform;
    expect(await harness.sync(DOCS, { connect: true })).toMatchObject({ end: 'complete', counts: { inDoubt: 0 } });
    expect(itemTexts(harness.platform)).toEqual(listWantedTexts(DOCS));
    expect(harness.platform.dataSources).toEqual([SOURCE]);
    // The data source is connected again with its Idempotency-Key, because no list contains data sources.
    expect(harness.platform.requests).toBe(requests + (fate === 'lost-after' ? 1 : 4));
  },
);

describe('expired idempotency keys', () => {
  const HOUR = 3_600_000;
  /** Time at which the first run records its intents. */
  const FIRST = 1_000_000;

  it('a request whose idempotency key may have expired is not repeated, and retries do not extend the lifetime of the key', async () => {
    const harness = await syncWithLostResponses(CAPABILITIES.noList, 'lost-after');
    harness.platform.fate = () => 'lost-after';
    const secondOptions = { connect: true, date: () => FIRST + 19 * HOUR };
    expect(await harness.sync(DOCS, secondOptions)).toMatchObject({ connected: 'in-doubt', counts: { inDoubt: 3 } });
    harness.platform.fate = () => 'completed';
    harness.platform.forgetKeys();
    const lateOptions = { connect: true, date: () => FIRST + 25 * HOUR };
    expect(await harness.sync(DOCS, lateOptions)).toMatchObject({
      end: 'incomplete',
      connected: 'in-doubt',
      counts: { created: 0, inDoubt: 3 },
    });
    expect(itemTexts(harness.platform)).toEqual(listWantedTexts(DOCS));
    expect(harness.platform.dataSources).toEqual([SOURCE]);
  });

  it.each(['lost-before', 'lost-after'] as const)(
    'an expired idempotency key is not needed if the list shows the outcome: %s',
    async (fate) => {
      const harness = await syncWithLostResponses(CAPABILITIES.all, fate);
      harness.platform.forgetKeys();
      const late = await harness.sync(DOCS, { date: () => FIRST + 25 * HOUR });
      expect(late).toMatchObject({ end: 'complete', counts: { inDoubt: 0 } });
      expect(itemTexts(harness.platform)).toEqual(listWantedTexts(DOCS));
    },
  );
});

import { type Client, ForbiddenError, InvalidRequestError } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { listWantedTexts, manySections } from '../docs.fixture.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { itemTexts } from './fake-platform.fixture.ts';
import { DOCS, SOURCE, SyncHarness } from './sync-harness.fixture.ts';

describe.each([
  ['a service with every capability', CAPABILITIES.all],
  ['a service that cannot list', CAPABILITIES.noList],
  ['a service that can delete but not update', CAPABILITIES.noReplace],
  ['the specification only', CAPABILITIES.none],
])('applying a plan on %s', (_name, can) => {
  it('apply creates every item once, and a second run sends nothing', async () => {
    const harness = new SyncHarness(can);
    const first = await harness.sync(DOCS, { connect: true });
    expect(first).toMatchObject({ end: 'complete', connected: 'connected', counts: { created: 3, unchanged: 0 } });
    expect(itemTexts(harness.platform)).toEqual(listWantedTexts(DOCS));
    const { requests } = harness.platform;
    const second = await harness.sync(DOCS, { connect: true });
    expect(second).toMatchObject({ end: 'complete', connected: undefined, counts: { created: 0, unchanged: 3 } });
    expect(harness.platform.requests).toBe(requests);
    expect(harness.platform.dataSources).toEqual([SOURCE]);
  });

  it('apply syncs the other items if one item is rejected', async () => {
    const harness = new SyncHarness(can);
    const refusing: Partial<Client> = {
      createContextItem: async (slug, item, options) => {
        if (item.content === 'A2')
          throw new InvalidRequestError('no', { request: 'POST', status: 422, outcomeUnknown: false });
        return harness.platform.client.createContextItem(slug, item, options);
      },
    };
    const first = await harness.sync(DOCS, { client: refusing });
    expect(first).toMatchObject({ end: 'incomplete', counts: { created: 2, inDoubt: 0 } });
    expect(first.failures.map(({ change }) => change?.path)).toEqual(['a.md']);
    const second = await harness.sync(DOCS);
    expect(second).toMatchObject({ end: 'complete', counts: { created: 1, unchanged: 2 } });
    expect(itemTexts(harness.platform)).toEqual(listWantedTexts(DOCS));
  });

  it('apply stops if the API key has no write access, and leaves no item in doubt', async () => {
    const harness = new SyncHarness(can);
    let requestCount = 0;
    const forbidding: Partial<Client> = {
      createContextItem: async () => {
        requestCount += 1;
        throw new ForbiddenError('read-only', { request: 'POST', status: 403, outcomeUnknown: false });
      },
    };
    const largeDocs = manySections(20);
    const result = await harness.sync(largeDocs, { client: forbidding });
    expect(result).toMatchObject({ end: 'stopped', counts: { created: 0, inDoubt: 0 } });
    expect(requestCount).toBeLessThanOrEqual(3);
    expect(await harness.sync(largeDocs)).toMatchObject({ end: 'complete', counts: { created: 20 } });
  });

  it('apply stops sending to a service that fails repeatedly', async () => {
    const harness = new SyncHarness(can);
    harness.platform.fate = () => 'failed-before';
    expect((await harness.sync(manySections(40), { batchSize: 40 })).end).toBe('stopped');
    expect(harness.platform.requests).toBeLessThan(10);
  });

  it('a canceled run records its results, and the next run continues', async () => {
    const harness = new SyncHarness(can);
    const { platform } = harness;
    const cancel = new AbortController();
    platform.beforeRequest = () => {
      if (platform.requests === 1) cancel.abort();
    };
    const first = await harness.sync(DOCS, { signal: cancel.signal });
    expect(first.end).toBe('cancelled');
    expect(first.counts.created).toBe(platform.items.size);
    platform.beforeRequest = () => undefined;
    expect((await harness.sync(DOCS)).end).toBe('complete');
    expect(itemTexts(platform)).toEqual(listWantedTexts(DOCS));
  });
});

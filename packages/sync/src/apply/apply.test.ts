import { type Client, ForbiddenError, InvalidRequestError } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { manySections, wantedTexts } from '../docs.fixture.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { DOCS, Place, SOURCE } from './place.fixture.ts';
import { held } from './platform.fixture.ts';

describe.each([
  ['a service with every capability', CAPABILITIES.all],
  ['a service that cannot list', CAPABILITIES.noList],
  ['a service that can remove but not replace', CAPABILITIES.noReplace],
  ['the specification alone', CAPABILITIES.none],
])('on %s', (_name, can) => {
  it('creates everything once, and sends nothing the second time', async () => {
    const place = new Place(can);
    const first = await place.sync(DOCS, { connect: true });
    expect(first).toMatchObject({ end: 'complete', connected: 'connected', counts: { created: 3, unchanged: 0 } });
    expect(held(place.platform)).toEqual(wantedTexts(DOCS));
    const { requests } = place.platform;
    const second = await place.sync(DOCS, { connect: true });
    expect(second).toMatchObject({ end: 'complete', connected: undefined, counts: { created: 0, unchanged: 3 } });
    expect(place.platform.requests).toBe(requests);
    expect(place.platform.dataSources).toEqual([SOURCE]);
  });

  it('keeps one refused item from the others', async () => {
    const place = new Place(can);
    const refusing: Partial<Client> = {
      createContextItem: async (slug, item, options) => {
        if (item.content === 'A2')
          throw new InvalidRequestError('no', { request: 'POST', status: 422, outcomeUnknown: false });
        return place.platform.client.createContextItem(slug, item, options);
      },
    };
    const first = await place.sync(DOCS, { client: refusing });
    expect(first).toMatchObject({ end: 'incomplete', counts: { created: 2, inDoubt: 0 } });
    expect(first.failures.map(({ change }) => change?.path)).toEqual(['a.md']);
    const second = await place.sync(DOCS);
    expect(second).toMatchObject({ end: 'complete', counts: { created: 1, unchanged: 2 } });
    expect(held(place.platform)).toEqual(wantedTexts(DOCS));
  });

  it('stops at a key that may not write, with nothing left in doubt', async () => {
    const place = new Place(can);
    let asked = 0;
    const forbidding: Partial<Client> = {
      createContextItem: async () => {
        asked += 1;
        throw new ForbiddenError('read-only', { request: 'POST', status: 403, outcomeUnknown: false });
      },
    };
    const many = manySections(20);
    const result = await place.sync(many, { client: forbidding });
    expect(result).toMatchObject({ end: 'stopped', counts: { created: 0, inDoubt: 0 } });
    expect(asked).toBeLessThanOrEqual(3);
    expect(await place.sync(many)).toMatchObject({ end: 'complete', counts: { created: 20 } });
  });

  it('leaves a service alone that fails again and again', async () => {
    const place = new Place(can);
    place.platform.fate = () => 'failed-before';
    expect((await place.sync(manySections(40), { batchSize: 40 })).end).toBe('stopped');
    expect(place.platform.requests).toBeLessThan(10);
  });

  it('records what was done when it is cancelled, and goes on from there', async () => {
    const place = new Place(can);
    const { platform } = place;
    const cancel = new AbortController();
    platform.beforeRequest = () => {
      if (platform.requests === 1) cancel.abort();
    };
    const first = await place.sync(DOCS, { signal: cancel.signal });
    expect(first.end).toBe('cancelled');
    expect(first.counts.created).toBe(platform.items.size);
    platform.beforeRequest = () => undefined;
    expect((await place.sync(DOCS)).end).toBe('complete');
    expect(held(platform)).toEqual(wantedTexts(DOCS));
  });
});

import type { Capabilities } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { InstallationIdMissing, planConnect } from '../plan/connect.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { DOCS, Place, SOURCE } from './place.fixture.ts';

const NEVER_CONNECTED = { dataSource: null, formerDataSources: [] };

describe('connecting', () => {
  it.each([
    ['is settled where keys are honoured', CAPABILITIES.noList, 'connected'],
    ['is held on the specification alone', CAPABILITIES.none, 'in-doubt'],
  ] as const)('is in doubt after a lost answer, and %s', async (_name, can, connected) => {
    const place = new Place(can);
    place.platform.fate = () => (place.platform.requests === 0 ? 'lost-after' : 'answered');
    expect(await place.sync(DOCS, { connect: true })).toMatchObject({ end: 'incomplete', connected: 'in-doubt' });
    expect((await place.sync(DOCS, { connect: true })).connected).toBe(connected);
    expect(place.platform.dataSources).toEqual([SOURCE]);
  });

  it('is done again when its settings have changed, and not when they change back', async () => {
    const place = new Place(CAPABILITIES.none);
    const next = { ...SOURCE, branch: 'next' };
    for (const source of [SOURCE, next, SOURCE, next]) {
      expect(await place.sync(DOCS, { source })).toMatchObject({ end: 'complete', connected: 'connected' });
      expect(await place.sync(DOCS, { source })).toMatchObject({ end: 'complete', connected: undefined });
    }
    expect(place.platform.dataSources).toEqual([SOURCE, next]);
  });

  it('needs the installation id the first time alone', async () => {
    const place = new Place(CAPABILITIES.none);
    const without = { ...SOURCE, installationId: undefined };
    expect(() => planConnect(NEVER_CONNECTED, without, CAPABILITIES.none)).toThrow(InstallationIdMissing);
    await place.sync(DOCS, { connect: true });
    const meta = (await place.store.state())?.meta ?? NEVER_CONNECTED;
    expect(planConnect(meta, without, CAPABILITIES.none)).toBeUndefined();
    expect(planConnect(meta, { ...without, branch: 'next' }, CAPABILITIES.none)).toMatchObject({
      kind: 'connect',
      source: { branch: 'next', installationId: 7 },
    });
  });

  it('that another run is at is waited for, unless it can be asked for again under the same key', async () => {
    const place = new Place(CAPABILITIES.none);
    place.platform.fate = () => 'lost-before';
    await place.sync({ 'a.md': {} }, { connect: true });
    const { dataSource } = (await place.store.state())?.meta ?? NEVER_CONNECTED;
    const by = { run: 'other', at: 1_000 };
    const known = { ...NEVER_CONNECTED, dataSource: dataSource && { ...dataSource, by } };
    const keyed = { ...known, dataSource: dataSource && { ...dataSource, by: { ...by, keyed: true as const } } };
    const kind = (can: Capabilities, branch: string, at: number) =>
      planConnect(can.idempotency ? keyed : known, { ...SOURCE, branch }, can, { me: { run: 'me', at } })?.kind;
    expect(kind(CAPABILITIES.none, 'main', 2_000)).toBe('wait');
    expect(kind(CAPABILITIES.onlyIdempotency, 'main', 2_000)).toBe('connect');
    expect(kind(CAPABILITIES.onlyIdempotency, 'next', 2_000)).toBe('wait');
    expect(kind(CAPABILITIES.none, 'main', 200_000)).toBe('hold');
  });
});

import { type Capabilities, type Client, InvalidRequestError } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { MissingInstallationIdError, planConnect } from '../plan/plan-connect.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { DOCS, SOURCE, SyncHarness } from './sync-harness.fixture.ts';

const NEVER_CONNECTED = { dataSource: null, formerDataSources: [] };

describe('connecting a data source', () => {
  it.each([
    ['the request is sent again if idempotency keys are honored', CAPABILITIES.noList, 'connected'],
    ['the request is not sent again if the platform only implements the specification', CAPABILITIES.none, 'in-doubt'],
  ] as const)('a connection without a response is in doubt, and %s', async (_name, can, connected) => {
    const harness = new SyncHarness(can);
    harness.platform.fate = () => (harness.platform.requests === 0 ? 'lost-after' : 'completed');
    expect(await harness.sync(DOCS, { connect: true })).toMatchObject({ end: 'incomplete', connected: 'in-doubt' });
    expect((await harness.sync(DOCS, { connect: true })).connected).toBe(connected);
    expect(harness.platform.dataSources).toEqual([SOURCE]);
  });

  it('a data source is connected again after its settings change, but not after they change back', async () => {
    const harness = new SyncHarness(CAPABILITIES.none);
    const next = { ...SOURCE, branch: 'next' };
    for (const source of [SOURCE, next, SOURCE, next]) {
      expect(await harness.sync(DOCS, { source })).toMatchObject({ end: 'complete', connected: 'connected' });
      expect(await harness.sync(DOCS, { source })).toMatchObject({ end: 'complete', connected: undefined });
    }
    expect(harness.platform.dataSources).toEqual([SOURCE, next]);
  });

  it('a data source requires the installation ID only for the first connection, and is connected again if the ID changes', async () => {
    const harness = new SyncHarness(CAPABILITIES.none);
    const incompleteSource = { ...SOURCE, installationId: undefined };
    expect(() => planConnect(NEVER_CONNECTED, incompleteSource, CAPABILITIES.none)).toThrow(MissingInstallationIdError);
    await harness.sync(DOCS, { connect: true });
    const meta = (await harness.store.state())?.meta ?? NEVER_CONNECTED;
    expect(planConnect(meta, incompleteSource, CAPABILITIES.none)).toBeUndefined();
    expect(planConnect(meta, { ...incompleteSource, branch: 'next' }, CAPABILITIES.none)).toMatchObject({
      kind: 'connect',
      source: { branch: 'next', installationId: 7 },
    });
    expect(planConnect(meta, { ...SOURCE, installationId: 8 }, CAPABILITIES.none)).toMatchObject({
      kind: 'connect',
      source: { branch: 'main', installationId: 8 },
    });
  });

  it('a run waits for another run that is connecting, unless the request can be repeated with the same key', async () => {
    const harness = new SyncHarness(CAPABILITIES.none);
    harness.platform.fate = () => 'lost-before';
    await harness.sync({ 'a.md': {} }, { connect: true });
    const { dataSource } = (await harness.store.state())?.meta ?? NEVER_CONNECTED;
    const by = { run: 'other', at: 1_000 };
    const knownState = { ...NEVER_CONNECTED, dataSource: dataSource && { ...dataSource, by } };
    const keyedState = {
      ...knownState,
      dataSource: dataSource && { ...dataSource, by: { ...by, keyed: true as const } },
    };
    const kind = (can: Capabilities, branch: string, at: number) =>
      planConnect(can.idempotency ? keyedState : knownState, { ...SOURCE, branch }, can, { me: { run: 'me', at } })
        ?.kind;
    expect(kind(CAPABILITIES.none, 'main', 2_000)).toBe('wait');
    expect(kind(CAPABILITIES.onlyIdempotency, 'main', 2_000)).toBe('connect');
    expect(kind(CAPABILITIES.onlyIdempotency, 'next', 2_000)).toBe('wait');
    expect(kind(CAPABILITIES.none, 'main', 200_000)).toBe('hold');
  });
});

describe('status 409 when connecting a data source', () => {
  /** Creates a platform that rejects every connection with this error code. */
  const refusing = (code: string | undefined, outcomeUnknown = false) => {
    let requestCount = 0;
    const client: Partial<Client> = {
      connectDataSource: async () => {
        requestCount += 1;
        const details = { request: 'POST', status: 409, outcomeUnknown, ...(code === undefined ? {} : { code }) };
        throw new InvalidRequestError('octo/api is connected as src_1', details);
      },
    };
    return { client, requestCount: () => requestCount };
  };

  it.each([
    ['already_exists', CAPABILITIES.none],
    ['conflict', CAPABILITIES.all],
    [undefined, CAPABILITIES.none],
  ])(
    'a repository that already has a data source counts as connected, and the request is not sent again: %s',
    async (code, can) => {
      const harness = new SyncHarness(can);
      const { client, requestCount } = refusing(code);
      const first = await harness.sync(DOCS, { connect: true, client });
      expect(first).toMatchObject({ end: 'complete', connected: 'connected', existing: { status: 409 }, failures: [] });
      expect((await harness.store.state())?.meta.dataSource).toMatchObject({ status: 'connected', installationId: 7 });
      const second = await harness.sync(DOCS, { connect: true, client });
      expect(second).toMatchObject({ end: 'complete', connected: undefined, existing: undefined });
      expect(requestCount()).toBe(1);
    },
  );

  it('a 409 keeps the data source of earlier settings, and changed settings are sent again', async () => {
    const harness = new SyncHarness(CAPABILITIES.none);
    await harness.sync(DOCS, { connect: true });
    const before = (await harness.store.state())?.meta;
    const { client, requestCount } = refusing('conflict');
    const source = { ...SOURCE, category: 'guides' };
    for (const times of [1, 2]) {
      const result = await harness.sync(DOCS, { source, client });
      expect(result).toMatchObject({
        end: 'complete',
        connected: 'connected',
        existing: { status: 409 },
        failures: [],
      });
      expect(requestCount()).toBe(times);
      const meta = (await harness.store.state())?.meta;
      expect([meta?.dataSource, meta?.formerDataSources]).toEqual([before?.dataSource, before?.formerDataSources]);
    }
    // The existing data source has been deleted on the platform.
    expect(await harness.sync(DOCS, { source })).toMatchObject({ connected: 'connected', existing: undefined });
    expect(harness.platform.dataSources.at(-1)).toEqual(source);
  });

  it('a 409 resolves a connection in doubt', async () => {
    const harness = new SyncHarness(CAPABILITIES.none);
    harness.platform.fate = () => 'lost-after';
    await harness.sync({ 'a.md': {} }, { connect: true });
    harness.platform.fate = () => 'completed';
    const { client } = refusing('conflict');
    const result = await harness.sync(DOCS, { connect: true, onInDoubt: 'resend', client });
    expect(result).toMatchObject({ end: 'complete', connected: 'connected' });
    expect((await harness.store.state())?.meta.dataSource).toMatchObject({ status: 'connected' });
  });

  it('a 409 about an earlier request with the same key leaves the connection in doubt, and the request is sent again', async () => {
    const harness = new SyncHarness(CAPABILITIES.onlyIdempotency);
    const { client, requestCount } = refusing('idempotency_key_in_progress', true);
    expect(await harness.sync(DOCS, { connect: true, client })).toMatchObject({
      connected: 'in-doubt',
      existing: undefined,
    });
    expect(await harness.sync(DOCS, { connect: true, client })).toMatchObject({ connected: 'in-doubt' });
    expect(requestCount()).toBe(2);
    expect(await harness.sync(DOCS, { connect: true })).toMatchObject({ end: 'complete', connected: 'connected' });
  });
});

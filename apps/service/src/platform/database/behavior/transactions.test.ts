import { describe, expect, it } from 'vitest';
import type { ServicePorts } from '../../../areas.ts';
import { populate } from '../../../testing/service.fixture.ts';
import { runWithSignal } from '../request-signal.ts';
import { createPrincipal, createProject, getScope } from './accounts.fixture.ts';
import { checkDatabases, openTestStore } from './database.fixture.ts';

async function openWithUser() {
  const { store, another } = await openTestStore();
  const keys = await populate(store);
  const project = await createProject(store, keys.ann);
  const { keyId } = await createPrincipal(store, keys.ann);
  const titles = async () => (await store.contextItems.list(project.id, { limit: 500 }))?.map(({ title }) => title);
  const createItemNamed = (title: string) => async (operations: ServicePorts) => {
    const { id } = await operations.contextItems.create(project.id, { title });
    return { status: 201, location: null, stored: JSON.stringify({ id }) };
  };
  return { store, another, project, keyId, titles, creating: createItemNamed };
}

describe('store.transaction', () => {
  it('a transaction changes nothing if its callback fails', async () => {
    const { store, project, titles } = await openWithUser();
    const failing = store.transaction(async ({ contextItems, logs: _logs }) => {
      await contextItems.create(project.id, { title: 'Half' });
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(await titles()).toEqual([]);
  });

  it('writes of a transaction are not visible to other connections before it ends', async () => {
    const { store, project, titles } = await openWithUser();
    const seenItems = await store.transaction(async ({ contextItems }) => {
      await contextItems.create(project.id, { title: 'In it' });
      const inside = await contextItems.list(project.id, { limit: 10 });
      return { inside: inside?.length, outside: (await titles())?.length };
    });
    expect(seenItems).toEqual({ inside: 1, outside: 0 });
    expect(await titles()).toEqual(['In it']);
  });

  it('a failed transaction does not affect concurrent transactions', async () => {
    const { store, project, titles } = await openWithUser();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, number) =>
        store.transaction(async ({ contextItems }) => {
          await contextItems.create(project.id, { title: `T${number}` });
          if (number % 3 === 0) throw new Error(`broken ${number}`);
        }),
      ),
    );
    const expected = Array.from({ length: 60 }, (_, number) => number).filter((number) => number % 3 !== 0);
    expect((await titles())?.sort()).toEqual(expected.map((number) => `T${number}`).sort());
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20);
  });

  it('a transaction of a request that has ended does not begin, and one that has begun is completed', async () => {
    const { store, project, titles } = await openWithUser();
    const request = new AbortController();
    const create = (title: string) => (operations: ServicePorts) =>
      operations.contextItems.create(project.id, { title });
    await runWithSignal(request.signal, () =>
      store.transaction(async (operations) => {
        await create('Begun')(operations);
        request.abort();
        await create('Continued')(operations);
      }),
    );
    for (const write of [
      () => store.transaction(create('Late')),
      () => store.contextItems.create(project.id, { title: 'Late' }),
    ]) {
      await expect(runWithSignal(request.signal, write)).rejects.toMatchObject({ isCanceled: true });
    }
    await checkDatabases(store);
    expect((await titles())?.sort()).toEqual(['Begun', 'Continued']);
  });
});

describe('runIdempotent', () => {
  it('runIdempotent stores nothing if the callback fails, and executes a repeated request again', async () => {
    const { store, keyId, titles, creating } = await openWithUser();
    const scope = getScope(keyId, 'k');
    const failing = store.runIdempotent(scope, 'p', async (operations) => {
      await creating('Half')(operations);
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(await titles()).toEqual([]);
    const { replayed } = await store.runIdempotent(scope, 'p', creating('Whole'));
    expect(replayed).toBe(false);
    expect(await titles()).toEqual(['Whole']);
  });

  it('runIdempotent does not include concurrent writes in its transaction', async () => {
    const { store, project, keyId, titles, creating } = await openWithUser();
    let fail: (reason: Error) => void = () => undefined;
    const waitingPromise = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    waitingPromise.catch(() => undefined);
    const failing = store.runIdempotent(getScope(keyId, 'k'), 'p', async (operations) => {
      await creating('In the transaction')(operations);
      return waitingPromise;
    });
    const outcome = failing.then(
      () => 'done',
      (reason: unknown) => (reason as Error).message,
    );
    const concurrentWrites = [
      store.contextItems.create(project.id, { title: 'Beside it' }),
      store.runIdempotent(getScope(keyId, 'k2'), 'p', creating('Beside it too')),
    ];
    fail(new Error('broken'));
    expect(await outcome).toBe('broken');
    await Promise.all(concurrentWrites);
    expect((await titles())?.sort()).toEqual(['Beside it', 'Beside it too']);
  });

  it('runIdempotent returns the first record with its payload for a repeated request', async () => {
    const { store, keyId, titles, creating } = await openWithUser();
    const scope = getScope(keyId, 'k');
    const first = await store.runIdempotent(scope, 'p1', creating('One'));
    expect(first).toMatchObject({ replayed: false, record: { payload: 'p1', status: 201, location: null } });
    expect(await store.runIdempotent(scope, 'p2', creating('Two'))).toEqual({ record: first.record, replayed: true });
    expect(await titles()).toEqual(['One']);
  });

  it.each([
    ['API key', { keyId: 'other' }],
    ['method', { method: 'PUT' }],
    ['path', { path: '/q' }],
    ['Idempotency-Key', { idempotencyKey: 'K' }],
  ])('runIdempotent distinguishes records by %s', async (_name, change) => {
    const { store, keyId, titles, creating } = await openWithUser();
    const scope = getScope(keyId, 'k');
    await store.runIdempotent(scope, 'p', creating('One'));
    const { replayed } = await store.runIdempotent({ ...scope, ...change }, 'p', creating('Two'));
    expect(replayed).toBe(false);
    expect(await titles()).toEqual(['One', 'Two']);
  });

  it('runIdempotent executes each request once, even with concurrent stores on one database', async () => {
    const { store, another, keyId, titles, creating } = await openWithUser();
    const stores = [store, await another(), await another()];
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        (stores[number % 3] ?? store).runIdempotent(getScope(keyId, `k${number % 4}`), 'p', creating(`T${number % 4}`)),
      ),
    );
    expect(responses.filter(({ replayed }) => !replayed)).toHaveLength(4);
    expect((await titles())?.sort()).toEqual(['T0', 'T1', 'T2', 'T3']);
  });
});

import { describe, expect, it } from 'vitest';
import { ITEM, LOG, populate, SOURCE } from '../../../testing/service.fixture.ts';
import { createPrincipal, createProject, getScope, getStoredLog } from './accounts.fixture.ts';
import { openTestStore } from './database.fixture.ts';

describe('persistence', () => {
  it('stored data is available after a restart', async () => {
    const { store: before, another, rows } = await openTestStore();
    const keys = await populate(before);
    const project = await createProject(before, keys.ann);
    const caller = await createPrincipal(before, keys.ann);
    const item = await before.contextItems.create(project.id, ITEM);
    const goneItem = await before.contextItems.create(project.id, { title: 'Gone' });
    await before.contextItems.delete(project.id, goneItem.id);
    const log = await before.logs.add(project.id, LOG);
    const { source } = await before.dataSources.create(project.id, SOURCE);
    const givenRecord = { status: 201, location: '/x', stored: '{"id":"x"}' };
    await before.runIdempotent(getScope(caller.keyId, 'k'), 'payload', async () => givenRecord);
    await before.close();

    const store = await another();
    const { request: _request, response: _response, ...summary } = log;
    expect(await createPrincipal(store, keys.ann)).toEqual(caller);
    expect((await createPrincipal(store, keys.annsReadOnly)).access).toBe('read-only');
    expect(await createProject(store, keys.ann)).toEqual(project);
    expect(await store.contextItems.list(project.id, { limit: 10 })).toEqual([item]);
    expect(await store.contextItems.search(project.id, 'settings', 10)).toMatchObject({
      matched: 'all',
      items: [{ id: item.id }],
    });
    expect(await store.contextItems.search(project.id, 'gone', 10)).toEqual({ matched: 'none', items: [] });
    expect(await store.logs.search(project.id, {}, { limit: 10 })).toEqual({ items: [summary], next: null });
    expect(await getStoredLog(store, project.id, log.id)).toEqual(log);
    expect(await rows('SELECT id FROM data_sources')).toEqual([{ id: source.id }]);
    const replayedRecord = await store.runIdempotent(getScope(caller.keyId, 'k'), 'payload', async () => {
      throw new Error('must not be executed again');
    });
    expect(replayedRecord).toEqual({ record: { ...givenRecord, payload: 'payload' }, replayed: true });
  });

  it('stored data is immediately visible to a second store on the same database', async () => {
    const { store: first, another } = await openTestStore();
    const second = await another();
    const keys = await populate(first);
    const project = await createProject(second, keys.ann);
    const item = await second.contextItems.create(project.id, ITEM);
    expect(await first.contextItems.get(project.id, item.id)).toEqual(item);
  });
});

describe('store.close', () => {
  it('closing a store waits for pending operations', async () => {
    const { store, another } = await openTestStore();
    const keys = await populate(store);
    const project = await createProject(store, keys.ann);
    const writes = Array.from({ length: 20 }, (_, number) =>
      store.contextItems.create(project.id, { title: `T${number}` }),
    );
    await store.close();
    const items = await Promise.all(writes);
    const found = await (await another()).contextItems.list(project.id, { limit: 100 });
    expect(found?.map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
  });

  it('a closed store rejects operations', async () => {
    const { store } = await openTestStore();
    await store.close();
    await expect(store.accounts.createUser('late@example.com')).rejects.toThrow();
    await expect(store.accounts.users()).rejects.toThrow();
  });
});

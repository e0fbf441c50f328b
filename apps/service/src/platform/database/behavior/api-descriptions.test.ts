import { describe, expect, it } from 'vitest';
import { OWN_PROJECT, populate, SECOND_PROJECT } from '../../../testing/service.fixture.ts';
import { createProject } from './accounts.fixture.ts';
import { openTestStore } from './database.fixture.ts';

const HARD = 'openapi: 3.1.0 # NUL \u0000, lines \r\n \u2028, "quotes", ¥ 😀, \uFFFE';

async function openWithProjects() {
  const { store, another } = await openTestStore();
  const keys = await populate(store);
  return {
    store,
    another,
    own: await createProject(store, keys.ann),
    second: await createProject(store, keys.ann, SECOND_PROJECT),
  };
}

describe('store.apiDescriptions', () => {
  it('an OpenAPI document is stored unchanged, and only for its own project', async () => {
    const { store, another, own, second } = await openWithProjects();
    const put = await store.apiDescriptions.put(own.id, { format: 'yaml', text: HARD });
    expect(put).toMatchObject({ format: 'yaml', text: HARD, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await store.apiDescriptions.get(own.id)).toEqual(put);
    expect(await store.apiDescriptions.sha256(own.id)).toBe(put.sha256);
    expect(await (await another()).apiDescriptions.get(own.id)).toEqual(put);
    expect(await store.apiDescriptions.get(second.id)).toBeUndefined();
    expect(await store.apiDescriptions.sha256(second.id)).toBeUndefined();
  });

  it('a new OpenAPI document replaces the previous one of the project', async () => {
    const { store, own, second } = await openWithProjects();
    const first = await store.apiDescriptions.put(own.id, { format: 'yaml', text: 'first' });
    const othersDescription = await store.apiDescriptions.put(second.id, { format: 'yaml', text: 'other' });
    const laterDescription = await store.apiDescriptions.put(own.id, { format: 'json', text: 'second' });
    expect(await store.apiDescriptions.get(own.id)).toEqual(laterDescription);
    expect(laterDescription.sha256).not.toBe(first.sha256);
    expect(await store.apiDescriptions.get(second.id)).toEqual(othersDescription);
  });

  it('the hash of an OpenAPI document depends only on its text', async () => {
    const { store, own, second } = await openWithProjects();
    const one = await store.apiDescriptions.put(own.id, { format: 'yaml', text: 'same' });
    const two = await store.apiDescriptions.put(second.id, { format: 'json', text: 'same' });
    expect(two.sha256).toBe(one.sha256);
  });

  it('an OpenAPI document can be deleted', async () => {
    const { store, own, second } = await openWithProjects();
    await store.apiDescriptions.put(own.id, { format: 'json', text: '{}' });
    expect(await store.apiDescriptions.delete(second.id)).toBe(false);
    expect(await store.apiDescriptions.delete(own.id)).toBe(true);
    expect(await store.apiDescriptions.get(own.id)).toBeUndefined();
    expect(await store.apiDescriptions.delete(own.id)).toBe(false);
  });

  it('storing an OpenAPI document is rolled back with its transaction', async () => {
    const { store, own } = await openWithProjects();
    const failing = store.transaction(async ({ apiDescriptions }) => {
      await apiDescriptions.put(own.id, { format: 'json', text: '{}' });
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(await store.apiDescriptions.get(own.id)).toBeUndefined();
  });
});

describe('requests without a key', () => {
  it('a request without a key sees only open projects that allow anonymous access', async () => {
    const { store } = await openWithProjects();
    const open = async () => (await store.accounts.anonymousProjects()).map(({ slug }) => slug);
    expect(await open()).toEqual([]);
    await store.accounts.setAnonymousMcp(SECOND_PROJECT, true);
    await store.accounts.setAnonymousMcp(OWN_PROJECT, true);
    expect(await open()).toEqual([OWN_PROJECT, SECOND_PROJECT].sort());
    expect(await store.accounts.projectBySlug(OWN_PROJECT)).toMatchObject({ slug: OWN_PROJECT, anonymousMcp: true });
    await store.accounts.setClosed(SECOND_PROJECT, true);
    expect(await open()).toEqual([OWN_PROJECT]);
    await store.accounts.setAnonymousMcp(OWN_PROJECT, false);
    expect(await open()).toEqual([]);
    expect(await store.accounts.projectBySlug(OWN_PROJECT)).toMatchObject({ anonymousMcp: false });
  });

  it('anonymous access cannot be enabled for an unknown project', async () => {
    const { store } = await openWithProjects();
    await expect(store.accounts.setAnonymousMcp('nowhere', true)).rejects.toThrow('there is no project "nowhere"');
    await expect(store.accounts.projectBySlug('nowhere')).rejects.toThrow('there is no project "nowhere"');
  });

  it('requests without a key list and find only public context items', async () => {
    const { store, own } = await openWithProjects();
    for (let number = 0; number < 6; number += 1) {
      await store.contextItems.create(own.id, { title: `Walrus ${number}`, public: number % 3 === 0 });
    }
    const listedItems = await store.contextItems.list(own.id, { limit: 10, publicOnly: true });
    expect(listedItems?.map(({ title }) => title)).toEqual(['Walrus 0', 'Walrus 3']);
    const after = await store.contextItems.list(own.id, { limit: 10, publicOnly: true, after: listedItems?.[0]?.id });
    expect(after?.map(({ title }) => title)).toEqual(['Walrus 3']);
    const find = async (query: string, limit: number) =>
      (await store.contextItems.search(own.id, query, limit, { publicOnly: true })).items
        .map(({ title }) => title)
        .sort();
    expect(await find('walrus', 2)).toEqual(['Walrus 0', 'Walrus 3']);
    expect(await find('walrus 4 zebra', 10)).toEqual(['Walrus 0', 'Walrus 3']);
    expect(await find('walrus 4', 10)).toEqual(['Walrus 0', 'Walrus 3']);
  });
});

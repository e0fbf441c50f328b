import { describe, expect, it } from 'vitest';
import { foldTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { hintInput } from '../../../areas/recovery/store.ts';
import type { ServiceStore } from '../../../areas.ts';
import { ANN, BOB, HINT, LOG, OWN_PROJECT, populate, projectPath, SOURCE } from '../../../testing/service.fixture.ts';
import { NAME_LIMITS } from '../name-limits.ts';
import { createProject } from './accounts.fixture.ts';
import { openTestStore } from './database.fixture.ts';
import { startServiceProcess } from './process.fixture.ts';

const CONCURRENT = 40;
const FREE = 3;
const INPUT = hintInput.parse(HINT);

/** Opens two stores on one database, as two processes of the service do. */
async function openTwoStores() {
  const { store, another, rows, database } = await openTestStore();
  const keys = await populate(store);
  const project = await createProject(store, keys.ann);
  const stores = [store, await another()] as const;
  /** Runs an operation many times concurrently, alternating between both stores, and returns the results. */
  const race = <T>(run: (store: ServiceStore, number: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: CONCURRENT }, (_, number) => run(stores[number % 2 ? 1 : 0], number)));
  return { store, rows, database, keys, project, race };
}

async function fillHints(store: ServiceStore, projectId: string) {
  await store.transaction(async ({ hints }) => {
    for (let number = 0; number < NAME_LIMITS.hints - FREE; number += 1) {
      await hints.create(projectId, INPUT, `hint ${number}`);
    }
  });
}

const countFulfilled = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

describe('limits under concurrency', () => {
  it('concurrent creations in two stores cannot exceed the maximum number of hints', async () => {
    const { store, project, race } = await openTwoStores();
    await fillHints(store, project.id);
    const results = await race(({ hints }, number) => hints.create(project.id, INPUT, `new ${number}`));
    expect(countFulfilled(results)).toBe(CONCURRENT);
    expect(await store.hints.all(project.id)).toHaveLength(NAME_LIMITS.hints);
  });

  it('concurrent requests to two processes cannot exceed the maximum number of hints', async () => {
    const { store, project, keys, database } = await openTwoStores();
    await fillHints(store, project.id);
    const processes = await Promise.all([startServiceProcess(database.name), startServiceProcess(database.name)]);
    const statuses = await Promise.all(
      Array.from({ length: CONCURRENT }, async (_, number) => {
        const response = await fetch(`${processes[number % 2 ? 1 : 0].url}${projectPath('/recovery/hints')}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json' },
          body: JSON.stringify({ ...HINT, match: { status: 404, errorCode: `code_${number}` } }),
        });
        return response.status;
      }),
    );
    await Promise.all(processes.map((each) => each.stop()));
    expect(statuses.filter((status) => status === 201)).toHaveLength(FREE);
    expect(statuses.filter((status) => status === 409)).toHaveLength(CONCURRENT - FREE);
    expect(await store.hints.all(project.id)).toHaveLength(NAME_LIMITS.hints);
  });

  it('concurrent creations store one hint with the same key', async () => {
    const { store, project, race } = await openTwoStores();
    await race(({ hints }) => hints.create(project.id, INPUT, 'same'));
    expect(await store.hints.all(project.id)).toHaveLength(1);
  });

  it('concurrent creations store one data source of a repository', async () => {
    const { store, project, race } = await openTwoStores();
    await race(({ dataSources }) => dataSources.create(project.id, SOURCE));
    expect((await store.dataSources.list(project.id, { limit: 10 })).items).toHaveLength(1);
  });

  it('concurrent removals keep the last owner of a project', async () => {
    const { store, race } = await openTwoStores();
    await store.accounts.addMember(OWN_PROJECT, BOB, 'owner');
    const results = await race(({ accounts }, number) =>
      accounts.removeMember(OWN_PROJECT, number % 4 < 2 ? ANN : BOB),
    );
    expect(countFulfilled(results)).toBe(1);
    expect(await store.accounts.listMembersBySlug(OWN_PROJECT)).toMatchObject([{ role: 'owner' }]);
  });

  it('if two owners change the role of each other at the same time, one owner remains', async () => {
    const { store, race } = await openTwoStores();
    await store.accounts.addMember(OWN_PROJECT, BOB, 'owner');
    await race(({ accounts }, number) => accounts.setRole(OWN_PROJECT, number % 4 < 2 ? ANN : BOB, 'member'));
    const roles = (await store.accounts.listMembersBySlug(OWN_PROJECT)).map(({ role }) => role);
    expect(roles.toSorted()).toEqual(['member', 'owner']);
  });

  it('an invite that is accepted concurrently adds one member and is used once', async () => {
    const { store, project, race, rows } = await openTwoStores();
    const userId = (await store.accounts.user(BOB))?.id ?? '';
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const invite = { email: BOB, role: 'member', userId: null, hash: 'h', expiresAt } as const;
    await store.invites.create(project.id, invite);
    const results = await race(({ invites }) => invites.accept('h', userId));
    const states = results.map((each) => (each.status === 'fulfilled' ? each.value?.state : each.reason));
    expect(states.filter((state) => state === 'pending')).toHaveLength(1);
    expect(new Set(states)).toEqual(new Set(['pending', 'accepted']));
    expect(await store.accounts.listMembersBySlug(OWN_PROJECT)).toHaveLength(2);
    expect(await rows('SELECT state FROM invites')).toEqual([{ state: 'accepted' }]);
  });

  it('of several concurrent invites to one email address, only one can be used', async () => {
    const { store, project, race } = await openTwoStores();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    await race(({ invites }, number) =>
      invites.create(project.id, { email: BOB, role: 'member', userId: null, hash: `h${number}`, expiresAt }),
    );
    expect(await store.invites.list(project.id)).toHaveLength(1);
  });

  it('concurrent creations store only one notation of an email address', async () => {
    const { store, race } = await openTwoStores();
    const results = await race(({ accounts }, number) =>
      accounts.createUser(number % 4 < 2 ? 'new@example.com' : 'New@example.com'),
    );
    expect(countFulfilled(results)).toBe(1);
    expect(await store.accounts.users()).toHaveLength(3);
  });

  it('concurrent aggregations count at most the maximum number of environments separately', async () => {
    const { store, project, rows, race } = await openTwoStores();
    for (let number = 0; number < NAME_LIMITS.environments + 10; number += 1) {
      await store.logs.add(project.id, { ...LOG, environment: `environment ${number}` });
    }
    await race((each) => foldTraffic(each));
    const [row] = await rows('SELECT count(*) AS count FROM traffic_environments');
    expect(Number(row?.count)).toBe(NAME_LIMITS.environments);
  });
});

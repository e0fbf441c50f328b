import { describe, expect, it } from 'vitest';
import { ANN, BOB, FOREIGN_PROJECT, OWN_PROJECT, populate, SECOND_PROJECT } from '../../../testing/service.fixture.ts';
import type { Accounts, NewKey } from '../../access/accounts.ts';
import { hashKey } from '../../access/api-keys.ts';
import { StoreInputError } from '../store-input-error.ts';
import { createPrincipal, createProject } from './accounts.fixture.ts';
import { openTestStore } from './database.fixture.ts';

const getTimeIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const TABLES = ['users', 'projects', 'members', 'keys'];

describe('store.accounts', () => {
  it.each<[string, string, (accounts: Accounts) => Promise<unknown>]>([
    ['a duplicate user', `"${ANN}" already exists`, (accounts) => accounts.createUser(ANN)],
    [
      'a duplicate project',
      `"${OWN_PROJECT}" already exists`,
      (accounts) => accounts.createProject(OWN_PROJECT, 'Again', ANN),
    ],
    [
      'a project whose owner is unknown',
      'there is no member "x@y.z"',
      (accounts) => accounts.createProject('new', 'New', 'x@y.z'),
    ],
    [
      'a new member of an unknown project',
      'there is no project "nothing"',
      (accounts) => accounts.addMember('nothing', ANN),
    ],
    [
      'an unknown user as a new member',
      'there is no member "x@y.z"',
      (accounts) => accounts.addMember(OWN_PROJECT, 'x@y.z'),
    ],
    [
      'the removal of an unknown user',
      'there is no member "x@y.z"',
      (accounts) => accounts.removeMember(OWN_PROJECT, 'x@y.z'),
    ],
    [
      'the removal of a user who is not a member',
      `"${BOB}" is not a member`,
      (accounts) => accounts.removeMember(OWN_PROJECT, BOB),
    ],
    [
      'the removal of the last owner',
      `"${ANN}" is the last owner`,
      (accounts) => accounts.removeMember(OWN_PROJECT, ANN),
    ],
    [
      'another role of the last owner',
      `"${ANN}" is the last owner`,
      (accounts) => accounts.setRole(OWN_PROJECT, ANN, 'member'),
    ],
    [
      'the role of a user who is not a member',
      `"${BOB}" is not a member`,
      (accounts) => accounts.setRole(OWN_PROJECT, BOB, 'owner'),
    ],
    [
      'an email address without an @',
      '"notanemail" is not an email address',
      (accounts) => accounts.createUser('notanemail'),
    ],
    ['an empty email address', '"" is not an email address', (accounts) => accounts.createUser('')],
    [
      'an email address with a line break',
      'is not an email address',
      (accounts) => accounts.createUser('x@y.z\nx@y.z'),
    ],
    [
      'an email address that is too long',
      'is not an email address',
      (accounts) => accounts.createUser(`${'x'.repeat(251)}@y.z`),
    ],
    [
      'an existing email address in different letter case',
      `member "${ANN}" already exists`,
      (accounts) => accounts.createUser(ANN.toUpperCase()),
    ],
    [
      'listing members of an unknown project',
      'there is no project "nothing"',
      (accounts) => accounts.listMembersBySlug('nothing'),
    ],
    ['revoking an unknown user', 'there is no member "x@y.z"', (accounts) => accounts.setRevoked('x@y.z', true)],
    ['closing an unknown project', 'there is no project "nothing"', (accounts) => accounts.setClosed('nothing', true)],
    ['revoking an unknown key', 'there is no key "key_0"', (accounts) => accounts.revokeKey('key_0')],
    ['listing keys of an unknown user', 'there is no member "x@y.z"', (accounts) => accounts.keys('x@y.z')],
    [
      'a key for an unknown user',
      'there is no member "x@y.z"',
      (accounts) => accounts.createKey('x@y.z', { access: 'full', hash: 'h' }),
    ],
  ])('the account store rejects %s and changes nothing', async (_name, message, act) => {
    const { store, rows } = await openTestStore();
    await populate(store);
    const readAll = () => Promise.all(TABLES.map((table) => rows(`SELECT * FROM ${table}`)));
    const before = await readAll();
    const error = await act(store.accounts).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreInputError);
    expect((error as Error).message).toContain(message);
    expect(await readAll()).toEqual(before);
  });

  it('the store creates only one user for concurrent requests with the same email address', async () => {
    const { store, rows } = await openTestStore();
    const creationResults = await Promise.allSettled(Array.from({ length: 10 }, () => store.accounts.createUser(ANN)));
    expect(creationResults.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of creationResults)
      if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(StoreInputError);
    expect(await rows('SELECT email FROM users')).toEqual([{ email: ANN }]);
  });

  it.each(['a', '0', 'a-b', 'a'.repeat(63)])('accepts the project slug %s', async (slug) => {
    const { store } = await openTestStore();
    await store.accounts.createUser(ANN);
    expect(await store.accounts.createProject(slug, 'Name', ANN)).toMatch(/^prj_/);
  });

  it.each(['', '-a', 'A', 'a b', 'a/b', 'a_b', 'ä', '..', 'a'.repeat(64), 'a\n'])(
    'rejects the project slug %j',
    async (slug) => {
      const { store } = await openTestStore();
      await store.accounts.createUser(ANN);
      await expect(store.accounts.createProject(slug, 'Name', ANN)).rejects.toThrow('is not a valid slug');
    },
  );

  it('a user who is added to a project twice is listed once, and one removal ends the access', async () => {
    const { store } = await openTestStore();
    const keys = await populate(store);
    await store.accounts.addMember(OWN_PROJECT, BOB);
    await store.accounts.addMember(OWN_PROJECT, BOB);
    const project = await createProject(store, keys.bob);
    expect((await store.accounts.members(project.id)).map(({ email }) => email)).toEqual([ANN, BOB]);
    expect(await store.accounts.listMembersBySlug(OWN_PROJECT)).toEqual(await store.accounts.members(project.id));
    await expect(createProject(store, keys.bob, SECOND_PROJECT)).rejects.toThrow('cannot be reached');
    await store.accounts.removeMember(OWN_PROJECT, BOB);
    await expect(createProject(store, keys.bob)).rejects.toThrow('cannot be reached');
    expect((await store.accounts.members(project.id)).map(({ email }) => email)).toEqual([ANN]);
  });

  it('a closed project is hidden from all members until it is reopened', async () => {
    const { store } = await openTestStore();
    const keys = await populate(store);
    const { keyId } = await createPrincipal(store, keys.ann);
    const slugs = async () => (await store.accounts.account(keyId))?.projects.map(({ slug }) => slug);
    await store.accounts.setClosed(OWN_PROJECT, true);
    await expect(createProject(store, keys.ann)).rejects.toThrow('cannot be reached');
    expect(await slugs()).toEqual([SECOND_PROJECT]);
    const closedProjects = (await store.accounts.projects()).map(({ slug, closedAt }) => [slug, closedAt !== null]);
    expect(closedProjects).toEqual([
      [FOREIGN_PROJECT, false],
      [OWN_PROJECT, true],
      [SECOND_PROJECT, false],
    ]);
    await store.accounts.setClosed(OWN_PROJECT, false);
    expect((await createProject(store, keys.ann)).slug).toBe(OWN_PROJECT);
    expect(await slugs()).toEqual([OWN_PROJECT, SECOND_PROJECT]);
  });

  it('the store lists users with their email addresses and the time at which they were revoked', async () => {
    const { store } = await openTestStore();
    await populate(store);
    await store.accounts.setRevoked(BOB, true);
    expect(await store.accounts.users()).toMatchObject([
      { email: ANN, revokedAt: null },
      { email: BOB, revokedAt: expect.stringMatching(/Z$/) },
    ]);
    expect((await store.accounts.user(ANN))?.email).toBe(ANN);
    expect(await store.accounts.user('x@y.z')).toBeUndefined();
  });
});

describe('API keys in the store', () => {
  it('an API key is active until it expires', async () => {
    const { store } = await openTestStore();
    await store.accounts.createUser(ANN);
    const create = (key: string, expiresAt: string | null) =>
      store.accounts.createKey(ANN, { access: 'full', hash: hashKey(key), expiresAt });
    const id = await create('over', getTimeIn(-1));
    await create('later', getTimeIn(60_000));
    await create('never', null);
    const works = async (key: string) => (await store.accounts.principal(hashKey(key))) !== undefined;
    expect([await works('over'), await works('later'), await works('never')]).toEqual([false, true, true]);
    expect(await store.accounts.inactivePrincipal(hashKey('over'))).toMatchObject({ keyId: id });
    expect(await store.accounts.inactivePrincipal(hashKey('later'))).toBeUndefined();
  });

  it('revoking an API key affects no other key and can be repeated', async () => {
    const { store } = await openTestStore();
    const keys = await populate(store);
    const { keyId } = await createPrincipal(store, keys.ann);
    await store.accounts.revokeKey(keyId);
    await store.accounts.revokeKey(keyId);
    expect(await store.accounts.principal(hashKey(keys.ann))).toBeUndefined();
    expect((await store.accounts.inactivePrincipal(hashKey(keys.ann)))?.keyId).toBe(keyId);
    expect((await createPrincipal(store, keys.annsOther)).access).toBe('full');
  });

  it('the API keys of a user are inactive while the user is revoked', async () => {
    const { store } = await openTestStore();
    const keys = await populate(store);
    await store.accounts.setRevoked(ANN, true);
    for (const key of [keys.ann, keys.annsReadOnly]) {
      expect(await store.accounts.principal(hashKey(key))).toBeUndefined();
      expect(await store.accounts.inactivePrincipal(hashKey(key))).toBeDefined();
    }
    expect(await store.accounts.principal(hashKey(keys.bob))).toBeDefined();
    await store.accounts.setRevoked(ANN, false);
    expect(await store.accounts.principal(hashKey(keys.ann))).toBeDefined();
    expect(await store.accounts.inactivePrincipal(hashKey('unknown'))).toBeUndefined();
  });

  it('two API keys cannot have the same hash', async () => {
    const { store } = await openTestStore();
    const keys = await populate(store);
    await expect(store.accounts.createKey(BOB, { access: 'full', hash: hashKey(keys.ann) })).rejects.toThrow(/unique/i);
    expect((await createPrincipal(store, keys.ann)).userId).not.toBe((await createPrincipal(store, keys.bob)).userId);
  });

  it('API keys are listed without their hashes', async () => {
    const { store } = await openTestStore();
    const keys = await populate(store);
    const expiresAt = getTimeIn(60_000);
    await store.accounts.createKey(BOB, { access: 'read-only', hash: 'h', name: 'robot', expiresAt });
    // Both keys may be created in the same millisecond, so the test does not check their order.
    const listedKeys = (await store.accounts.keys(BOB)).sort((a, b) => a.name.localeCompare(b.name));
    expect(listedKeys.map(({ email, name, access }) => [email, name, access])).toEqual([
      [BOB, '', 'full'],
      [BOB, 'robot', 'read-only'],
    ]);
    expect(listedKeys[1]).toMatchObject({ expiresAt, revokedAt: null });
    expect(await store.accounts.keys()).toHaveLength(5);
    expect(JSON.stringify(await store.accounts.keys())).not.toContain(hashKey(keys.bob));
  });
});

describe('rotation of API keys', () => {
  /** Creates a key that `rotate` replaces. */
  async function openWithKey(givenKey: Partial<NewKey> = {}) {
    const { store, another } = await openTestStore();
    await populate(store);
    const id = await store.accounts.createKey(ANN, { access: 'read-only', hash: 'old', name: 'robot', ...givenKey });
    const find = async (key: string) => (await store.accounts.keys(ANN)).find((each) => each.id === key);
    const rotate = (hash: string, overlapMs: number, expiresAt?: string | null) =>
      store.accounts.rotateKey(id, { hash, oldExpiresAt: getTimeIn(overlapMs), expiresAt });
    return { store, another, id, find, rotate };
  }

  it('the new key of a rotation has the same rights, and both keys are valid during the overlap', async () => {
    const { store, id, find, rotate } = await openWithKey({ project: OWN_PROJECT });
    const successor = await rotate('new', 60_000);
    expect(await find(successor)).toMatchObject({
      access: 'read-only',
      project: OWN_PROJECT,
      name: 'robot',
      expiresAt: null,
    });
    expect(await find(id)).toMatchObject({ successorId: successor, revokedAt: null });
    expect(await store.accounts.principal('old')).toMatchObject({ keyId: id });
    expect(await store.accounts.principal('new')).toMatchObject({ keyId: successor });
  });

  it('after a rotation without an overlap, the old key is no longer valid', async () => {
    const { store, rotate } = await openWithKey();
    await rotate('new', 0);
    expect(await store.accounts.principal('old')).toBeUndefined();
    expect(await store.accounts.principal('new')).toBeDefined();
  });

  it('the overlap of a rotation does not extend the lifetime of the old key', async () => {
    const expiresAt = getTimeIn(60_000);
    const { id, find, rotate } = await openWithKey({ expiresAt });
    await rotate('new', 3_600_000);
    expect((await find(id))?.expiresAt).toBe(expiresAt);
  });

  it('the new key of a rotation has the same lifetime as the old key, unless an expiry time is given', async () => {
    const { find, rotate } = await openWithKey({ expiresAt: getTimeIn(3_600_000) });
    const sameKey = await find(await rotate('new', 60_000));
    const lifetimeMs = Date.parse(sameKey?.expiresAt ?? '') - Date.parse(sameKey?.createdAt ?? '');
    expect(Math.abs(lifetimeMs - 3_600_000)).toBeLessThan(60_000);
    expect((await find(await rotate('never', 60_000, null)))?.expiresAt).toBeNull();
    const chosen = getTimeIn(7_200_000);
    expect((await find(await rotate('chosen', 60_000, chosen)))?.expiresAt).toBe(chosen);
  });

  it('an unknown, an expired or a revoked key and a key of a revoked user cannot be rotated', async () => {
    const { store, id, rotate } = await openWithKey();
    const reject = (key: string) =>
      expect(store.accounts.rotateKey(key, { hash: 'x', oldExpiresAt: getTimeIn(0) })).rejects;
    await reject('key_0').toThrow('there is no key "key_0"');
    await store.accounts.setRevoked(ANN, true);
    await reject(id).toThrow('cannot be rotated because it has expired, was revoked or belongs to a revoked member');
    await store.accounts.setRevoked(ANN, false);
    await rotate('new', 0);
    await reject(id).toThrow('cannot be rotated');
    await store.accounts.revokeKey(id);
    await reject(id).toThrow('create a new key with create-key');
  });

  it('only one of several concurrent rotations of an API key without an overlap succeeds', async () => {
    const { store, another, id } = await openWithKey();
    const stores = [store, await another()] as const;
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, number) =>
        stores[number % 2 ? 1 : 0].accounts.rotateKey(id, {
          hash: `new ${number}`,
          oldExpiresAt: '2020-01-01T00:00:00.000Z',
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await store.accounts.keys(ANN)).toHaveLength(5);
  });
});

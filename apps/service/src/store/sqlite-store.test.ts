import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashKey, newKey } from '../http/keys.ts';
import { ANN, BOB, ITEM, LOG, OWN, populate, rowsOf, SECOND, SOURCE, scratchFolder } from '../http/service.fixture.ts';
import { MIGRATIONS } from './sqlite-schema.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { type Operations, type Store, StoreInputError } from './store.ts';

/** A store that is closed when the test ends; `close` may be called before. */
function open(file: string) {
  const store = openSqliteStore(file);
  let isOpen = true;
  const close = () => {
    if (isOpen) store.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { store, close };
}

const scratchFile = () => join(scratchFolder(), 'service.db');

async function callerOf(store: Store, key: string) {
  const caller = await store.accounts.caller(hashKey(key));
  if (!caller) throw new Error('the key is not known');
  return caller;
}

async function projectOf(store: Store, key: string, slug = OWN) {
  const project = await store.accounts.reachableProject((await callerOf(store, key)).userId, slug);
  if (!project) throw new Error('the project cannot be reached');
  return project;
}

const scopeOf = (keyId: string, idempotencyKey: string) => ({
  keyId,
  method: 'POST',
  path: '/p',
  idempotencyKey,
});

describe('what was written before a restart', () => {
  it('is there afterwards', async () => {
    const file = scratchFile();
    const before = open(file);
    const keys = await populate(before.store);
    const project = await projectOf(before.store, keys.ann);
    const caller = await callerOf(before.store, keys.ann);
    const item = await before.store.contextItems.create(project.id, ITEM);
    const gone = await before.store.contextItems.create(project.id, { title: 'Gone' });
    await before.store.contextItems.delete(project.id, gone.id);
    const log = await before.store.logs.add(project.id, LOG);
    const source = await before.store.dataSources.create(project.id, SOURCE);
    const given = { status: 201, location: '/x', body: '{"id":"x"}' };
    await before.store.once(scopeOf(caller.keyId, 'k'), 'payload', async () => given);
    before.close();

    const { store } = open(file);
    expect(await callerOf(store, keys.ann)).toEqual(caller);
    expect((await callerOf(store, keys.annsReadOnly)).access).toBe('read-only');
    expect(await projectOf(store, keys.ann)).toEqual(project);
    expect(await store.contextItems.list(project.id, { limit: 10 })).toEqual([item]);
    expect(await store.contextItems.search(project.id, 'settings', 10)).toMatchObject([{ id: item.id }]);
    expect(await store.contextItems.search(project.id, 'gone', 10)).toEqual([]);
    expect(await store.logs.search(project.id, {}, 10)).toEqual([log]);
    expect(rowsOf(file, 'SELECT id FROM data_sources')).toEqual([{ id: source.id }]);
    const again = await store.once(scopeOf(caller.keyId, 'k'), 'payload', async () => {
      throw new Error('must not be carried out again');
    });
    expect(again).toEqual({ answer: { ...given, payload: 'payload' }, replayed: true });
  });

  it('is seen at once by a second store on the same file', async () => {
    const file = scratchFile();
    const { store: first } = open(file);
    const { store: second } = open(file);
    const keys = await populate(first);
    const project = await projectOf(second, keys.ann);
    const item = await second.contextItems.create(project.id, ITEM);
    expect(await first.contextItems.get(project.id, item.id)).toEqual(item);
  });
});

describe('a key', () => {
  it('is stored hashed only', async () => {
    const folder = scratchFolder();
    const { store, close } = open(join(folder, 'service.db'));
    const keys = Object.values(await populate(store));
    const everything = () => readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    const holds = (text: string) => everything().some((bytes) => bytes.includes(text));
    // Also while the service runs, when what was written last is in the write-ahead log.
    for (const closed of [false, true]) {
      if (closed) close();
      for (const key of keys) {
        expect(holds(hashKey(key))).toBe(true);
        expect(holds(key)).toBe(false);
        expect(holds(key.replace('csk_', ''))).toBe(false);
      }
    }
  });

  it('is long, random and has a prefix', () => {
    const keys = Array.from({ length: 100 }, newKey);
    for (const key of keys) expect(key).toMatch(/^csk_[\w-]{43}$/);
    expect(new Set(keys).size).toBe(100);
  });

  it('cannot be stored twice', async () => {
    const { store } = open(':memory:');
    const keys = await populate(store);
    await expect(store.accounts.createKey(BOB, 'full', hashKey(keys.ann))).rejects.toThrow('UNIQUE');
    expect((await callerOf(store, keys.ann)).userId).not.toBe((await callerOf(store, keys.bob)).userId);
  });
});

describe('the schema', () => {
  it('is made once, and left alone when it is there', async () => {
    const file = scratchFile();
    open(file).close();
    const made = rowsOf(file, 'SELECT name, sql FROM sqlite_schema ORDER BY name');
    expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'context_items', 'log_reads']));
    open(file).close();
    expect(rowsOf(file, 'SELECT name, sql FROM sqlite_schema ORDER BY name')).toEqual(made);
    expect(rowsOf(file, 'PRAGMA user_version')).toEqual([{ user_version: MIGRATIONS.length }]);
  });

  it('is refused when it is newer, and the file stays as it was', async () => {
    const folder = scratchFolder();
    const file = join(folder, 'service.db');
    open(file).close();
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    database.close();
    const before = readFileSync(file);
    expect(() => openSqliteStore(file)).toThrow(
      `it has schema ${MIGRATIONS.length + 1}, this version of the service knows ${MIGRATIONS.length}: use the newer one`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is not left open when it is refused', async () => {
    const folder = scratchFolder();
    const file = join(folder, 'service.db');
    open(file).close();
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    database.close();
    expect(() => openSqliteStore(file)).toThrow('schema');
    // SQLite takes the files of its write-ahead log away with the last connection.
    expect(readdirSync(folder)).toEqual(['service.db']);
  });

  it('is not made in a file that is something else', () => {
    const file = scratchFile();
    const text = 'Dear diary, '.repeat(1000);
    writeFileSync(file, text);
    expect(() => openSqliteStore(file)).toThrow('not a database');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('once', () => {
  async function openWithCaller() {
    const file = scratchFile();
    const { store } = open(file);
    const keys = await populate(store);
    const project = await projectOf(store, keys.ann);
    const { keyId } = await callerOf(store, keys.ann);
    const titles = async () => (await store.contextItems.list(project.id, { limit: 100 }))?.map(({ title }) => title);
    const creating = (title: string) => async (operations: Operations) => {
      const { id } = await operations.contextItems.create(project.id, { title });
      return { status: 201, location: null, body: JSON.stringify({ id }) };
    };
    return { file, store, project, keyId, titles, creating };
  }

  it('stores nothing of work that fails, and does it when it is asked for again', async () => {
    const { store, keyId, titles, creating } = await openWithCaller();
    const scope = scopeOf(keyId, 'k');
    const failing = store.once(scope, 'p', async (operations) => {
      await creating('Half')(operations);
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(await titles()).toEqual([]);
    const { replayed } = await store.once(scope, 'p', creating('Whole'));
    expect(replayed).toBe(false);
    expect(await titles()).toEqual(['Whole']);
  });

  it('lets no other write become part of its transaction', async () => {
    const { store, project, keyId, titles, creating } = await openWithCaller();
    let fail: (reason: Error) => void = () => undefined;
    const waiting = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const failing = store.once(scopeOf(keyId, 'k'), 'p', async (operations) => {
      await creating('In the transaction')(operations);
      return waiting;
    });
    const outcome = failing.then(
      () => 'done',
      (reason: unknown) => (reason as Error).message,
    );
    const between = [
      store.contextItems.create(project.id, { title: 'Beside it' }),
      store.once(scopeOf(keyId, 'k2'), 'p', creating('After it')),
    ];
    fail(new Error('broken'));
    expect(await outcome).toBe('broken');
    await Promise.all(between);
    expect(await titles()).toEqual(['Beside it', 'After it']);
  });

  it('gives back the first answer and its payload', async () => {
    const { store, keyId, titles, creating } = await openWithCaller();
    const scope = scopeOf(keyId, 'k');
    const first = await store.once(scope, 'p1', creating('One'));
    expect(first).toMatchObject({ replayed: false, answer: { payload: 'p1', status: 201, location: null } });
    expect(await store.once(scope, 'p2', creating('Two'))).toEqual({ answer: first.answer, replayed: true });
    expect(await titles()).toEqual(['One']);
  });

  it.each([
    ['key', { keyId: 'other' }],
    ['method', { method: 'PUT' }],
    ['path', { path: '/q' }],
    ['Idempotency-Key', { idempotencyKey: 'K' }],
  ])('tells answers apart by %s', async (_name, change) => {
    const { store, keyId, titles, creating } = await openWithCaller();
    const scope = scopeOf(keyId, 'k');
    await store.once(scope, 'p', creating('One'));
    const { replayed } = await store.once({ ...scope, ...change }, 'p', creating('Two'));
    expect(replayed).toBe(false);
    expect(await titles()).toEqual(['One', 'Two']);
  });
});

describe('accounts', () => {
  it.each<[string, string, (accounts: Store['accounts']) => Promise<unknown>]>([
    ['a second user of an address', `"${ANN}" exists already`, (accounts) => accounts.createUser(ANN)],
    ['a second project of a slug', `"${OWN}" exists already`, (accounts) => accounts.createProject(OWN, 'Again', ANN)],
    ['a member of no project', 'there is no project "nothing"', (accounts) => accounts.addMember('nothing', ANN)],
    ['a member who is nobody', 'there is no user "x@y.z"', (accounts) => accounts.addMember(OWN, 'x@y.z')],
    ['a key of nobody', 'there is no user "x@y.z"', (accounts) => accounts.createKey('x@y.z', 'full', 'hash')],
  ])('refuse %s', async (_name, message, act) => {
    const file = scratchFile();
    const { store } = open(file);
    await populate(store);
    const rows = () => ['users', 'projects', 'members', 'keys'].map((table) => rowsOf(file, `SELECT * FROM ${table}`));
    const before = rows();
    const error = await act(store.accounts).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreInputError);
    expect((error as Error).message).toContain(message);
    expect(rows()).toEqual(before);
  });

  it.each(['a', '0', 'a-b', 'a'.repeat(63)])('take the slug %s', async (slug) => {
    const { store } = open(':memory:');
    await store.accounts.createUser(ANN);
    expect(await store.accounts.createProject(slug, 'Name', ANN)).toMatch(/^prj_/);
  });

  it.each(['', '-a', 'A', 'a b', 'a/b', 'a_b', 'ä', '..', 'a'.repeat(64), 'a\n'])(
    'do not take the slug %j',
    async (slug) => {
      const { store } = open(':memory:');
      await store.accounts.createUser(ANN);
      await expect(store.accounts.createProject(slug, 'Name', ANN)).rejects.toThrow('cannot be a slug');
    },
  );

  it('take a member twice', async () => {
    const { store } = open(':memory:');
    const keys = await populate(store);
    await store.accounts.addMember(OWN, BOB);
    await store.accounts.addMember(OWN, BOB);
    expect((await projectOf(store, keys.bob)).slug).toBe(OWN);
    await expect(projectOf(store, keys.bob, SECOND)).rejects.toThrow('cannot be reached');
  });
});

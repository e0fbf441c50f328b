import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../../areas.ts';
import { openSqliteStore, openStore } from '../../../open-store.ts';
import { populate, SOURCE } from '../../../testing/service.fixture.ts';
import { createKey, hashKey } from '../../access/api-keys.ts';
import { getRows, scratchFolder } from '../behavior/database.fixture.ts';
import { expectOldAuditKept, INSERT_OLD_AUDIT } from '../behavior/old-audit.fixture.ts';
import { INSERT_OLD_SOURCES } from '../behavior/old-data-sources.fixture.ts';
import { INSERT_WHOLE_ANSWERS, WHOLE_ANSWERS } from '../behavior/old-idempotency-records.fixture.ts';
import {
  expectChangesKept,
  expectEarlierItemsFound,
  indexSome,
  insertEarlierItems,
} from '../behavior/old-items.fixture.ts';
import { expectHealed, expectPlaceForKnown, INSERT_FILLED_TRAFFIC } from '../behavior/old-traffic.fixture.ts';
import {
  expectOldDeliveriesCounted,
  expectOldUsersKept,
  expectSpellingsFound,
  INSERT_OLD_USERS,
  INSERT_UNSPELLED_USER,
} from '../behavior/old-users.fixture.ts';

const scratchFile = () => join(scratchFolder(), 'service.db');

function openAndClose(file: string) {
  void openSqliteStore(file).close();
}

/** Runs SQL directly on the database. */
function execute(file: string, sql: string) {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

describe('API keys', () => {
  it('the database file contains API keys only as hashes', async () => {
    const folder = scratchFolder();
    const store = openSqliteStore(join(folder, 'service.db'));
    onTestFinished(() => store.close());
    const keys = Object.values(await populate(store));
    const readEverything = () => readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    const holds = (text: string) => readEverything().some((bytes) => bytes.includes(text));
    // The check also runs while the store is open, because the write-ahead log then contains the recent writes.
    for (const closed of [false, true]) {
      if (closed) await store.close();
      for (const key of keys) {
        expect(holds(hashKey(key))).toBe(true);
        expect(holds(key)).toBe(false);
        expect(holds(key.replace('csk_', ''))).toBe(false);
      }
    }
  });

  it('an API key is long and random, and has a prefix', () => {
    const keys = Array.from({ length: 100 }, createKey);
    for (const key of keys) expect(key).toMatch(/^csk_[\w-]{43}$/);
    expect(new Set(keys).size).toBe(100);
  });
});

describe('file permissions', () => {
  it('only the owner of the database files can access them, including the write-ahead log', () => {
    const folder = scratchFolder();
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const store = openSqliteStore(join(folder, 'service.db'));
    onTestFinished(() => store.close());
    const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
    expect(modes).toEqual([
      ['service.db', '600'],
      ['service.db-shm', '600'],
      ['service.db-wal', '600'],
    ]);
  });

  it('opening a database does not change the file permissions that its owner has set', () => {
    const file = scratchFile();
    openAndClose(file);
    chmodSync(file, 0o640);
    openAndClose(file);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });
});

describe('SQLite migrations', () => {
  it('the SQLite schema is created once and does not change when the store is opened again', () => {
    const file = scratchFile();
    openAndClose(file);
    const insertedRows = getRows(file, 'SELECT name, sql FROM sqlite_schema ORDER BY name');
    const steps = getRows(file, 'SELECT * FROM migrations ORDER BY version');
    expect(insertedRows.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'context_items', 'audit']));
    expect(steps.map(({ name }) => name)).toEqual(SQLITE_MIGRATIONS.map(({ name }) => name));
    openAndClose(file);
    expect(getRows(file, 'SELECT name, sql FROM sqlite_schema ORDER BY name')).toEqual(insertedRows);
    expect(getRows(file, 'SELECT * FROM migrations ORDER BY version')).toEqual(steps);
    expect(getRows(file, 'PRAGMA user_version')).toEqual([{ user_version: SQLITE_MIGRATIONS.length }]);
  });

  it('a database with the first SQLite schema is migrated with all its data', async () => {
    const file = scratchFile();
    const [first] = SQLITE_MIGRATIONS;
    execute(
      file,
      `${first?.sql}; PRAGMA user_version = 1;
       INSERT INTO users VALUES ('usr_1', 'ann@example.com', '2026-01-01T00:00:00.000Z');
       INSERT INTO projects VALUES ('prj_1', 'octo-api', 'Octo', '2026-01-02T00:00:00.000Z');
       INSERT INTO members VALUES ('prj_1', 'usr_1');
       INSERT INTO keys VALUES ('key_1', 'usr_1', 'full', '${hashKey('csk_old')}', '2026-01-01T00:00:00.000Z');
       INSERT INTO logs VALUES (7, 'log_7', 'prj_1', 404, 'GET', '/pets/old', NULL, '2026-03-01T10:00:00.000Z', 'null', '{"a":1}');
       INSERT INTO log_reads VALUES (3, '2026-03-02T00:00:00.000Z', 'prj_1', 'log_7', 'usr_1', 'key_1', 'r', 'found');`,
    );
    const store = openSqliteStore(file);
    onTestFinished(() => store.close());
    expect(await store.accounts.principal(hashKey('csk_old'))).toEqual({
      keyId: 'key_1',
      projectId: null,
      expiresAt: null,
      lastUsedAt: null,
      userId: 'usr_1',
      access: 'full',
    });
    expect(await store.accounts.listMembersBySlug('octo-api')).toEqual([
      { userId: 'usr_1', email: 'ann@example.com', name: '', role: 'owner', since: '2026-01-02T00:00:00.000Z' },
    ]);
    const { items } = await store.logs.search('prj_1', { urlContains: 'pets/old' }, { limit: 5 });
    expect(items.map(({ id }) => id)).toEqual(['log_7']);
    expect((await store.audit.list('prj_1', { limit: 5 })).items).toEqual([
      {
        id: expect.stringMatching(/^aud_[0-9a-f]{24}$/),
        at: '2026-03-02T00:00:00.000Z',
        actor: 'member',
        action: 'log.read',
        targetKind: 'log',
        target: 'log_7',
        userId: 'usr_1',
        email: 'ann@example.com',
        keyId: 'key_1',
        systemUser: null,
        hashBefore: null,
        hashAfter: null,
        requestId: 'r',
        outcome: 'found',
      },
    ]);
    expect(getRows(file, 'SELECT count(*) AS count FROM migrations')).toEqual([{ count: SQLITE_MIGRATIONS.length }]);
  });

  it('old keys stay valid and old audit entries stay readable after a SQLite migration', async () => {
    const file = scratchFile();
    const step = SQLITE_MIGRATIONS.findIndex(({ name }) => name.startsWith('actors, hashes'));
    void openSqliteStore(file, { migrations: SQLITE_MIGRATIONS.slice(0, step) }).close();
    execute(file, INSERT_OLD_AUDIT);
    const store = openSqliteStore(file);
    await expectOldAuditKept(store);
    await store.close();
    expect(() => execute(file, 'DELETE FROM audit')).toThrow('the audit is append-only');
  });

  it('a SQLite migration removes content from idempotency records', () => {
    const file = scratchFile();
    const step = SQLITE_MIGRATIONS.findIndex(({ name }) => name.startsWith('remove content'));
    void openSqliteStore(file, { migrations: SQLITE_MIGRATIONS.slice(0, step) }).close();
    execute(file, INSERT_WHOLE_ANSWERS);
    openAndClose(file);
    expect(getRows(file, 'SELECT body FROM answers ORDER BY path')).toEqual(
      WHOLE_ANSWERS.map(({ kept }) => ({ body: kept })),
    );
  });

  it('a SQLite migration indexes older data sources by repository, branch and category', async () => {
    const file = scratchFile();
    const step = SQLITE_MIGRATIONS.findIndex(({ name }) => name.startsWith('index data sources'));
    void openSqliteStore(file, { migrations: SQLITE_MIGRATIONS.slice(0, step) }).close();
    execute(file, INSERT_OLD_SOURCES);
    const store = openSqliteStore(file);
    onTestFinished(() => store.close());
    const { source, isKnown } = await store.dataSources.create('prj_1', SOURCE);
    expect([source.id, isKnown]).toEqual(['src_1', true]);
  });

  it('a SQLite migration creates records for users with only daily counts', async () => {
    const file = scratchFile();
    const step = SQLITE_MIGRATIONS.findIndex(({ name }) => name.startsWith('users of the captured'));
    void openSqliteStore(file, { migrations: SQLITE_MIGRATIONS.slice(0, step) }).close();
    execute(file, INSERT_OLD_USERS);
    const store = openSqliteStore(file);
    onTestFinished(() => store.close());
    await expectOldUsersKept(store);
  });

  it('users stored before a SQLite migration are found by their email address, in every letter case', async () => {
    const file = scratchFile();
    const step = SQLITE_MIGRATIONS.findIndex(({ name }) => name.startsWith('spellings of addresses'));
    void openSqliteStore(file, { migrations: SQLITE_MIGRATIONS.slice(0, step) }).close();
    execute(file, INSERT_UNSPELLED_USER);
    const store = openSqliteStore(file);
    onTestFinished(() => store.close());
    await expectSpellingsFound(store);
    await expectOldDeliveriesCounted(store);
  });

  it('endpoints that invented names displaced are counted separately after a SQLite migration and a rebuild', async () => {
    const file = scratchFile();
    const step = SQLITE_MIGRATIONS.findIndex(({ name }) => name.startsWith('sources of routes'));
    void openSqliteStore(file, { migrations: SQLITE_MIGRATIONS.slice(0, step) }).close();
    execute(file, INSERT_FILLED_TRAFFIC);
    const store = openSqliteStore(file);
    onTestFinished(() => store.close());
    await expectPlaceForKnown(store);
    await expectHealed(store, 2);
  });

  it('context items of an earlier SQLite schema are reindexed, even after an interruption', async () => {
    const file = scratchFile();
    const step = SQLITE_MIGRATIONS.findIndex(({ name }) => name.startsWith('words as split'));
    void openSqliteStore(file, { migrations: SQLITE_MIGRATIONS.slice(0, step) }).close();
    execute(
      file,
      insertEarlierItems(() => ({})),
    );
    const interruptedStore = openSqliteStore(file);
    await indexSome(interruptedStore);
    await interruptedStore.close();
    const waitingQuery = 'SELECT count(*) AS count FROM context_items_to_index';
    expect(getRows(file, waitingQuery)).toEqual([{ count: 236 }]);
    const store = await openStore(file);
    onTestFinished(() => store.close());
    expect(getRows(file, waitingQuery)).toEqual([{ count: 0 }]);
    await expectEarlierItemsFound(store);
  });

  it('an item that reuses the row id of an item that another program deleted is found only by its own words', async () => {
    const file = scratchFile();
    const store = openSqliteStore(file);
    onTestFinished(() => store.close());
    execute(
      file,
      "INSERT INTO projects (id, slug, name, created_at) VALUES ('prj_1', 'octo-api', 'Octo', '2026-01-01')",
    );
    await store.transaction(async ({ contextItems }) => {
      for (let number = 0; number < 300; number += 1) await contextItems.create('prj_1', { title: 'Zebra' });
    });
    execute(file, 'DELETE FROM context_items');
    const { id } = await store.contextItems.create('prj_1', { title: 'Giraffe' });
    const find = async (query: string) => {
      const { matched, items } = await store.contextItems.search('prj_1', query, 10);
      return { matched, ids: items.map((item) => item.id) };
    };
    expect(await find('giraffe')).toEqual({ matched: 'all', ids: [id] });
    expect(await find('zebra')).toEqual({ matched: 'none', ids: [] });
  });

  it('context items of an earlier SQLite schema can change before they are reindexed', async () => {
    const file = scratchFile();
    const step = SQLITE_MIGRATIONS.findIndex(({ name }) => name.startsWith('words as split'));
    void openSqliteStore(file, { migrations: SQLITE_MIGRATIONS.slice(0, step) }).close();
    execute(
      file,
      insertEarlierItems(() => ({})),
    );
    const store = openSqliteStore(file);
    onTestFinished(() => store.close());
    await expectChangesKept(store);
  });

  it.each([
    ['its version number', `PRAGMA user_version = ${SQLITE_MIGRATIONS.length + 1}`],
    ['its migrations table', `INSERT INTO migrations VALUES (${SQLITE_MIGRATIONS.length + 1}, 'later', 'x', 'now')`],
  ])(
    'the store rejects a SQLite schema that is newer according to %s, and the file remains unchanged',
    (_name, sql) => {
      const folder = scratchFolder();
      const file = join(folder, 'service.db');
      openAndClose(file);
      execute(file, sql);
      const before = readFileSync(file);
      expect(() => openSqliteStore(file)).toThrow(
        `its schema version is ${SQLITE_MIGRATIONS.length + 1}, but this version of the service only supports ${SQLITE_MIGRATIONS.length}: use a newer version`,
      );
      expect(readFileSync(file).equals(before)).toBe(true);
      // SQLite deletes the files of its write-ahead log when the last connection closes.
      expect(readdirSync(folder)).toEqual(['service.db']);
    },
  );

  it('the store rejects a SQLite schema whose applied migration differs from the current one', () => {
    const file = scratchFile();
    openAndClose(file);
    execute(file, "UPDATE migrations SET checksum = 'x' WHERE version = 1");
    expect(() => openSqliteStore(file)).toThrow(/migration 1 \(accounts, .*\) differs from the one/);
  });

  it('the store rejects a SQLite schema if an applied migration is missing', () => {
    const file = scratchFile();
    openAndClose(file);
    execute(file, 'DELETE FROM migrations WHERE version = 1; PRAGMA user_version = 0');
    expect(() => openSqliteStore(file)).toThrow(/migration 1 .* is missing/);
  });

  it('a failed SQLite migration leaves the schema unchanged', () => {
    const file = scratchFile();
    openAndClose(file);
    const before = getRows(file, 'SELECT name, sql FROM sqlite_schema ORDER BY name');
    const brokenMigrations = [
      ...SQLITE_MIGRATIONS,
      { name: 'whole', sql: 'CREATE TABLE whole (id TEXT) STRICT' },
      { name: 'broken', sql: "CREATE TABLE half (id TEXT) STRICT; INSERT INTO nowhere VALUES ('x')" },
    ];
    expect(() => openSqliteStore(file, { migrations: brokenMigrations })).toThrow('no such table: nowhere');
    expect(getRows(file, 'SELECT name, sql FROM sqlite_schema ORDER BY name')).toEqual(before);
    expect(getRows(file, 'PRAGMA user_version')).toEqual([{ user_version: SQLITE_MIGRATIONS.length }]);
    openAndClose(file);
  });

  it('the store rejects a text file as its database and leaves it unchanged', () => {
    const file = scratchFile();
    const text = 'Dear diary, '.repeat(1000);
    writeFileSync(file, text);
    expect(() => openSqliteStore(file)).toThrow('not a database');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('in-memory store', () => {
  it('an in-memory store reads its own writes and can be backed up', async () => {
    const store = openSqliteStore(':memory:');
    onTestFinished(() => store.close());
    await populate(store);
    let rows = 0;
    await store.backup.each(async () => {
      rows += 1;
    });
    expect(rows).toBe(2 + 3 + 3 + 4);
  });
});

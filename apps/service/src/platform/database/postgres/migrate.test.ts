import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { POSTGRES_MIGRATIONS } from '../../../areas.ts';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { openStore } from '../../../open-store.ts';
import { SOURCE } from '../../../testing/service.fixture.ts';
import { openTestStore, testBackend } from '../behavior/database.fixture.ts';
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
import { usePostgres } from './backend.fixture.ts';

usePostgres();

const TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
const STEPS = 'SELECT version, name FROM migrations WHERE version > 0 ORDER BY version';

/** Drops and creates the schema, so that the database is empty. */
async function emptyDatabase() {
  const { name, rows } = await testBackend().newDatabase();
  await rows('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return { name, rows };
}

/** Creates a database with items of an earlier version, which did not split phrases in scripts without spaces. */
async function databaseOfEarlierVersion() {
  const database = await emptyDatabase();
  const step = POSTGRES_MIGRATIONS.findIndex((each) => each.name.startsWith('words of scripts'));
  await (await openPostgresStore(database.name, { migrations: POSTGRES_MIGRATIONS.slice(0, step) })).close();
  await database.rows(insertEarlierItems((words) => ({ words })));
  return database;
}

describe('PostgreSQL migrations', () => {
  it('the PostgreSQL schema is created once, even if several processes start at the same time', async () => {
    const { name, rows } = await emptyDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore(name, { connections: 1 })));
    await Promise.all(stores.map((store) => store.close()));
    expect(await rows(STEPS)).toEqual(
      POSTGRES_MIGRATIONS.map((step, index) => ({ version: index + 1, name: step.name })),
    );
  });

  it('the store rejects a PostgreSQL schema that is newer than the service', async () => {
    const { database, rows } = await openTestStore();
    const newerVersion = POSTGRES_MIGRATIONS.length + 1;
    await rows(`INSERT INTO migrations VALUES (${newerVersion}, 'later', 'x', now())`);
    await expect(openPostgresStore(database.name)).rejects.toThrow(
      `its schema version is ${newerVersion}, but this version of the service only supports ${POSTGRES_MIGRATIONS.length}: use a newer version`,
    );
    await rows(`DELETE FROM migrations WHERE version = ${newerVersion}`);
  });

  it('the store rejects a PostgreSQL schema whose applied migration differs from the current one', async () => {
    const { database } = await openTestStore();
    const [first, ...others] = POSTGRES_MIGRATIONS;
    const migrations = [{ name: 'other', sql: `${first?.sql} ` }, ...others];
    await expect(openPostgresStore(database.name, { migrations })).rejects.toThrow(
      'migration 1 (other) differs from the one',
    );
  });

  it('a failed PostgreSQL migration leaves the schema unchanged', async () => {
    const { database, rows } = await openTestStore();
    const before = await rows(TABLES);
    const migrations = [
      ...POSTGRES_MIGRATIONS,
      { name: 'whole', sql: 'CREATE TABLE whole (id TEXT)' },
      { name: 'broken', sql: "CREATE TABLE half (id TEXT); INSERT INTO nowhere VALUES ('x')" },
    ];
    await expect(openPostgresStore(database.name, { migrations })).rejects.toThrow('relation "nowhere" does not exist');
    expect(await rows(TABLES)).toEqual(before);
    expect(await rows(STEPS)).toHaveLength(POSTGRES_MIGRATIONS.length);
    await (await openPostgresStore(database.name)).close();
  });

  it('a PostgreSQL migration removes content from idempotency records', async () => {
    const { name, rows } = await emptyDatabase();
    const step = POSTGRES_MIGRATIONS.findIndex((each) => each.name.startsWith('remove content'));
    await (await openPostgresStore(name, { migrations: POSTGRES_MIGRATIONS.slice(0, step) })).close();
    await rows(INSERT_WHOLE_ANSWERS);
    await (await openPostgresStore(name)).close();
    expect(await rows('SELECT body FROM answers ORDER BY path')).toEqual(
      WHOLE_ANSWERS.map(({ kept }) => ({ body: kept })),
    );
  });

  it('a PostgreSQL migration indexes older data sources by repository, branch and category', async () => {
    const { name, rows } = await emptyDatabase();
    const step = POSTGRES_MIGRATIONS.findIndex((each) => each.name.startsWith('index data sources'));
    await (await openPostgresStore(name, { migrations: POSTGRES_MIGRATIONS.slice(0, step) })).close();
    await rows(INSERT_OLD_SOURCES);
    const store = await openPostgresStore(name);
    const { source, isKnown } = await store.dataSources.create('prj_1', SOURCE);
    await store.close();
    expect([source.id, isKnown]).toEqual(['src_1', true]);
  });

  it('a PostgreSQL migration creates records for users with only daily counts', async () => {
    const { name, rows } = await emptyDatabase();
    const step = POSTGRES_MIGRATIONS.findIndex((each) => each.name.startsWith('users of the captured'));
    await (await openPostgresStore(name, { migrations: POSTGRES_MIGRATIONS.slice(0, step) })).close();
    await rows(INSERT_OLD_USERS);
    const store = await openPostgresStore(name);
    await expectOldUsersKept(store);
    await store.close();
  });

  it('endpoints that invented names displaced are counted separately after a PostgreSQL migration and a rebuild', async () => {
    const { name, rows } = await emptyDatabase();
    const step = POSTGRES_MIGRATIONS.findIndex((each) => each.name.startsWith('sources of routes'));
    await (await openPostgresStore(name, { migrations: POSTGRES_MIGRATIONS.slice(0, step) })).close();
    await rows(INSERT_FILLED_TRAFFIC);
    // The older version let the database assign the numbers.
    await rows("SELECT setval(pg_get_serial_sequence('endpoints', 'number'), (SELECT max(number) FROM endpoints))");
    const store = await openPostgresStore(name);
    await expectPlaceForKnown(store);
    await expectHealed(store, 2);
    await store.close();
  });

  it('users stored before a PostgreSQL migration are found by their email address, in every letter case', async () => {
    const { name, rows } = await emptyDatabase();
    const step = POSTGRES_MIGRATIONS.findIndex((each) => each.name.startsWith('spellings of addresses'));
    await (await openPostgresStore(name, { migrations: POSTGRES_MIGRATIONS.slice(0, step) })).close();
    await rows(INSERT_UNSPELLED_USER);
    const store = await openPostgresStore(name);
    await expectSpellingsFound(store);
    await expectOldDeliveriesCounted(store);
    await store.close();
  });

  it('context items of an earlier PostgreSQL schema are reindexed, even after an interruption', async () => {
    const { name, rows } = await databaseOfEarlierVersion();
    const interruptedStore = await openPostgresStore(name);
    await indexSome(interruptedStore);
    await interruptedStore.close();
    const waitingQuery = 'SELECT count(*) AS count FROM context_items_to_index';
    expect(await rows(waitingQuery)).toEqual([{ count: '236' }]);
    const stores = await Promise.all(Array.from({ length: 3 }, () => openStore(name)));
    expect(await rows(waitingQuery)).toEqual([{ count: '0' }]);
    for (const store of stores) {
      await expectEarlierItemsFound(store);
      await store.close();
    }
  });

  it('context items of an earlier PostgreSQL schema can change before they are reindexed', async () => {
    const { name } = await databaseOfEarlierVersion();
    const store = await openPostgresStore(name);
    await expectChangesKept(store);
    await store.close();
  });

  it('the PostgreSQL schema omits optional features that the database does not support', async () => {
    const { name, rows } = await emptyDatabase();
    const migrations = POSTGRES_MIGRATIONS.map((step) =>
      step.optional ? { ...step, sql: `${step.sql}; SELECT no_such_function()` } : step,
    );
    const store = await openPostgresStore(name, { migrations });
    await store.accounts.createUser('ann@example.com');
    await store.close();
    expect(await rows("SELECT indexname FROM pg_indexes WHERE indexname = 'logs_by_trigram'")).toEqual([]);
    expect(await rows(STEPS)).toHaveLength(POSTGRES_MIGRATIONS.length);
  });
});

describe('a killed migration', () => {
  it('a killed PostgreSQL migration changes nothing, and the next process runs it again', async () => {
    const { name, rows } = await emptyDatabase();
    const step = POSTGRES_MIGRATIONS.findIndex((each) => each.name === 'durations, routes and callers of logs');
    await (await openPostgresStore(name, { migrations: POSTGRES_MIGRATIONS.slice(0, step) })).close();
    await rows(
      `INSERT INTO projects (id, slug, name, created_at) VALUES ('prj_1', 'octo-api', 'Octo', '2026-01-02T00:00:00.000Z');
       INSERT INTO logs (id, project_id, status, method, url, timestamp, request, response)
       VALUES ('log_7', 'prj_1', 404, 'GET', '/pets/old', '2026-03-01T10:00:00.000Z', 'null', '{"a":1}')`,
    );
    // The process applies all current migrations, and then one that waits for a lock that this test holds.
    const lock = new Client({ connectionString: name });
    await lock.connect();
    onTestFinished(() => lock.end());
    await lock.query('SELECT pg_advisory_lock(1)');
    const program = `
      import { POSTGRES_MIGRATIONS } from '${new URL('../../../areas.ts', import.meta.url)}';
      import { openPostgresStore } from '${new URL('../../../open-postgres-store.ts', import.meta.url)}';
      const last = { name: 'waits', sql: 'CREATE TABLE half (id TEXT); SELECT pg_advisory_lock(1)' };
      await openPostgresStore(process.argv[1], { migrations: [...POSTGRES_MIGRATIONS, last] });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, name]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const waitingQuery = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await expect.poll(() => rows(waitingQuery)).toHaveLength(1);
    child.kill('SIGKILL');
    await once(child, 'close');
    await lock.query('SELECT pg_advisory_unlock(1)');
    // Opening the store waits until the server has rolled back the transaction of the killed process.
    const store = await openPostgresStore(name);
    const { items } = await store.logs.search('prj_1', { urlContains: 'pets/old' }, { limit: 5 });
    await store.close();
    expect(items.map(({ id, durationMs, environment }) => ({ id, durationMs, environment }))).toEqual([
      { id: 'log_7', durationMs: null, environment: 'production' },
    ]);
    expect(await rows(STEPS)).toHaveLength(POSTGRES_MIGRATIONS.length);
    expect(await rows("SELECT tablename FROM pg_tables WHERE tablename = 'half'")).toEqual([]);
  });
});

describe('PostgreSQL migrations of keys and of the audit log', () => {
  it('old keys stay valid and old audit entries stay readable after a PostgreSQL migration', async () => {
    const { name, rows } = await emptyDatabase();
    const step = POSTGRES_MIGRATIONS.findIndex((each) => each.name.startsWith('actors, hashes'));
    await (await openPostgresStore(name, { migrations: POSTGRES_MIGRATIONS.slice(0, step) })).close();
    await rows(INSERT_OLD_AUDIT);
    const store = await openPostgresStore(name);
    await expectOldAuditKept(store);
    await store.close();
    await expect(rows('DELETE FROM audit')).rejects.toThrow('the audit is append-only');
  });
});

describe('a missing schema', () => {
  it('a PostgreSQL database without the schema remains unchanged if the store may not create it', async () => {
    const { name, rows } = await emptyDatabase();
    await expect(openPostgresStore(name, { create: false })).rejects.toThrow('it has no tables of this service');
    expect(await rows(TABLES)).toEqual([]);
    await (await openPostgresStore(name)).close();
    await (await openPostgresStore(name, { create: false })).close();
  });
});

describe('an unusable database', () => {
  it.each([
    ['the database does not exist', (url: string) => url.replace(/[^/]*$/, 'nowhere'), /"nowhere" does not exist/],
    [
      'the server is not running',
      () => 'postgres://me:secret@127.0.0.1:1/db',
      /127\.0\.0\.1:1\/db.*no server listens there/,
    ],
    ['the URL has no host', () => 'postgres://me:secret@', /cannot be used/],
  ])('the error message does not reveal the PostgreSQL password if %s', async (_name, change, message) => {
    const { name } = await testBackend().newDatabase();
    const error = await openPostgresStore(change(name)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StoreInputError', message: expect.stringMatching(message) });
    expect((error as Error).message).not.toContain('secret');
  });
});

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { POSTGRES_MIGRATIONS, type ServiceStore, SQLITE_MIGRATIONS } from '../../../areas.ts';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { openSqliteStore, openStore } from '../../../open-store.ts';
import { computeChecksum } from '../migrations.ts';
import { getRows, scratchFolder, type TestDatabase, testBackend } from './database.fixture.ts';
import { RELEASED_CHECKSUMS } from './released-migrations.fixture.ts';

const MIGRATIONS = { sqlite: SQLITE_MIGRATIONS, postgres: POSTGRES_MIGRATIONS };

/** SQL that describes the columns, indexes, constraints and triggers of a database. */
const SCHEMA = {
  sqlite: 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name',
  postgres: `SELECT 'column' AS type, table_name || '.' || column_name AS name, concat_ws(' ', data_type, is_nullable, column_default) AS sql
             FROM information_schema.columns WHERE table_schema = current_schema()
             UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
             UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
             WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
             UNION ALL SELECT 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
             ORDER BY 1, 2`,
};

/** A project with a log, in the columns that every version of the schema has. */
const INSERT_OLD = `
  INSERT INTO projects (id, slug, name, created_at) VALUES ('prj_1', 'octo-api', 'Octo', '2026-01-02T00:00:00.000Z');
  INSERT INTO logs (id, project_id, status, method, url, timestamp, request, response)
    VALUES ('log_7', 'prj_1', 404, 'GET', '/pets/old', '2026-03-01T10:00:00.000Z', 'null', '{"a":1}')`;

/** Returns a database that no version has opened. */
async function createEmptyDatabase(): Promise<TestDatabase> {
  if (testBackend().name === 'sqlite') {
    const file = join(scratchFolder(), 'service.db');
    return { name: file, rows: async (sql) => getRows(file, sql) };
  }
  const database = await testBackend().newDatabase();
  await database.rows('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return database;
}

/** Opens a database with the migrations of an older version. */
async function openVersion(name: string, version: number): Promise<ServiceStore> {
  const migrations = MIGRATIONS[testBackend().name].slice(0, version);
  return testBackend().name === 'sqlite'
    ? openSqliteStore(name, { migrations })
    : openPostgresStore(name, { migrations });
}

async function execute({ name, rows }: TestDatabase, sql: string): Promise<void> {
  if (testBackend().name === 'postgres') return void (await rows(sql));
  const database = new DatabaseSync(name);
  database.exec(sql);
  database.close();
}

describe('upgrades', () => {
  it('no released migration has changed', () => {
    const { name } = testBackend();
    const released = RELEASED_CHECKSUMS[name];
    expect(released.length).toBeGreaterThan(25);
    expect(MIGRATIONS[name].slice(0, released.length).map(computeChecksum)).toEqual(released);
  });

  it('a database of every version gets the schema of a new database and keeps its logs', async () => {
    const { name: kind } = testBackend();
    const fresh = await createEmptyDatabase();
    await (await openVersion(fresh.name, MIGRATIONS[kind].length)).close();
    const schema = await fresh.rows(SCHEMA[kind]);
    expect(schema.length).toBeGreaterThan(50);
    const versions = MIGRATIONS[kind].map((_, index) => index + 1);
    for (const version of kind === 'sqlite' ? versions : sampleCases(versions, 4)) {
      const oldDatabase = await createEmptyDatabase();
      await (await openVersion(oldDatabase.name, version)).close();
      await execute(oldDatabase, INSERT_OLD);
      const store = await openStore(oldDatabase.name);
      const { items } = await store.logs.search('prj_1', { urlContains: 'pets/old' }, { limit: 5 });
      await store.close();
      expect(items, `version ${version}`).toMatchObject([
        {
          id: 'log_7',
          status: 404,
          timestamp: '2026-03-01T10:00:00.000Z',
          durationMs: null,
          environment: 'production',
        },
      ]);
      expect(await oldDatabase.rows(SCHEMA[kind]), `version ${version}`).toEqual(schema);
    }
  });
});

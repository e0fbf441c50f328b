import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../../areas.ts';
import { openSqliteStore } from '../../../open-store.ts';
import { getRows, scratchFolder } from '../behavior/database.fixture.ts';

/** SQL that inserts a project and a log into a database of a version without metrics. */
const INSERT_OLD_LOG = `
  INSERT INTO projects (id, slug, name, created_at) VALUES ('prj_1', 'octo-api', 'Octo', '2026-01-02T00:00:00.000Z');
  INSERT INTO logs (number, id, project_id, status, method, url, timestamp, request, response)
    VALUES (7, 'log_7', 'prj_1', 404, 'GET', '/pets/old', '2026-03-01T10:00:00.000Z', 'null', '{"a":1}')`;

it('a killed SQLite migration leaves the schema unchanged, and the next process runs it again', async () => {
  const file = join(scratchFolder(), 'service.db');
  const keptMigrations = SQLITE_MIGRATIONS.findIndex(({ name }) => name === 'durations, routes and callers of logs');
  await openSqliteStore(file, { migrations: SQLITE_MIGRATIONS.slice(0, keptMigrations) }).close();
  const database = new DatabaseSync(file);
  database.exec(INSERT_OLD_LOG);
  database.close();
  const before = getRows(file, 'SELECT name, sql FROM sqlite_schema ORDER BY name');
  // The program applies all current migrations and then an endless migration, which prints a message when it starts.
  const program = `
    import { writeSync } from 'node:fs';
    import { SQLITE_MIGRATIONS } from '${new URL('../../../areas.ts', import.meta.url)}';
    import { openSqliteStore } from '${new URL('../../../open-store.ts', import.meta.url)}';
    const endless = 'WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) INSERT INTO users (id) SELECT n FROM c WHERE n < 0';
    const last = { name: 'endless', get sql() { writeSync(1, 'migrating'); return endless; } };
    openSqliteStore(process.argv[1], { migrations: [...SQLITE_MIGRATIONS, last] });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, file]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(getRows(file, 'SELECT name, sql FROM sqlite_schema ORDER BY name')).toEqual(before);
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  const { items } = await store.logs.search('prj_1', { urlContains: 'pets/old' }, { limit: 5 });
  expect(items.map(({ id, durationMs, environment }) => ({ id, durationMs, environment }))).toEqual([
    { id: 'log_7', durationMs: null, environment: 'production' },
  ]);
});

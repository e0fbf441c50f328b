import { expect, it } from 'vitest';
import { PERSONAL_DATA } from '../../personal-data/personal-data.ts';
import { openTestStore, testBackend } from './database.fixture.ts';

const COLUMNS_SQL = {
  // FTS5 keeps the content of its tables in other tables, whose names start with the same name.
  sqlite: `SELECT m.name AS table_name, c.name AS column_name
           FROM sqlite_schema m, pragma_table_xinfo(m.name) c
           WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND c.hidden IN (0, 2, 3) AND NOT EXISTS (
             SELECT 1 FROM sqlite_schema v
             WHERE v.sql LIKE 'CREATE VIRTUAL TABLE%' AND m.name <> v.name AND m.name LIKE v.name || '!_%' ESCAPE '!'
           )`,
  postgres: `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`,
};

const ONLY_IN = {
  sqlite: ['log_urls.url', 'write_probe.filler'],
  postgres: [],
};

it('the declaration of personal data contains exactly the columns of the database', async () => {
  const { rows } = await openTestStore();
  const { name } = testBackend();
  const columns = (await rows(COLUMNS_SQL[name])).map((row) => `${row.table_name}.${row.column_name}`);
  const declaredColumns = Object.entries(PERSONAL_DATA).flatMap(([table, content]) =>
    Object.keys(content).map((column) => `${table}.${column}`),
  );
  const otherColumns = new Set<string>(ONLY_IN[name === 'sqlite' ? 'postgres' : 'sqlite']);
  expect(columns.length).toBeGreaterThan(100);
  expect(columns.sort()).toEqual(declaredColumns.filter((column) => !otherColumns.has(column)).sort());
});

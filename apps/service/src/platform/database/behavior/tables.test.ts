import { expect, it } from 'vitest';
import { TABLES } from '../../../areas.ts';
import type { ColumnType } from '../column.ts';
import { openTestStore, testBackend } from './database.fixture.ts';

const COLUMNS_SQL = {
  // FTS5 keeps the content of its tables in other tables, whose names start with the same name. An integer primary key cannot be null, but SQLite
  // does not report it as NOT NULL.
  sqlite: `SELECT m.name AS table_name, c.name AS column_name, c.type AS type, c."notnull" = 0 AND c.pk = 0 AS is_nullable, c.pk AS key_place
           FROM sqlite_schema m, pragma_table_xinfo(m.name) c
           WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND c.hidden IN (0, 2, 3) AND NOT EXISTS (
             SELECT 1 FROM sqlite_schema v
             WHERE v.sql LIKE 'CREATE VIRTUAL TABLE%' AND m.name <> v.name AND m.name LIKE v.name || '!_%' ESCAPE '!'
           )`,
  postgres: `SELECT c.table_name, c.column_name, c.data_type AS type, c.is_nullable = 'YES' AS is_nullable, coalesce(k.ordinal_position, 0) AS key_place
             FROM information_schema.columns c LEFT JOIN (
               information_schema.table_constraints t JOIN information_schema.key_column_usage k USING (constraint_schema, constraint_name)
             ) ON t.constraint_type = 'PRIMARY KEY' AND k.table_name = c.table_name AND k.column_name = c.column_name
             WHERE c.table_schema = current_schema()`,
};

/** The types of columns in each database. The columns of virtual tables have no type. */
const TYPES: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<ColumnType, readonly string[]>>>> = {
  sqlite: {
    text: ['TEXT', ''],
    time: ['TEXT'],
    integer: ['INTEGER'],
    real: ['REAL'],
    boolean: ['INTEGER'],
  },
  postgres: {
    text: ['text'],
    time: ['timestamp with time zone'],
    integer: ['integer', 'bigint'],
    real: ['double precision'],
    boolean: ['boolean'],
  },
};

it('the table definitions in the code equal the tables of the migrated database', async () => {
  const { rows } = await openTestStore();
  const { name: database } = testBackend();
  const columns = (await rows(COLUMNS_SQL[database])).map((row) => ({
    name: `${row.table_name}.${row.column_name}`,
    type: String(row.type),
    isNullable: row.is_nullable === true || row.is_nullable === 1,
    keyPlace: Number(row.key_place),
  }));
  const describedColumns = TABLES.filter(({ onlyIn = database }) => onlyIn === database).flatMap((table) =>
    Object.entries(table.columns).map(([property, { type, isNullable }]) => ({
      name: `${table.name}.${table.names[property]}`,
      type,
      isNullable,
      keyPlace: table.key.indexOf(property) + 1,
    })),
  );
  expect(columns.length).toBeGreaterThan(100);
  const types = new Map(describedColumns.map(({ name, type }) => [name, type]));
  const normalizedColumns = columns.map((column) => {
    const type = types.get(column.name);
    return { ...column, type: type && TYPES[database][type].includes(column.type) ? type : column.type };
  });
  const sort = (each: readonly { readonly name: string }[]) => each.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(sort(normalizedColumns)).toEqual(sort(describedColumns));
});

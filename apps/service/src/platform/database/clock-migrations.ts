import type { AreaMigrations, Migration } from './migrations.ts';

/** Migration that creates the table of the last time by which old data was deleted. */
const SQLITE_CLOCK: Migration = {
  name: 'accepted times of the system clock',
  sql: `
  CREATE TABLE clock (name TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
};

/** Migration that creates the table of the last time by which old data was deleted. */
const POSTGRES_CLOCK: Migration = {
  name: 'accepted times of the system clock',
  sql: `
  CREATE TABLE clock (name TEXT PRIMARY KEY, at TIMESTAMPTZ NOT NULL);
  `,
};

/** Migrations of the accepted times. */
export const CLOCK_MIGRATIONS: AreaMigrations = {
  sqlite: { 22: SQLITE_CLOCK },
  postgres: { 23: POSTGRES_CLOCK },
};

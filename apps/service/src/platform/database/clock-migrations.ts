import type { AreaMigrations, Migration } from './migrations.ts';

/** Migration that creates the table with the last time at which the clock was accepted for deleting old data. */
const SQLITE_CLOCK: Migration = {
  name: 'accepted times of the system clock',
  sql: `
  CREATE TABLE clock (name TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
};

/** Migration that creates the table with the last time at which the clock was accepted for deleting old data. */
const POSTGRES_CLOCK: Migration = {
  name: 'accepted times of the system clock',
  sql: `
  CREATE TABLE clock (name TEXT PRIMARY KEY, at TIMESTAMPTZ NOT NULL);
  `,
};

/** Migrations of the table of accepted times. */
export const CLOCK_MIGRATIONS: AreaMigrations = {
  sqlite: { 22: SQLITE_CLOCK },
  postgres: { 23: POSTGRES_CLOCK },
};

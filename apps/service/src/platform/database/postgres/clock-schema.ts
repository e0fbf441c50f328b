import type { Migration } from '../migrations.ts';

/** Migration that creates the table of the last time by which old data was deleted. */
export const CLOCK_MIGRATION: Migration = {
  name: 'accepted times of the system clock',
  sql: `
  CREATE TABLE clock (name TEXT PRIMARY KEY, at TIMESTAMPTZ NOT NULL);
  `,
};

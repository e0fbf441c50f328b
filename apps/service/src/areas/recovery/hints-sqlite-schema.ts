import type { Migration } from '../../platform/database/migrations.ts';

/** Migration that creates the tables of recovery hints and of their deliveries to callers. */
export const HINTS_MIGRATION: Migration = {
  name: 'recovery hints and their deliveries',
  sql: `
  CREATE TABLE hints (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project_id TEXT NOT NULL REFERENCES projects (id),
    match_key TEXT NOT NULL,
    input TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (project_id, match_key)
  ) STRICT;
  CREATE TABLE hint_deliveries (
    project_id TEXT NOT NULL,
    hint_id TEXT NOT NULL,
    caller TEXT NOT NULL,
    group_email TEXT,
    day INTEGER NOT NULL,
    at TEXT NOT NULL,
    ends_at TEXT NOT NULL,
    method TEXT NOT NULL,
    route TEXT NOT NULL,
    caller_kind TEXT NOT NULL,
    withheld INTEGER NOT NULL,
    recovered INTEGER,
    PRIMARY KEY (project_id, hint_id, caller, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX hint_deliveries_to_settle ON hint_deliveries (project_id, ends_at) WHERE recovered IS NULL;
  `,
};

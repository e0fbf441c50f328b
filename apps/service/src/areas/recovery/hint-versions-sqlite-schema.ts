import type { Migration } from '../../platform/database/migrations.ts';

/**
 * Migration that adds the version of the hint to each delivery. Deliveries of a day are separate for each version and group. In existing deliveries, the
 * version is empty. SQLite cannot change a primary key, so the table is created again. No other table refers to it.
 */
export const HINT_VERSIONS_MIGRATION: Migration = {
  name: 'versions of delivered hints',
  sql: `
  CREATE TABLE new_hint_deliveries (
    project_id TEXT NOT NULL,
    hint_id TEXT NOT NULL,
    hint_version TEXT NOT NULL DEFAULT '',
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
    PRIMARY KEY (project_id, hint_id, caller, hint_version, withheld, day)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_hint_deliveries
    (project_id, hint_id, caller, group_email, day, at, ends_at, method, route, caller_kind, withheld, recovered)
    SELECT project_id, hint_id, caller, group_email, day, at, ends_at, method, route, caller_kind, withheld, recovered
    FROM hint_deliveries;
  DROP TABLE hint_deliveries;
  ALTER TABLE new_hint_deliveries RENAME TO hint_deliveries;
  CREATE INDEX hint_deliveries_to_settle ON hint_deliveries (project_id, ends_at) WHERE recovered IS NULL;
  CREATE INDEX hint_deliveries_by_caller ON hint_deliveries (project_id, caller, at, hint_id);
  `,
};

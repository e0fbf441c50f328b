import type { Migration } from '../../platform/database/migrations.ts';

export const ERASURES_MIGRATION: Migration = {
  name: 'erasures of users',
  sql: `
  CREATE TABLE erasures (
    project_id TEXT NOT NULL,
    caller TEXT NOT NULL,
    requested_at TEXT NOT NULL,
    finished_at TEXT,
    logs INTEGER NOT NULL,
    PRIMARY KEY (project_id, caller)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX erasures_to_finish ON erasures (project_id) WHERE finished_at IS NULL;
  CREATE TRIGGER log_urls_update AFTER UPDATE OF url ON logs WHEN old.url <> new.url BEGIN
    INSERT OR REPLACE INTO log_urls (rowid, url) VALUES (new.number, new.url);
  END;
  `,
};

import type { Migration } from '../../platform/database/migrations.ts';

export const ERASURES_MIGRATION: Migration = {
  name: 'erasures of users',
  sql: `
  CREATE TABLE erasures (
    project_id TEXT NOT NULL,
    caller TEXT NOT NULL,
    requested_at TIMESTAMPTZ NOT NULL,
    finished_at TIMESTAMPTZ,
    logs BIGINT NOT NULL,
    PRIMARY KEY (project_id, caller)
  );
  CREATE INDEX erasures_to_finish ON erasures (project_id) WHERE finished_at IS NULL;
  `,
};

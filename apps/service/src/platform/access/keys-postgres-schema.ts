import type { Migration } from '../database/migrations.ts';

/** Migration that adds one-project keys, the last use and the successor of keys. */
export const KEYS_MIGRATION: Migration = {
  name: 'one-project keys, last use and rotation of keys',
  sql: `
  ALTER TABLE keys DROP CONSTRAINT keys_project_check;
  ALTER TABLE keys ADD CONSTRAINT keys_project_check CHECK (access <> 'capture' OR project_id IS NOT NULL);
  ALTER TABLE keys ADD COLUMN last_used_at TIMESTAMPTZ;
  ALTER TABLE keys ADD COLUMN successor_id TEXT;
  `,
};

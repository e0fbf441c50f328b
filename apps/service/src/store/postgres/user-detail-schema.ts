import type { Migration } from '../migrations.ts';

/**
 * Migration that adds the spellings of addresses and the indexes for the details of users. In existing records, the spellings are null until the next
 * check looks them up in the logs.
 */
export const USER_DETAIL_MIGRATION: Migration = {
  name: 'spellings of addresses, and hint deliveries by user',
  sql: `
  ALTER TABLE callers ADD COLUMN spellings TEXT;
  CREATE INDEX callers_without_spellings ON callers (project_id, spellings) WHERE spellings IS NULL;
  CREATE INDEX hint_deliveries_by_caller ON hint_deliveries (project_id, caller, at, hint_id);
  `,
};

import type { Migration } from '../../platform/database/migrations.ts';

/**
 * Migration that adds the version of the hint to each delivery. Deliveries of a day are separate for each version and group. In existing deliveries, the
 * version is empty.
 */
export const HINT_VERSIONS_MIGRATION: Migration = {
  name: 'versions of delivered hints',
  sql: `
  ALTER TABLE hint_deliveries ADD COLUMN hint_version TEXT NOT NULL DEFAULT '';
  ALTER TABLE hint_deliveries DROP CONSTRAINT hint_deliveries_pkey;
  ALTER TABLE hint_deliveries ADD PRIMARY KEY (project_id, hint_id, caller, hint_version, withheld, day);
  `,
};

import type { Migration } from '../../platform/database/migrations.ts';

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

/**
 * Migration that adds the kind of a user's client, the requests of the week before the last, and the time since which all logs are stored. The next
 * request, the next check and the next deletion of old logs set them.
 */
export const USER_LIST_MIGRATION: Migration = {
  name: 'client kinds and weekly change of users, and completeness of logs',
  sql: `
  ALTER TABLE callers ADD COLUMN client_kind TEXT;
  ALTER TABLE callers ADD COLUMN n7_before INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE traffic_state ADD COLUMN logs_since INTEGER NOT NULL DEFAULT 0;
  `,
};

/** Migration that adds the requests of bots to the daily counts of users. They are unknown for existing counts. */
export const USER_BOTS_MIGRATION: Migration = {
  name: 'requests of bots by user and day',
  sql: `
  ALTER TABLE caller_days ADD COLUMN bots INTEGER;
  `,
};

import type { Migration } from '../../platform/database/migrations.ts';

/** SQL expression for the address of a log without the letter case of ASCII letters and surrounding spaces. The collation makes the result independent of the locale of the database. */
export const ADDRESS_SQL = 'lower(trim(group_email) COLLATE "C")';

/** Migration that indexes logs by their address in any letter case. It reads all logs once. */
export const ADDRESSES_MIGRATION: Migration = {
  name: 'index logs by address in any letter case',
  sql: `
  CREATE INDEX logs_by_address ON logs (project_id, (${ADDRESS_SQL}), timestamp, number) WHERE group_email IS NOT NULL;
  `,
};

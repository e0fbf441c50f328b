import type { Migration } from '../migrations.ts';

/** Migration that indexes logs by their address in any letter case. It reads all logs once. */
export const ADDRESSES_MIGRATION: Migration = {
  name: 'index logs by address in any letter case',
  sql: `
  CREATE INDEX logs_by_address ON logs (project_id, address_key(group_email), timestamp, number) WHERE group_email IS NOT NULL;
  `,
};

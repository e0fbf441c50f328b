import type { AreaMigrations, Migration } from '../../platform/database/migrations.ts';
import { ADDRESS_SQL as POSTGRES_ADDRESS_SQL } from './postgres-addresses.ts';
import { DIGEST_SQL } from './sqlite-addresses.ts';

/** Migration that indexes logs by their address in any letter case. It reads all logs once. */
const SQLITE_ADDRESSES: Migration = {
  name: 'index logs by address in any letter case',
  sql: `
  CREATE INDEX logs_by_address ON logs (project_id, ${DIGEST_SQL}, timestamp, number) WHERE group_email IS NOT NULL;
  `,
};

/** Migration that indexes logs by their address in any letter case. It reads all logs once. */
const POSTGRES_ADDRESSES: Migration = {
  name: 'index logs by address in any letter case',
  sql: `
  CREATE INDEX logs_by_address ON logs (project_id, (${POSTGRES_ADDRESS_SQL}), timestamp, number) WHERE group_email IS NOT NULL;
  `,
};

/** Migrations of captured requests. */
export const LOG_MIGRATIONS: AreaMigrations = {
  sqlite: { 25: SQLITE_ADDRESSES },
  postgres: { 26: POSTGRES_ADDRESSES },
};

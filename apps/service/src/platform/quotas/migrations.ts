import type { AreaMigrations, Migration } from '../database/migrations.ts';

/** Migration that creates the counts of stored and sent bytes. Existing logs are included after the counts of their day are rebuilt. */
const SQLITE_USAGE: Migration = {
  name: 'bytes of logs by day, and of keys by day',
  sql: `
  CREATE TABLE log_bytes (
    project_id TEXT NOT NULL, day INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (project_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE key_usage (
    key_id TEXT NOT NULL, day INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (key_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX key_usage_by_day ON key_usage (day, key_id);
  `,
};

/** Migration that creates the counts of stored and sent bytes. Existing logs are included after the counts of their day are rebuilt. */
const POSTGRES_USAGE: Migration = {
  name: 'bytes of logs by day, and of keys by day',
  sql: `
  CREATE TABLE log_bytes (
    project_id TEXT NOT NULL, day BIGINT NOT NULL, bytes BIGINT NOT NULL, PRIMARY KEY (project_id, day)
  );
  CREATE TABLE key_usage (
    key_id TEXT NOT NULL, day BIGINT NOT NULL, bytes BIGINT NOT NULL, PRIMARY KEY (key_id, day)
  );
  CREATE INDEX key_usage_by_day ON key_usage (day, key_id);
  `,
};

/** Migrations of the table that counts the bytes that each key has sent. */
export const QUOTA_MIGRATIONS: AreaMigrations = {
  sqlite: { 18: SQLITE_USAGE },
  postgres: { 18: POSTGRES_USAGE },
};

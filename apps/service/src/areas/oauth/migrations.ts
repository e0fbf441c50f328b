import type { AreaMigrations } from '../../platform/database/migrations.ts';

/** Returns the statements that create the tables. @param time type of a time @param options options of a table */
const createTables = (time: string, options: string) => `
  CREATE TABLE connections (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    project_id TEXT NOT NULL REFERENCES projects (id),
    client_id TEXT NOT NULL,
    client_name TEXT NOT NULL,
    client_host TEXT NOT NULL,
    scope TEXT NOT NULL,
    resource TEXT NOT NULL,
    created_at ${time} NOT NULL,
    last_used_at ${time}
  )${options};
  CREATE INDEX connections_by_user ON connections (user_id);
  CREATE TABLE authorization_records (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    connection_id TEXT,
    payload TEXT NOT NULL,
    created_at ${time} NOT NULL,
    expires_at ${time} NOT NULL,
    consumed_at ${time}
  )${options};
  CREATE INDEX authorization_records_by_kind ON authorization_records (kind, created_at);
  CREATE INDEX authorization_records_by_expiry ON authorization_records (expires_at);
  CREATE INDEX authorization_records_by_connection ON authorization_records (connection_id);
  `;
const NAME = 'connected applications';

export const OAUTH_MIGRATIONS: AreaMigrations = {
  sqlite: { 31: { name: NAME, sql: createTables('TEXT', ' STRICT') } },
  postgres: { 32: { name: NAME, sql: createTables('TIMESTAMPTZ', '') } },
};

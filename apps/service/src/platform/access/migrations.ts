import type { AreaMigrations, Migration } from '../database/migrations.ts';

/**
 * Migration that adds keys for one project, and the last use and the successor of keys. SQLite cannot change the constraint of a table, so the table is
 * created again. No other table refers to it.
 */
const SQLITE_KEYS: Migration = {
  name: 'one-project keys, last use and rotation of keys',
  sql: `
  CREATE TABLE new_keys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    access TEXT NOT NULL CHECK (access IN ('full', 'read-only', 'capture')),
    project_id TEXT REFERENCES projects (id),
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    revoked_at TEXT,
    last_used_at TEXT,
    successor_id TEXT,
    CHECK (access <> 'capture' OR project_id IS NOT NULL)
  ) STRICT;
  INSERT INTO new_keys (id, user_id, access, project_id, hash, name, created_at, expires_at, revoked_at)
    SELECT id, user_id, access, project_id, hash, name, created_at, expires_at, revoked_at FROM keys;
  DROP TABLE keys;
  ALTER TABLE new_keys RENAME TO keys;
  CREATE INDEX keys_by_user ON keys (user_id);
  `,
};

/** Migration that adds keys for one project, and the last use and the successor of keys. */
const POSTGRES_KEYS: Migration = {
  name: 'one-project keys, last use and rotation of keys',
  sql: `
  ALTER TABLE keys DROP CONSTRAINT keys_project_check;
  ALTER TABLE keys ADD CONSTRAINT keys_project_check CHECK (access <> 'capture' OR project_id IS NOT NULL);
  ALTER TABLE keys ADD COLUMN last_used_at TIMESTAMPTZ;
  ALTER TABLE keys ADD COLUMN successor_id TEXT;
  `,
};

/** Migration that adds roles. Existing members become owners, because they had all permissions before. */
const ROLES_OF_MEMBERS: Migration = {
  name: 'roles of members',
  sql: `
  ALTER TABLE members ADD COLUMN role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('owner', 'member'));
  UPDATE members SET role = 'owner';
  `,
};

/** Returns the statements that create the tables of sessions and one-time tokens. @param time type of a time @param options options of a table */
const createSessionTables = (time: string, options: string) => `
  ALTER TABLE users ADD COLUMN name TEXT NOT NULL DEFAULT '';
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    method TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at ${time} NOT NULL,
    last_used_at ${time} NOT NULL,
    expires_at ${time} NOT NULL,
    revoked_at ${time}
  )${options};
  CREATE INDEX sessions_by_user ON sessions (user_id);
  CREATE TABLE one_time_tokens (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    user_id TEXT REFERENCES users (id),
    data TEXT NOT NULL,
    created_at ${time} NOT NULL,
    expires_at ${time} NOT NULL,
    used_at ${time}
  )${options};
  CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);
  `;
const SESSIONS_NAME = 'sessions, one-time tokens and names of members';

/** Migrations of keys, roles and sessions. */
export const ACCESS_MIGRATIONS: AreaMigrations = {
  sqlite: {
    21: SQLITE_KEYS,
    27: ROLES_OF_MEMBERS,
    28: { name: SESSIONS_NAME, sql: createSessionTables('TEXT', ' STRICT') },
  },
  postgres: {
    22: POSTGRES_KEYS,
    28: ROLES_OF_MEMBERS,
    29: { name: SESSIONS_NAME, sql: createSessionTables('TIMESTAMPTZ', '') },
  },
};

import type { AreaMigrations } from '../../platform/database/migrations.ts';

/** Returns the statements that create the table of invites. @param time type of a time @param options options of the table */
const createTables = (time: string, options: string) => `
  CREATE TABLE invites (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    email TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
    hash TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('pending', 'accepted', 'revoked', 'replaced')),
    invited_by TEXT REFERENCES users (id),
    created_at ${time} NOT NULL,
    expires_at ${time} NOT NULL
  )${options};
  CREATE INDEX invites_of_project ON invites (project_id, created_at);
  `;
const NAME = 'invites';

/** Migrations of invites. */
export const MEMBER_MIGRATIONS: AreaMigrations = {
  sqlite: { 30: { name: NAME, sql: createTables('TEXT', ' STRICT') } },
  postgres: { 31: { name: NAME, sql: createTables('TIMESTAMPTZ', '') } },
};

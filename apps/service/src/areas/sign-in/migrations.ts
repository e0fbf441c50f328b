import type { AreaMigrations } from '../../platform/database/migrations.ts';

const NAME = 'passkeys and identities of members';

/** Returns the statements that create the tables. @param types types of times and counters @param options options of a table */
const createTables = (types: { readonly time: string; readonly counter: string }, options: string) => `
  CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    credential_id TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL,
    counter ${types.counter} NOT NULL,
    transports TEXT NOT NULL,
    created_at ${types.time} NOT NULL,
    last_used_at ${types.time}
  )${options};
  CREATE INDEX passkeys_by_user ON passkeys (user_id);
  CREATE TABLE openid_identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    created_at ${types.time} NOT NULL,
    PRIMARY KEY (issuer, subject)
  )${options};
  `;

/** Migrations of passkeys and identities. */
export const SIGN_IN_MIGRATIONS: AreaMigrations = {
  sqlite: { 29: { name: NAME, sql: createTables({ time: 'TEXT', counter: 'INTEGER' }, ' STRICT') } },
  postgres: { 30: { name: NAME, sql: createTables({ time: 'TIMESTAMPTZ', counter: 'BIGINT' }, '') } },
};

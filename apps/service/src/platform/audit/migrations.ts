import type { AreaMigrations, Migration } from '../database/migrations.ts';

/**
 * Migration that adds actors other than members, hashes and retention to the audit log. SQLite cannot change the constraints of a column, so the table
 * is created again. The row in `audit_retention` exists only during a deletion of old entries; 90 days is `MIN_KEEP_AUDIT_DAYS`.
 */
const SQLITE_AUDIT: Migration = {
  name: 'actors, hashes and retention of the audit log',
  sql: `
  CREATE TABLE new_audit (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL,
    project_id TEXT,
    slug TEXT NOT NULL,
    actor TEXT NOT NULL CHECK (actor IN ('member', 'command-line', 'service')),
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    user_id TEXT,
    key_id TEXT,
    system_user TEXT,
    hash_before TEXT,
    hash_after TEXT,
    request_id TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('found', 'succeeded', 'not-found', 'refused')),
    CHECK ((actor = 'member') = (user_id IS NOT NULL AND key_id IS NOT NULL)),
    CHECK ((actor = 'command-line') = (system_user IS NOT NULL))
  ) STRICT;
  INSERT INTO new_audit (number, id, at, project_id, slug, actor, action, target, user_id, key_id, request_id, outcome)
    SELECT number, id, at, project_id, slug, 'member', action, target, user_id, key_id, request_id, outcome FROM audit;
  DROP TABLE audit;
  ALTER TABLE new_audit RENAME TO audit;
  CREATE INDEX audit_of_project ON audit (project_id, number);
  CREATE INDEX audit_by_action ON audit (project_id, action, number);
  CREATE INDEX audit_by_target ON audit (project_id, target, number);
  CREATE INDEX audit_by_time ON audit (at);
  CREATE TABLE audit_retention (keep_from TEXT NOT NULL) STRICT;
  CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
  END;
  CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
    WHEN old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-90 days')
      OR NOT EXISTS (SELECT 1 FROM audit_retention WHERE old.at < keep_from)
  BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
  END;
  `,
};

/**
 * Migration that adds actors other than members, hashes and retention to the audit log. The row in `audit_retention` exists only during a deletion of
 * old entries.
 */
const POSTGRES_AUDIT: Migration = {
  name: 'actors, hashes and retention of the audit log',
  sql: `
  ALTER TABLE audit ADD COLUMN actor TEXT NOT NULL DEFAULT 'member' CHECK (actor IN ('member', 'command-line', 'service'));
  ALTER TABLE audit ALTER COLUMN actor DROP DEFAULT;
  ALTER TABLE audit ADD COLUMN system_user TEXT;
  ALTER TABLE audit ADD COLUMN hash_before TEXT;
  ALTER TABLE audit ADD COLUMN hash_after TEXT;
  ALTER TABLE audit ALTER COLUMN user_id DROP NOT NULL;
  ALTER TABLE audit ALTER COLUMN key_id DROP NOT NULL;
  ALTER TABLE audit DROP CONSTRAINT audit_outcome_check;
  ALTER TABLE audit ADD CONSTRAINT audit_outcome_check CHECK (outcome IN ('found', 'succeeded', 'not-found', 'refused'));
  ALTER TABLE audit ADD CONSTRAINT audit_member_check
    CHECK ((actor = 'member') = (user_id IS NOT NULL AND key_id IS NOT NULL));
  ALTER TABLE audit ADD CONSTRAINT audit_command_line_check CHECK ((actor = 'command-line') = (system_user IS NOT NULL));
  CREATE INDEX audit_by_action ON audit (project_id, action, number);
  CREATE INDEX audit_by_target ON audit (project_id, target, number);
  CREATE INDEX audit_by_time ON audit (at);
  CREATE TABLE audit_retention (keep_from TIMESTAMPTZ NOT NULL);
  `,
};

/** Migration that allows the deletion of old entries in the trigger of the audit log. 90 days is `MIN_KEEP_AUDIT_DAYS`. */
const POSTGRES_AUDIT_RETENTION: Migration = {
  name: 'retention of the append-only audit log',
  optional: true,
  sql: `
  CREATE OR REPLACE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND OLD.at < now() - INTERVAL '90 days'
        AND EXISTS (SELECT 1 FROM audit_retention WHERE OLD.at < keep_from) THEN RETURN OLD;
      END IF;
      RAISE EXCEPTION 'the audit is append-only';
    END
  $$;
  `,
};

/** Migrations of the audit log. */
export const AUDIT_MIGRATIONS: AreaMigrations = {
  sqlite: { 20: SQLITE_AUDIT },
  postgres: { 20: POSTGRES_AUDIT, 21: POSTGRES_AUDIT_RETENTION },
};

import type { Migration } from '../database/migrations.ts';

/**
 * Migration that adds actors other than members, hashes and retention to the audit log. The row in `audit_retention` exists only during a deletion of
 * old entries.
 */
export const AUDIT_MIGRATION: Migration = {
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
export const AUDIT_RETENTION_MIGRATION: Migration = {
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

import type { Migration } from '../../platform/database/migrations.ts';

/** Migration that creates the records of users. A record has no address until the user's next request or until the logs are counted again. */
export const CALLERS_MIGRATION: Migration = {
  // All times are minutes since 1970.
  name: 'users of the captured API',
  sql: `
  ALTER TABLE caller_days ADD COLUMN other BIGINT NOT NULL DEFAULT 0;
  ALTER TABLE caller_days ADD COLUMN throttled BIGINT NOT NULL DEFAULT 0;
  CREATE TABLE callers (
    project_id TEXT NOT NULL,
    id TEXT NOT NULL,
    email TEXT,
    name TEXT,
    note TEXT,
    ignored BIGINT NOT NULL DEFAULT 0,
    snoozed_until BIGINT,
    first_seen BIGINT NOT NULL,
    last_seen BIGINT NOT NULL,
    n7 BIGINT NOT NULL DEFAULT 0,
    n30 BIGINT NOT NULL DEFAULT 0,
    e30 BIGINT NOT NULL DEFAULT 0,
    risk_level BIGINT NOT NULL DEFAULT 0,
    reasons TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (project_id, id)
  );
  CREATE INDEX callers_by_requests ON callers (project_id, n30 DESC, id);
  CREATE INDEX callers_by_errors ON callers (project_id, e30 DESC, id);
  CREATE INDEX callers_by_last_seen ON callers (project_id, last_seen DESC, id);
  CREATE INDEX callers_at_risk ON callers (project_id, risk_level) WHERE risk_level > 0;
  INSERT INTO callers (project_id, id, first_seen, last_seen)
    SELECT project_id, caller, min(day), max(day) + 1439 FROM caller_days GROUP BY project_id, caller;
  `,
};

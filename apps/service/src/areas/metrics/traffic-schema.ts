import type { Migration } from '../../platform/database/migrations.ts';

/** Migration that creates the tables of counted requests. */
export const TRAFFIC_MIGRATION: Migration = {
  // All times are minutes since 1970.
  name: 'counts of requests by minute, hour and day',
  sql: `
  CREATE TABLE endpoints (
    number INTEGER PRIMARY KEY,
    project_id TEXT NOT NULL,
    id TEXT NOT NULL,
    method TEXT NOT NULL,
    route TEXT NOT NULL,
    UNIQUE (project_id, id)
  ) STRICT;
  CREATE TABLE traffic_environments (project_id TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (project_id, name)) STRICT, WITHOUT ROWID;
  CREATE TABLE traffic_state (
    project_id TEXT PRIMARY KEY, minutes_since INTEGER NOT NULL, hours_since INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE traffic_pending (number INTEGER PRIMARY KEY, project_id TEXT NOT NULL, delta TEXT NOT NULL) STRICT;
  CREATE INDEX traffic_pending_of_project ON traffic_pending (project_id, number);
  CREATE TABLE traffic (
    project_id TEXT NOT NULL,
    grain INTEGER NOT NULL,
    endpoint INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    environment TEXT NOT NULL,
    caller TEXT NOT NULL,
    n INTEGER NOT NULL,
    c2 INTEGER NOT NULL,
    c3 INTEGER NOT NULL,
    c4 INTEGER NOT NULL,
    c5 INTEGER NOT NULL,
    histogram TEXT NOT NULL,
    PRIMARY KEY (project_id, grain, endpoint, bucket, environment, caller)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX traffic_by_time ON traffic (project_id, grain, bucket);
  CREATE TABLE traffic_errors (
    project_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    endpoint INTEGER NOT NULL,
    status INTEGER NOT NULL,
    error_code TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (project_id, day, endpoint, status, error_code)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE caller_days (
    project_id TEXT NOT NULL,
    caller TEXT NOT NULL,
    day INTEGER NOT NULL,
    n INTEGER NOT NULL,
    e4 INTEGER NOT NULL,
    e5 INTEGER NOT NULL,
    PRIMARY KEY (project_id, caller, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX caller_days_by_day ON caller_days (project_id, day);
  `,
};

/** Migration that creates the records of users. A record has no address until the user's next request or until the logs are counted again. */
export const CALLERS_MIGRATION: Migration = {
  // All times are minutes since 1970.
  name: 'users of the captured API',
  sql: `
  ALTER TABLE caller_days ADD COLUMN other INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE caller_days ADD COLUMN throttled INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE callers (
    project_id TEXT NOT NULL,
    id TEXT NOT NULL,
    email TEXT,
    name TEXT,
    note TEXT,
    ignored INTEGER NOT NULL DEFAULT 0,
    snoozed_until INTEGER,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    n7 INTEGER NOT NULL DEFAULT 0,
    n30 INTEGER NOT NULL DEFAULT 0,
    e30 INTEGER NOT NULL DEFAULT 0,
    risk_level INTEGER NOT NULL DEFAULT 0,
    reasons TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (project_id, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX callers_by_requests ON callers (project_id, n30 DESC, id);
  CREATE INDEX callers_by_errors ON callers (project_id, e30 DESC, id);
  CREATE INDEX callers_by_last_seen ON callers (project_id, last_seen DESC, id);
  CREATE INDEX callers_at_risk ON callers (project_id, risk_level) WHERE risk_level > 0;
  INSERT INTO callers (project_id, id, first_seen, last_seen)
    SELECT project_id, caller, min(day), max(day) + 1439 FROM caller_days GROUP BY project_id, caller;
  `,
};

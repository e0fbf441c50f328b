import type { AreaMigrations, Migration } from '../../platform/database/migrations.ts';

/** Migration that creates the tables of users. A user has no email address until the user's next request or until the counts are rebuilt from logs. */
const SQLITE_USERS: Migration = {
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

const SQLITE_ERASURES: Migration = {
  name: 'erasures of users',
  sql: `
  CREATE TABLE erasures (
    project_id TEXT NOT NULL,
    caller TEXT NOT NULL,
    requested_at TEXT NOT NULL,
    finished_at TEXT,
    logs INTEGER NOT NULL,
    PRIMARY KEY (project_id, caller)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX erasures_to_finish ON erasures (project_id) WHERE finished_at IS NULL;
  CREATE TRIGGER log_urls_update AFTER UPDATE OF url ON logs WHEN old.url <> new.url BEGIN
    INSERT OR REPLACE INTO log_urls (rowid, url) VALUES (new.number, new.url);
  END;
  `,
};

const SQLITE_THRESHOLDS: Migration = {
  name: 'thresholds of users at risk',
  sql: `
  CREATE TABLE risk_thresholds (project_id TEXT PRIMARY KEY, thresholds TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
};

/**
 * Migration that adds the forms of email addresses (`spellings`) and the indexes for the details of users. For existing users, `spellings` is null
 * until the next check reads the forms from the logs.
 */
const SQLITE_USER_DETAIL: Migration = {
  name: 'spellings of addresses, and hint deliveries by user',
  sql: `
  ALTER TABLE callers ADD COLUMN spellings TEXT;
  CREATE INDEX callers_without_spellings ON callers (project_id, spellings) WHERE spellings IS NULL;
  CREATE INDEX hint_deliveries_by_caller ON hint_deliveries (project_id, caller, at, hint_id);
  `,
};

/**
 * Migration that adds the kind of a user's client, the requests of the week before the last, and the time since which all logs are stored. The values
 * are set by the next request, the next check and the next deletion of old logs.
 */
const SQLITE_USER_LIST: Migration = {
  name: 'client kinds and weekly change of users, and completeness of logs',
  sql: `
  ALTER TABLE callers ADD COLUMN client_kind TEXT;
  ALTER TABLE callers ADD COLUMN n7_before INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE traffic_state ADD COLUMN logs_since INTEGER NOT NULL DEFAULT 0;
  `,
};

/** Migration that adds the requests of bots to the daily counts of users. For existing counts, the number is unknown. */
const SQLITE_USER_BOTS: Migration = {
  name: 'requests of bots by user and day',
  sql: `
  ALTER TABLE caller_days ADD COLUMN bots INTEGER;
  `,
};

/** Migration that creates the tables of users. A user has no email address until the user's next request or until the counts are rebuilt from logs. */
const POSTGRES_USERS: Migration = {
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

const POSTGRES_ERASURES: Migration = {
  name: 'erasures of users',
  sql: `
  CREATE TABLE erasures (
    project_id TEXT NOT NULL,
    caller TEXT NOT NULL,
    requested_at TIMESTAMPTZ NOT NULL,
    finished_at TIMESTAMPTZ,
    logs BIGINT NOT NULL,
    PRIMARY KEY (project_id, caller)
  );
  CREATE INDEX erasures_to_finish ON erasures (project_id) WHERE finished_at IS NULL;
  `,
};

const POSTGRES_THRESHOLDS: Migration = {
  name: 'thresholds of users at risk',
  sql: `
  CREATE TABLE risk_thresholds (project_id TEXT PRIMARY KEY, thresholds TEXT NOT NULL);
  `,
};

/**
 * Migration that adds the forms of email addresses (`spellings`) and the indexes for the details of users. For existing users, `spellings` is null
 * until the next check reads the forms from the logs.
 */
const POSTGRES_USER_DETAIL: Migration = {
  name: 'spellings of addresses, and hint deliveries by user',
  sql: `
  ALTER TABLE callers ADD COLUMN spellings TEXT;
  CREATE INDEX callers_without_spellings ON callers (project_id, spellings) WHERE spellings IS NULL;
  CREATE INDEX hint_deliveries_by_caller ON hint_deliveries (project_id, caller, at, hint_id);
  `,
};

/**
 * Migration that adds the kind of a user's client, the requests of the week before the last, and the time since which all logs are stored. The values
 * are set by the next request, the next check and the next deletion of old logs.
 */
const POSTGRES_USER_LIST: Migration = {
  name: 'client kinds and weekly change of users, and completeness of logs',
  sql: `
  ALTER TABLE callers ADD COLUMN client_kind TEXT;
  ALTER TABLE callers ADD COLUMN n7_before BIGINT NOT NULL DEFAULT 0;
  ALTER TABLE traffic_state ADD COLUMN logs_since BIGINT NOT NULL DEFAULT 0;
  `,
};

/** Migration that adds the requests of bots to the daily counts of users. For existing counts, the number is unknown. */
const POSTGRES_USER_BOTS: Migration = {
  name: 'requests of bots by user and day',
  sql: `
  ALTER TABLE caller_days ADD COLUMN bots BIGINT;
  `,
};

/** Migrations of the users of the captured API. */
export const USER_MIGRATIONS: AreaMigrations = {
  sqlite: {
    13: SQLITE_USERS,
    14: SQLITE_ERASURES,
    15: SQLITE_THRESHOLDS,
    16: SQLITE_USER_DETAIL,
    17: SQLITE_USER_LIST,
    24: SQLITE_USER_BOTS,
  },
  postgres: {
    13: POSTGRES_USERS,
    14: POSTGRES_ERASURES,
    15: POSTGRES_THRESHOLDS,
    16: POSTGRES_USER_DETAIL,
    17: POSTGRES_USER_LIST,
    25: POSTGRES_USER_BOTS,
  },
};

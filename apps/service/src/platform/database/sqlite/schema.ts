import type { Migration } from '../migrations.ts';

/** The first migrations, which create tables of most areas. Later migrations belong to the areas. Released migrations must not be edited. */
export const FIRST_SQLITE_MIGRATIONS: readonly Migration[] = [
  {
    name: 'accounts, data sources, context items, logs',
    sql: `
  CREATE TABLE users (id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL) STRICT;
  CREATE TABLE projects (id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, created_at TEXT NOT NULL) STRICT;
  CREATE TABLE members (
    project_id TEXT NOT NULL REFERENCES projects (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    PRIMARY KEY (project_id, user_id)
  ) STRICT;
  CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    access TEXT NOT NULL CHECK (access IN ('full', 'read-only')),
    hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE data_sources (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    input TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX data_sources_of_project ON data_sources (project_id, created_at);

  CREATE TABLE context_items (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project_id TEXT NOT NULL REFERENCES projects (id),
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    public INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX context_items_of_project ON context_items (project_id, number);
  CREATE VIRTUAL TABLE context_words USING fts5 (
    title, content, content = 'context_items', content_rowid = 'number', tokenize = 'porter unicode61'
  );
  CREATE TRIGGER context_words_insert AFTER INSERT ON context_items BEGIN
    INSERT INTO context_words (rowid, title, content) VALUES (new.number, new.title, new.content);
  END;
  CREATE TRIGGER context_words_delete AFTER DELETE ON context_items BEGIN
    INSERT INTO context_words (context_words, rowid, title, content) VALUES ('delete', old.number, old.title, old.content);
  END;
  CREATE TRIGGER context_words_update AFTER UPDATE ON context_items BEGIN
    INSERT INTO context_words (context_words, rowid, title, content) VALUES ('delete', old.number, old.title, old.content);
    INSERT INTO context_words (rowid, title, content) VALUES (new.number, new.title, new.content);
  END;

  CREATE TABLE logs (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project_id TEXT NOT NULL REFERENCES projects (id),
    status INTEGER NOT NULL,
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    group_email TEXT,
    timestamp TEXT NOT NULL,
    request TEXT NOT NULL,
    response TEXT NOT NULL
  ) STRICT;
  CREATE INDEX logs_by_time ON logs (project_id, timestamp, number);

  CREATE TABLE log_reads (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    project_id TEXT NOT NULL,
    log_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('found', 'not-found'))
  ) STRICT;

  CREATE TABLE answers (
    key_id TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    payload TEXT NOT NULL,
    status INTEGER NOT NULL,
    location TEXT,
    body TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (key_id, method, path, idempotency_key)
  ) STRICT;
  `,
  },
  {
    name: 'expiring keys, member dates, closed projects, audit log, log indexes',
    sql: `
  ALTER TABLE users ADD COLUMN revoked_at TEXT;
  ALTER TABLE projects ADD COLUMN closed_at TEXT;
  ALTER TABLE members ADD COLUMN created_at TEXT NOT NULL DEFAULT '';
  UPDATE members SET created_at = (
    SELECT max(p.created_at, u.created_at) FROM projects p, users u WHERE p.id = project_id AND u.id = user_id
  );
  CREATE INDEX members_by_user ON members (user_id);
  ALTER TABLE keys ADD COLUMN name TEXT NOT NULL DEFAULT '';
  ALTER TABLE keys ADD COLUMN expires_at TEXT;
  ALTER TABLE keys ADD COLUMN revoked_at TEXT;
  CREATE INDEX keys_by_user ON keys (user_id);

  DROP INDEX data_sources_of_project;
  CREATE INDEX data_sources_of_project ON data_sources (project_id, created_at, id);

  CREATE INDEX logs_by_email ON logs (project_id, group_email, timestamp, number);
  CREATE INDEX logs_by_status ON logs (project_id, status, timestamp, number);
  CREATE INDEX logs_by_method ON logs (project_id, method, timestamp, number);
  CREATE VIRTUAL TABLE log_urls USING fts5 (url, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram');
  INSERT INTO log_urls (rowid, url) SELECT number, url FROM logs;
  CREATE TRIGGER log_urls_insert AFTER INSERT ON logs BEGIN
    INSERT INTO log_urls (rowid, url) VALUES (new.number, new.url);
  END;
  CREATE TRIGGER log_urls_delete AFTER DELETE ON logs BEGIN
    DELETE FROM log_urls WHERE rowid = old.number;
  END;

  CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL,
    project_id TEXT,
    slug TEXT NOT NULL,
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    user_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('found', 'not-found', 'refused'))
  ) STRICT;
  CREATE INDEX audit_of_project ON audit (project_id, number);
  INSERT INTO audit (number, id, at, project_id, slug, action, target, user_id, key_id, request_id, outcome)
    SELECT r.number, 'aud_' || lower(hex(randomblob(12))), r.at, r.project_id, p.slug, 'log.read', r.log_id, r.user_id, r.key_id,
      r.request_id, r.outcome
    FROM log_reads r JOIN projects p ON p.id = r.project_id;
  DROP TABLE log_reads;
  CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
  END;
  CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
  END;
  `,
  },
  {
    name: 'OpenAPI documents, anonymous MCP access',
    sql: `
  ALTER TABLE projects ADD COLUMN anonymous_mcp INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE api_descriptions (
    project_id TEXT PRIMARY KEY REFERENCES projects (id),
    format TEXT NOT NULL CHECK (format IN ('json', 'yaml')),
    text TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  `,
  },
  {
    name: 'remove content from idempotency records',
    sql: `
  UPDATE answers SET body = CASE WHEN path LIKE '%/logs'
    THEN json_object('id', json_extract(body, '$.id'))
    ELSE json_object('id', json_extract(body, '$.id'), 'createdAt', json_extract(body, '$.createdAt'))
  END WHERE location IS NOT NULL;
  `,
  },
  {
    name: 'table for write probes',
    sql: `
  CREATE TABLE write_probe (filler TEXT NOT NULL) STRICT;
  `,
  },
  {
    name: 'index data sources by repository, branch and category',
    sql: `
  ALTER TABLE data_sources ADD COLUMN identity TEXT NOT NULL DEFAULT '';
  UPDATE data_sources SET identity = coalesce(
    lower(json_extract(input, '$.owner') || '/' || json_extract(input, '$.repo'))
    || ' ' || json_extract(input, '$.branch') || ' ' || json_extract(input, '$.category'), ''
  ) WHERE length(input) <= 600;
  CREATE INDEX data_sources_by_identity ON data_sources (project_id, identity);
  `,
  },
  {
    name: 'index idempotency records by time',
    sql: `
  CREATE INDEX answers_by_time ON answers (created_at);
  `,
  },
  {
    // From this migration on, both databases index the words that the service extracts. The first start after this migration reindexes all items.
    name: 'words as split by the service',
    sql: `
  DROP TRIGGER context_words_insert;
  DROP TRIGGER context_words_delete;
  DROP TRIGGER context_words_update;
  DROP TABLE context_words;
  CREATE VIRTUAL TABLE context_words USING fts5 (
    title, content, content = '', contentless_delete = 1, tokenize = 'ascii'
  );
  CREATE TRIGGER context_words_insert AFTER INSERT ON context_items BEGIN
    INSERT INTO context_words (rowid, title, content) VALUES (new.number, words_of(new.title), words_of(new.content));
  END;
  CREATE TRIGGER context_words_delete AFTER DELETE ON context_items BEGIN
    DELETE FROM context_words WHERE rowid = old.number;
  END;
  CREATE TRIGGER context_words_update AFTER UPDATE OF title, content ON context_items BEGIN
    INSERT OR REPLACE INTO context_words (rowid, title, content)
      VALUES (new.number, words_of(new.title), words_of(new.content));
  END;
  CREATE TABLE context_items_to_index (number INTEGER PRIMARY KEY) STRICT;
  INSERT INTO context_items_to_index SELECT number FROM context_items;
  `,
  },
  {
    // The indexes exclude existing logs, so that an upgrade does not have to read all logs.
    name: 'durations, routes and callers of logs',
    sql: `
  ALTER TABLE logs ADD COLUMN duration_ms REAL;
  ALTER TABLE logs ADD COLUMN route TEXT;
  ALTER TABLE logs ADD COLUMN user_agent TEXT;
  ALTER TABLE logs ADD COLUMN caller TEXT;
  ALTER TABLE logs ADD COLUMN error_code TEXT;
  ALTER TABLE logs ADD COLUMN environment TEXT NOT NULL DEFAULT 'production';
  ALTER TABLE logs ADD COLUMN trace_id TEXT;
  ALTER TABLE logs ADD COLUMN recovery_hint_id TEXT;
  CREATE INDEX logs_by_route ON logs (project_id, route, timestamp, number) WHERE route IS NOT NULL;
  CREATE INDEX logs_by_trace ON logs (project_id, trace_id, timestamp, number) WHERE trace_id IS NOT NULL;
  `,
  },
  {
    // SQLite cannot change the constraint of a column, so the table is created again. No other table refers to it.
    name: 'capture keys',
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
    CHECK ((access = 'capture') = (project_id IS NOT NULL))
  ) STRICT;
  INSERT INTO new_keys (id, user_id, access, hash, name, created_at, expires_at, revoked_at)
    SELECT id, user_id, access, hash, name, created_at, expires_at, revoked_at FROM keys;
  DROP TABLE keys;
  ALTER TABLE new_keys RENAME TO keys;
  CREATE INDEX keys_by_user ON keys (user_id);
  `,
  },
];

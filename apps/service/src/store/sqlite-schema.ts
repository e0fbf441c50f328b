/** Steps from an empty database to today's, each run once, in order. `PRAGMA user_version` counts them. Never edit one: add one. */
export const MIGRATIONS: readonly string[] = [
  `
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
];

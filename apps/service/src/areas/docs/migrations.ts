import type { AreaMigrations } from '../../platform/database/migrations.ts';

interface Types {
  readonly time: string;
  readonly integer: string;
  readonly boolean: string;
  /** Collation that sorts texts by their code points. */
  readonly binary: string;
  /** Options of a table. */
  readonly options: string;
}

const createTables = ({ time, integer, boolean, binary, options }: Types) => `
  CREATE TABLE docs_settings (
    project_id TEXT PRIMARY KEY REFERENCES projects (id),
    input TEXT NOT NULL,
    settings_at ${time},
    version ${integer} NOT NULL,
    updated_at ${time} NOT NULL
  )${options};
  CREATE TABLE docs_pages (
    project_id TEXT NOT NULL REFERENCES projects (id),
    path TEXT ${binary}NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    markdown TEXT NOT NULL,
    public ${boolean} NOT NULL,
    position ${integer} NOT NULL,
    source TEXT,
    etag TEXT NOT NULL,
    updated_at ${time} NOT NULL,
    html TEXT,
    outline TEXT,
    renderer ${integer},
    PRIMARY KEY (project_id, path)
  )${options};
  CREATE TABLE docs_former_paths (
    project_id TEXT NOT NULL REFERENCES projects (id),
    path TEXT ${binary}NOT NULL,
    moved_to TEXT,
    public ${boolean} NOT NULL,
    at ${time} NOT NULL,
    PRIMARY KEY (project_id, path)
  )${options};
  `;

const createAssetTables = ({ time, integer, binary, options }: Types) => `
  CREATE TABLE docs_assets (
    project_id TEXT NOT NULL REFERENCES projects (id),
    path TEXT ${binary}NOT NULL,
    sha256 TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes ${integer} NOT NULL,
    updated_at ${time} NOT NULL,
    PRIMARY KEY (project_id, path)
  )${options};
  CREATE INDEX docs_assets_by_content ON docs_assets (project_id, sha256);
  CREATE TABLE docs_files (
    project_id TEXT NOT NULL REFERENCES projects (id),
    sha256 TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes ${integer} NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (project_id, sha256)
  )${options};
  `;

const createPreviewTable = ({ time, options }: Types) => `
  CREATE TABLE docs_previews (
    project_id TEXT NOT NULL REFERENCES projects (id),
    hash TEXT NOT NULL,
    pages TEXT NOT NULL,
    created_at ${time} NOT NULL,
    expires_at ${time} NOT NULL,
    PRIMARY KEY (project_id, hash)
  )${options};
  CREATE INDEX docs_previews_by_end ON docs_previews (expires_at);
  `;

const SQLITE_TYPES: Types = { time: 'TEXT', integer: 'INTEGER', boolean: 'INTEGER', binary: '', options: ' STRICT' };
const POSTGRES_TYPES: Types = {
  time: 'TIMESTAMPTZ',
  integer: 'BIGINT',
  boolean: 'BOOLEAN',
  binary: 'COLLATE "C" ',
  options: '',
};
const NAME = 'docs';
const ASSETS_NAME = 'files of the docs';
const PREVIEWS_NAME = 'previews of the docs';

export const DOCS_MIGRATIONS: AreaMigrations = {
  sqlite: {
    34: { name: NAME, sql: createTables(SQLITE_TYPES) },
    36: { name: ASSETS_NAME, sql: createAssetTables(SQLITE_TYPES) },
    41: { name: PREVIEWS_NAME, sql: createPreviewTable(SQLITE_TYPES) },
  },
  postgres: {
    35: { name: NAME, sql: createTables(POSTGRES_TYPES) },
    37: { name: ASSETS_NAME, sql: createAssetTables(POSTGRES_TYPES) },
    43: { name: PREVIEWS_NAME, sql: createPreviewTable(POSTGRES_TYPES) },
  },
};

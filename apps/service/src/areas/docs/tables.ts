import { boolean, integer, text, time } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';

/** The settings of the docs of each project, and the version of all its docs. */
export const DOCS_SETTINGS = defineTable({
  name: 'docs_settings',
  key: ['projectId'],
  columns: {
    projectId: text(),
    /** Empty if no settings have been set, only pages. */
    input: text({ content: 'members' }),
    settingsAt: time({ nullable: true }),
    version: integer(),
    updatedAt: time(),
  },
});

/** The pages of the docs. A backup contains no HTML, which is created again when a page is read. */
export const DOCS_PAGES = defineTable({
  name: 'docs_pages',
  key: ['projectId', 'path'],
  columns: {
    projectId: text(),
    path: text({ content: 'members' }),
    title: text({ content: 'members' }),
    description: text({ content: 'members' }),
    markdown: text({ content: 'members' }),
    public: boolean(),
    order: integer({ column: 'position' }),
    source: text({ content: 'members', nullable: true }),
    etag: text(),
    updatedAt: time(),
    html: text({ content: 'members', nullable: true, derived: true }),
    outline: text({ content: 'members', nullable: true, derived: true }),
    renderer: integer({ nullable: true, derived: true }),
  },
});

/** Previous paths of moved and deleted pages. */
export const DOCS_FORMER_PATHS = defineTable({
  name: 'docs_former_paths',
  key: ['projectId', 'path'],
  columns: {
    projectId: text(),
    path: text({ content: 'members' }),
    movedTo: text({ content: 'members', nullable: true }),
    /** Whether the deleted page was public. */
    public: boolean(),
    at: time(),
  },
});

/** The files of the docs by their paths. */
export const DOCS_ASSETS = defineTable({
  name: 'docs_assets',
  key: ['projectId', 'path'],
  columns: {
    projectId: text(),
    path: text({ content: 'members' }),
    sha256: text(),
    mediaType: text(),
    bytes: integer(),
    updatedAt: time(),
  },
});

/** The contents of the files, each once per project, as base64. */
export const DOCS_FILES = defineTable({
  name: 'docs_files',
  key: ['projectId', 'sha256'],
  columns: {
    projectId: text(),
    sha256: text(),
    mediaType: text(),
    bytes: integer(),
    content: text({ content: 'members' }),
  },
});

/** Previews of pages that are not published yet. */
export const DOCS_PREVIEWS = defineTable({
  name: 'docs_previews',
  key: ['projectId', 'hash'],
  columns: {
    projectId: text(),
    hash: text(),
    /** The pages with their HTML as JSON. */
    pages: text({ content: 'members' }),
    createdAt: time(),
    expiresAt: time(),
  },
});

export const DOCS_TABLES = [DOCS_SETTINGS, DOCS_PAGES, DOCS_FORMER_PATHS, DOCS_ASSETS, DOCS_FILES, DOCS_PREVIEWS];

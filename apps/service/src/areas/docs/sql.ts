import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../platform/database/cursor.ts';
import { lockProject } from '../../platform/database/lock-project.ts';
import {
  createPlaceholders,
  getText,
  type Sql,
  type SqlRow,
  toBoolean,
  toTextOrNull,
} from '../../platform/database/sql.ts';
import { selectColumns } from '../../platform/database/table.ts';
import { publishEntries } from '../search/entries-sql.ts';
import { computeEtag, PAGE_COLUMNS, parsePage, parseSummary, SUMMARY_COLUMNS } from './page-rows.ts';
import { applyBatch, countPages, indexPage, recordMove, removePage, touch, writePage } from './page-writes-sql.ts';
import {
  DEFAULT_SETTINGS,
  type Docs,
  type DocsPage,
  type DocsSettingsInput,
  MAX_DOCS_PAGES,
  MAX_PATH_CHARS,
  type PortalSettings,
  type PortalState,
} from './store.ts';
import { DOCS_PAGES } from './tables.ts';

const RENDERING = selectColumns(DOCS_PAGES, ['html', 'outline', 'renderer'], 'p');
const pathCursor = z.tuple([z.string().max(MAX_PATH_CHARS)]);
/** Maximum number of paths in one query. */
const PATHS_PER_QUERY = 200;

/** Creates the port for the docs. */
export function createSqlDocs(sql: Sql): Docs {
  return { ...createReads(sql), ...createWrites(sql) };
}

type Writes = Pick<Docs, 'putSettings' | 'storeRendering' | 'putPage' | 'deletePage' | 'applyBatch'>;

function createReads(sql: Sql): Omit<Docs, keyof Writes> {
  return {
    settings: (projectId) => readSettings(sql, projectId),
    list: (projectId, part) => listPages(sql, projectId, part),
    async all(projectId) {
      const rows = await sql.all(
        `SELECT ${SUMMARY_COLUMNS} FROM docs_pages p WHERE p.project_id = ? ORDER BY p.path`,
        projectId,
      );
      return rows.map(parseSummary);
    },
    page: (projectId, path) => readPage(sql, projectId, path),
    async rendered(projectId, path) {
      const row = await sql.get(
        `SELECT ${PAGE_COLUMNS}, ${RENDERING.columns} FROM docs_pages p WHERE p.project_id = ? AND p.path = ?`,
        projectId,
        path,
      );
      if (!row) return undefined;
      const { html, outline, renderer } = RENDERING.parse(row);
      const isStored = html !== null && outline !== null && renderer !== null;
      return {
        page: parsePage(row),
        rendering: isStored ? { html, outline: JSON.parse(outline), version: renderer } : null,
      };
    },
    async outlines(projectId, paths) {
      if (paths.length === 0) return new Map();
      const rows = await sql.all(
        `SELECT path, outline FROM docs_pages
         WHERE project_id = ? AND outline IS NOT NULL AND path IN (${createPlaceholders(paths.length)})`,
        projectId,
        ...paths,
      );
      return new Map(rows.map((row) => [getText(row, 'path'), JSON.parse(getText(row, 'outline'))]));
    },
    existing: (projectId, paths) => findExisting(sql, projectId, paths),
    async former(projectId, path) {
      const row = await sql.get(
        'SELECT moved_to, public FROM docs_former_paths WHERE project_id = ? AND path = ?',
        projectId,
        path,
      );
      return row && { movedTo: toTextOrNull(row.moved_to), public: toBoolean(row.public) };
    },
    async unrendered(version, after = { projectId: '', path: '' }) {
      const row = await sql.get(
        `SELECT p.project_id, ${PAGE_COLUMNS} FROM docs_pages p
         WHERE (p.renderer IS NULL OR p.renderer <> ?) AND (p.project_id > ? OR (p.project_id = ? AND p.path > ?))
         ORDER BY p.project_id, p.path LIMIT 1`,
        version,
        after.projectId,
        after.projectId,
        after.path,
      );
      return row && { projectId: getText(row, 'project_id'), ...parsePage(row) };
    },
    async portal(slug) {
      const row = await sql.get(
        `SELECT s.project_id, s.input, s.version, s.updated_at, p.name FROM projects p
         JOIN docs_settings s ON s.project_id = p.id WHERE p.slug = ? AND p.closed_at IS NULL`,
        slug,
      );
      return row && parsePortal(row);
    },
  };
}

function createWrites(sql: Sql): Writes {
  return {
    async putSettings(projectId, settings, known) {
      await lockProject(sql, projectId);
      const current = await readSettings(sql, projectId);
      if (known && !isKnown(known, current)) return { changed: current };
      await touch(sql, projectId, JSON.stringify(settings));
      if (settings.publicReference !== current.publicReference)
        await publishEntries(sql, projectId, 'operation', settings.publicReference);
      return { done: await readSettings(sql, projectId) };
    },
    async storeRendering(projectId, { path, etag, public: isPublic }, { html, outline, version, sections }) {
      await lockProject(sql, projectId);
      const changed = await sql.run(
        'UPDATE docs_pages SET html = ?, outline = ?, renderer = ? WHERE project_id = ? AND path = ? AND etag = ?',
        html,
        JSON.stringify(outline),
        version,
        projectId,
        path,
        etag,
      );
      if (changed > 0) await indexPage(sql, projectId, { path, public: isPublic }, sections);
    },
    async putPage(projectId, change, known) {
      await lockProject(sql, projectId);
      const current = await readPage(sql, projectId, change.path);
      if (known && !(current && isKnown(known, current))) return { changed: current ?? null };
      if (!current && (await countPages(sql, projectId)) >= MAX_DOCS_PAGES) return { limit: MAX_DOCS_PAGES };
      await recordMove(sql, projectId, change);
      await writePage(sql, projectId, change, current);
      await touch(sql, projectId);
      return { done: { page: (await readPage(sql, projectId, change.path)) as DocsPage, isNew: !current } };
    },
    async deletePage(projectId, path, known) {
      await lockProject(sql, projectId);
      const current = await readPage(sql, projectId, path);
      if (!current) return false;
      if (known && !isKnown(known, current)) return { changed: current };
      await removePage(sql, projectId, path);
      await touch(sql, projectId);
      return true;
    },
    applyBatch: (projectId, changes, preconditions) => applyBatch(sql, projectId, changes, preconditions),
  };
}

/** Returns whether a resource may be changed: whether its ETag is in the ETags that the client sent, which may be `*`. */
const isKnown = (known: readonly string[], { etag }: { readonly etag: string }) =>
  known.includes(etag) || known.includes('*');

async function readPage(sql: Sql, projectId: string, path: string): Promise<DocsPage | undefined> {
  const row = await sql.get(
    `SELECT ${PAGE_COLUMNS} FROM docs_pages p WHERE p.project_id = ? AND p.path = ?`,
    projectId,
    path,
  );
  return row && parsePage(row);
}

async function listPages(
  sql: Sql,
  ...[projectId, { limit, cursor }]: Parameters<Docs['list']>
): ReturnType<Docs['list']> {
  const cursorList = ['docs-pages', projectId];
  const position = cursor === undefined ? [] : decodeCursor(cursorList, cursor, pathCursor);
  const rows = await sql.all(
    `SELECT ${SUMMARY_COLUMNS} FROM docs_pages p WHERE p.project_id = ? ${position.length > 0 ? 'AND p.path > ?' : ''}
     ORDER BY p.path LIMIT ?`,
    projectId,
    ...position,
    limit + 1,
  );
  const items = rows.slice(0, limit).map(parseSummary);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? encodeCursor(cursorList, [last.path]) : null };
}

async function findExisting(sql: Sql, projectId: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let start = 0; start < paths.length; start += PATHS_PER_QUERY) {
    const part = paths.slice(start, start + PATHS_PER_QUERY);
    const rows = await sql.all(
      `SELECT path FROM docs_pages WHERE project_id = ? AND path IN (${createPlaceholders(part.length)})`,
      projectId,
      ...part,
    );
    found.push(...rows.map((row) => getText(row, 'path')));
  }
  return found;
}

function parsePortal(row: SqlRow): PortalState {
  return {
    projectId: getText(row, 'project_id'),
    projectName: getText(row, 'name'),
    settings: parseSettings(getText(row, 'input')),
    version: Number(row.version),
    updatedAt: getText(row, 'updated_at'),
  };
}

async function readSettings(sql: Sql, projectId: string): Promise<PortalSettings> {
  const row = await sql.get('SELECT input, settings_at FROM docs_settings WHERE project_id = ?', projectId);
  const settings = parseSettings(row ? getText(row, 'input') : '');
  return { ...settings, etag: computeEtag(settings), updatedAt: row ? toTextOrNull(row.settings_at) : null };
}

function parseSettings(input: string): DocsSettingsInput {
  return input === ''
    ? DEFAULT_SETTINGS
    : { ...DEFAULT_SETTINGS, ...(JSON.parse(input) as Partial<DocsSettingsInput>) };
}

/** Reads the total size of a project's pages in bytes. */
export async function readPageBytes(sql: Sql, projectId: string): Promise<number> {
  const row = await sql.get(
    'SELECT coalesce(sum(octet_length(markdown) + coalesce(octet_length(html), 0)), 0) AS bytes FROM docs_pages WHERE project_id = ?',
    projectId,
  );
  return Number(row?.bytes);
}

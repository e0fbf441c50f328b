import { lockProject } from '../../platform/database/lock-project.ts';
import { getNow, getText, type Sql, toBoolean, toTextOrNull } from '../../platform/database/sql.ts';
import { insertRow } from '../../platform/database/table.ts';
import { upsert } from '../../platform/database/upsert-sql.ts';
import { replaceEntries } from '../search/entries-sql.ts';
import { computePageEtag, parseSummary, SUMMARY_COLUMNS } from './page-rows.ts';
import {
  type DocsPageSummary,
  MAX_DOCS_PAGES,
  type PageChange,
  type PageChangeCounts,
  type PagePrecondition,
  type PageSection,
  type WrittenPage,
} from './store.ts';
import { DOCS_FORMER_PATHS, DOCS_PAGES, DOCS_SETTINGS } from './tables.ts';

/** Increases the version of the docs. @param input new settings. By default, they do not change. */
export async function touch(sql: Sql, projectId: string, input?: string): Promise<void> {
  const updatedAt = getNow();
  const settings = input === undefined ? { input: '', settingsAt: null } : { input, settingsAt: updatedAt };
  await insertRow(
    sql,
    DOCS_SETTINGS,
    { projectId, ...settings, version: 1, updatedAt },
    `ON CONFLICT (project_id) DO UPDATE SET version = docs_settings.version + 1, updated_at = excluded.updated_at
     ${input === undefined ? '' : ', input = excluded.input, settings_at = excluded.settings_at'}`,
  );
}

export async function applyBatch(
  sql: Sql,
  projectId: string,
  changes: readonly PageChange[],
  preconditions: readonly PagePrecondition[] = [],
): Promise<PageChangeCounts | { readonly limit: number } | { readonly changed: readonly string[] }> {
  await lockProject(sql, projectId);
  const changedPaths: string[] = [];
  for (const { path, etag } of preconditions) {
    const row = await sql.get('SELECT etag FROM docs_pages WHERE project_id = ? AND path = ?', projectId, path);
    if ((row ? getText(row, 'etag') : null) !== etag) changedPaths.push(path);
  }
  if (changedPaths.length > 0) return { changed: changedPaths };
  const counts = { created: 0, updated: 0, unchanged: 0, deleted: 0 };
  // The old paths are removed before any page is written, so that two pages can swap their paths.
  let movedCount = 0;
  for (const change of changes) {
    if (change.page !== null && (await recordMove(sql, projectId, change))) movedCount += 1;
  }
  for (const change of changes) {
    const row = await sql.get(
      `SELECT ${SUMMARY_COLUMNS} FROM docs_pages p WHERE p.project_id = ? AND p.path = ?`,
      projectId,
      change.path,
    );
    const current = row && parseSummary(row);
    if (change.page === null) {
      if (!current) continue;
      await removePage(sql, projectId, change.path);
      counts.deleted += 1;
    } else {
      counts[await writePage(sql, projectId, change, current)] += 1;
    }
  }
  if (counts.created > 0 && (await countPages(sql, projectId)) > MAX_DOCS_PAGES) return { limit: MAX_DOCS_PAGES };
  if (counts.created + counts.updated + counts.deleted + movedCount > 0) await touch(sql, projectId);
  return counts;
}

export async function countPages(sql: Sql, projectId: string): Promise<number> {
  const row = await sql.get('SELECT count(*) AS n FROM docs_pages WHERE project_id = ?', projectId);
  return Number(row?.n);
}

export async function writePage(
  sql: Sql,
  projectId: string,
  { path, page, rendering }: WrittenPage,
  current: DocsPageSummary | undefined,
): Promise<'created' | 'updated' | 'unchanged'> {
  const { source, markdown, ...rest } = page;
  const text = markdown.toWellFormed();
  const etag = computePageEtag(path, page);
  if (current?.etag === etag) return 'unchanged';
  await upsert(sql, DOCS_PAGES, [
    {
      projectId,
      path,
      ...rest,
      markdown: text,
      source: source && JSON.stringify(source),
      etag,
      updatedAt: getNow(),
      html: rendering.html,
      outline: JSON.stringify(rendering.outline),
      renderer: rendering.version,
    },
  ]);
  await indexPage(sql, projectId, { path, public: page.public }, rendering.sections);
  await sql.run('DELETE FROM docs_former_paths WHERE project_id = ? AND path = ?', projectId, path);
  return current ? 'updated' : 'created';
}

/** Replaces the sections of a page in the search index. The transaction must have locked the project. */
export async function indexPage(
  sql: Sql,
  projectId: string,
  page: { readonly path: string; readonly public: boolean },
  sections: readonly PageSection[],
): Promise<void> {
  const texts = sections.map((section) => ({ ...section, name: '' }));
  await replaceEntries(sql, { projectId, kind: 'page', owner: page.path }, texts, page.public);
}

/**
 * Removes the page at the old path, and redirects that path and all paths that redirected to it to the new one.
 * @returns whether anything has changed
 */
export async function recordMove(
  sql: Sql,
  projectId: string,
  { path, movedFrom }: Pick<WrittenPage, 'path' | 'movedFrom'>,
): Promise<boolean> {
  if (movedFrom === null || movedFrom === path) return false;
  const formerPath = await sql.get(
    `SELECT moved_to FROM docs_former_paths WHERE project_id = ? AND path = ?
     AND NOT EXISTS (SELECT 1 FROM docs_pages WHERE project_id = ? AND path = ?)`,
    projectId,
    movedFrom,
    projectId,
    movedFrom,
  );
  if (formerPath && toTextOrNull(formerPath.moved_to) === path) return false;
  const isPublic = (await removePage(sql, projectId, movedFrom)) ?? false;
  await upsert(sql, DOCS_FORMER_PATHS, [{ projectId, path: movedFrom, movedTo: path, public: isPublic, at: getNow() }]);
  await sql.run(
    'UPDATE docs_former_paths SET moved_to = ? WHERE project_id = ? AND moved_to = ? AND path <> ?',
    path,
    projectId,
    movedFrom,
    path,
  );
  return true;
}

/** @returns whether the deleted page was public; undefined if the page did not exist */
export async function removePage(sql: Sql, projectId: string, path: string): Promise<boolean | undefined> {
  const row = await sql.get(
    'DELETE FROM docs_pages WHERE project_id = ? AND path = ? RETURNING public',
    projectId,
    path,
  );
  if (!row) return undefined;
  const isPublic = toBoolean(row.public);
  await indexPage(sql, projectId, { path, public: isPublic }, []);
  await upsert(sql, DOCS_FORMER_PATHS, [{ projectId, path, movedTo: null, public: isPublic, at: getNow() }]);
  return isPublic;
}

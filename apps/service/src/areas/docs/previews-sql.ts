import { lockProject } from '../../platform/database/lock-project.ts';
import { getText, type Sql } from '../../platform/database/sql.ts';
import { selectColumns } from '../../platform/database/table.ts';
import { upsert } from '../../platform/database/upsert-sql.ts';
import { type DocsPreview, type DocsPreviews, MAX_PREVIEWS, PREVIEW_TTL_MS } from './preview-store.ts';
import { DOCS_PREVIEWS } from './tables.ts';

const PREVIEW = selectColumns(DOCS_PREVIEWS, ['hash', 'pages', 'createdAt', 'expiresAt']);

/** Creates the port for previews. */
export function createSqlDocsPreviews(sql: Sql): DocsPreviews {
  const get = async (projectId: string, hash: string): Promise<DocsPreview | undefined> => {
    const row = await sql.get(
      `SELECT ${PREVIEW.columns} FROM docs_previews WHERE project_id = ? AND hash = ? AND expires_at > ?`,
      projectId,
      hash,
      new Date().toISOString(),
    );
    if (!row) return undefined;
    const { pages, ...preview } = PREVIEW.parse(row);
    return { ...preview, pages: JSON.parse(pages) };
  };
  return {
    get,
    async put(projectId, hash, pages) {
      await lockProject(sql, projectId);
      const isNew = (await get(projectId, hash)) === undefined;
      const now = Date.now();
      const createdAt = new Date(now).toISOString();
      const expiresAt = new Date(now + PREVIEW_TTL_MS).toISOString();
      await upsert(sql, DOCS_PREVIEWS, [{ projectId, hash, pages: JSON.stringify(pages), createdAt, expiresAt }]);
      await sql.run(
        `DELETE FROM docs_previews WHERE project_id = ? AND hash IN (
           SELECT hash FROM docs_previews WHERE project_id = ? AND hash <> ? ORDER BY created_at DESC, hash LIMIT 1000 OFFSET ?
         )`,
        projectId,
        projectId,
        hash,
        MAX_PREVIEWS - 1,
      );
      return { preview: { hash, pages, createdAt, expiresAt }, isNew };
    },
    async prune(now, limit) {
      const rows = await sql.all(
        'SELECT project_id, hash FROM docs_previews WHERE expires_at <= ? ORDER BY expires_at LIMIT ?',
        new Date(now).toISOString(),
        limit,
      );
      for (const row of rows) {
        await sql.run(
          'DELETE FROM docs_previews WHERE project_id = ? AND hash = ?',
          getText(row, 'project_id'),
          getText(row, 'hash'),
        );
      }
      return rows.length;
    },
  };
}

/** Reads the total size of a project's previews in bytes. */
export async function readPreviewBytes(sql: Sql, projectId: string): Promise<number> {
  const row = await sql.get(
    'SELECT coalesce(sum(octet_length(pages)), 0) AS bytes FROM docs_previews WHERE project_id = ?',
    projectId,
  );
  return Number(row?.bytes);
}

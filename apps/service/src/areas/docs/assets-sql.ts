import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../platform/database/cursor.ts';
import { lockProject } from '../../platform/database/lock-project.ts';
import { getNow, getText, type Sql } from '../../platform/database/sql.ts';
import { insertRow, selectColumns } from '../../platform/database/table.ts';
import { upsert } from '../../platform/database/upsert-sql.ts';
import { type DocsAsset, type DocsAssets, MAX_ASSETS, MAX_ASSETS_BYTES } from './asset-store.ts';
import { touch } from './page-writes-sql.ts';
import { MAX_PATH_CHARS } from './store.ts';
import { DOCS_ASSETS, DOCS_FILES } from './tables.ts';

const ASSET = selectColumns(DOCS_ASSETS, ['path', 'sha256', 'mediaType', 'bytes', 'updatedAt']);
const pathCursor = z.tuple([z.string().max(MAX_PATH_CHARS)]);

/** Creates the port for the files of the docs. */
export function createSqlDocsAssets(sql: Sql): DocsAssets {
  const get = async (projectId: string, path: string): Promise<DocsAsset | undefined> => {
    const row = await sql.get(
      `SELECT ${ASSET.columns} FROM docs_assets WHERE project_id = ? AND path = ?`,
      projectId,
      path,
    );
    return row && ASSET.parse(row);
  };
  return {
    async list(projectId, { limit, cursor }) {
      const cursorList = ['docs-assets', projectId];
      const position = cursor === undefined ? [] : decodeCursor(cursorList, cursor, pathCursor);
      const rows = await sql.all(
        `SELECT ${ASSET.columns} FROM docs_assets WHERE project_id = ? ${position.length > 0 ? 'AND path > ?' : ''}
         ORDER BY path LIMIT ?`,
        projectId,
        ...position,
        limit + 1,
      );
      const items = rows.slice(0, limit).map(ASSET.parse);
      const last = items.at(-1);
      return { items, next: rows.length > limit && last ? encodeCursor(cursorList, [last.path]) : null };
    },
    async all(projectId) {
      const rows = await sql.all(
        `SELECT ${ASSET.columns} FROM docs_assets WHERE project_id = ? ORDER BY path`,
        projectId,
      );
      return rows.map(ASSET.parse);
    },
    get,
    async content(projectId, sha256) {
      const row = await sql.get(
        'SELECT content, media_type FROM docs_files WHERE project_id = ? AND sha256 = ?',
        projectId,
        sha256,
      );
      return row && { base64: getText(row, 'content'), mediaType: getText(row, 'media_type') };
    },
    async put(projectId, { base64, ...file }, expected) {
      await lockProject(sql, projectId);
      const current = await get(projectId, file.path);
      if (current?.sha256 === file.sha256) return { asset: current, isNew: false };
      if (isChanged(current, expected)) return { changed: true };
      const asset = { ...file, updatedAt: getNow() };
      const { sha256, mediaType, bytes } = asset;
      await insertRow(
        sql,
        DOCS_FILES,
        { projectId, sha256, mediaType, bytes, content: base64 },
        'ON CONFLICT DO NOTHING',
      );
      await upsert(sql, DOCS_ASSETS, [{ projectId, ...asset }]);
      await removeUnused(sql, projectId, current?.sha256);
      const limit = await findExceededLimit(sql, projectId);
      if (limit !== undefined) return { limit };
      await touch(sql, projectId);
      return { asset, isNew: !current };
    },
    async delete(projectId, path, expected) {
      await lockProject(sql, projectId);
      const current = await get(projectId, path);
      if (!current) return false;
      if (isChanged(current, expected)) return { changed: true };
      await sql.run('DELETE FROM docs_assets WHERE project_id = ? AND path = ?', projectId, path);
      await removeUnused(sql, projectId, current.sha256);
      await touch(sql, projectId);
      return true;
    },
  };
}

/** Returns whether the current file differs from the file that a client expects. */
const isChanged = (current: DocsAsset | undefined, expected: string | null | undefined) =>
  expected !== undefined && (current?.sha256 ?? null) !== expected;

/** Deletes a content that no path of the project references. */
async function removeUnused(sql: Sql, projectId: string, sha256: string | undefined): Promise<void> {
  if (sha256 === undefined) return;
  await sql.run(
    `DELETE FROM docs_files WHERE project_id = ? AND sha256 = ?
     AND NOT EXISTS (SELECT 1 FROM docs_assets WHERE project_id = ? AND sha256 = ?)`,
    projectId,
    sha256,
    projectId,
    sha256,
  );
}

async function findExceededLimit(sql: Sql, projectId: string): Promise<string | undefined> {
  const assets = await sql.get('SELECT count(*) AS n FROM docs_assets WHERE project_id = ?', projectId);
  if (Number(assets?.n) > MAX_ASSETS) return `${MAX_ASSETS} files`;
  return (await readAssetBytes(sql, projectId)) > MAX_ASSETS_BYTES
    ? `files of ${MAX_ASSETS_BYTES} bytes in all`
    : undefined;
}

/** Reads the total size of a project's files in bytes. */
export async function readAssetBytes(sql: Sql, projectId: string): Promise<number> {
  const row = await sql.get('SELECT coalesce(sum(bytes), 0) AS bytes FROM docs_files WHERE project_id = ?', projectId);
  return Number(row?.bytes);
}

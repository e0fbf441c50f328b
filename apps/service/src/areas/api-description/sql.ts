import { createHash } from 'node:crypto';
import { lockProject } from '../../platform/database/lock-project.ts';
import { getNow, getText, type Sql, type SqlRow } from '../../platform/database/sql.ts';
import { selectColumns } from '../../platform/database/table.ts';
import { upsert } from '../../platform/database/upsert-sql.ts';
import { replaceEntries } from '../search/entries-sql.ts';
import { isReferencePublic } from '../search/public-reference-sql.ts';
import type { EntryText } from '../search/store.ts';
import type { ApiDescription, ApiDescriptions, LastDescription } from './store.ts';
import { API_DESCRIPTIONS } from './tables.ts';

const DOCUMENT = selectColumns(API_DESCRIPTIONS, ['format', 'text', 'sha256', 'updatedAt']);
const LAST = selectColumns(API_DESCRIPTIONS, [
  'sha256',
  'updatedAt',
  'removedAt',
  'sourceCommit',
  'rejectedAt',
  'rejectedCommit',
  'rejection',
]);
const MAX_UNINDEXED = 1_000;
const MAX_REASON_CHARS = 500;
/** The values of a document that no refused document has followed. */
const NO_REJECTION = { rejectedAt: null, rejectedCommit: null, rejection: null };

export function createSqlApiDescriptions(sql: Sql): ApiDescriptions {
  const addTexts = async (projectId: string, texts: readonly EntryText[]): Promise<void> => {
    const owner = { projectId, kind: 'operation', owner: '' } as const;
    await replaceEntries(sql, owner, texts, await isReferencePublic(sql, projectId));
  };
  return {
    async get(projectId) {
      const row = await sql.get(
        `SELECT ${DOCUMENT.columns} FROM api_descriptions WHERE project_id = ? AND removed_at IS NULL`,
        projectId,
      );
      return row && DOCUMENT.parse(row);
    },
    async sha256(projectId) {
      const row = await sql.get(
        'SELECT sha256 FROM api_descriptions WHERE project_id = ? AND removed_at IS NULL',
        projectId,
      );
      return row && getText(row, 'sha256');
    },
    async put(projectId, putDescription, texts) {
      const text = putDescription.text.toWellFormed();
      const description: ApiDescription = {
        format: putDescription.format,
        text,
        sha256: createHash('sha256').update(text).digest('hex'),
        updatedAt: getNow(),
      };
      await lockProject(sql, projectId);
      const indexedHash = texts ? description.sha256 : null;
      const sourceCommit = putDescription.commit ?? null;
      const row = { projectId, ...description, ...NO_REJECTION, sourceCommit, removedAt: null, indexed: indexedHash };
      await upsert(sql, API_DESCRIPTIONS, [row]);
      await addTexts(projectId, texts ?? []);
      return description;
    },
    async reject(projectId, { commit, reason }) {
      await sql.run(
        'UPDATE api_descriptions SET rejected_at = ?, rejected_commit = ?, rejection = ? WHERE project_id = ?',
        getNow(),
        commit,
        reason
          .replaceAll(/\p{Cc}+/gu, ' ')
          .slice(0, MAX_REASON_CHARS)
          .toWellFormed(),
        projectId,
      );
    },
    delete: async (projectId) =>
      (await sql.run(
        'UPDATE api_descriptions SET removed_at = ? WHERE project_id = ? AND removed_at IS NULL',
        getNow(),
        projectId,
      )) > 0,
    async last(projectId) {
      const row = await sql.get(`SELECT ${LAST.columns} FROM api_descriptions WHERE project_id = ?`, projectId);
      return row && parseLast(row);
    },
    async lastText(projectId) {
      const row = await sql.get(`SELECT ${DOCUMENT.columns} FROM api_descriptions WHERE project_id = ?`, projectId);
      return row && DOCUMENT.parse(row);
    },
    async unindexed() {
      const rows = await sql.all(
        `SELECT project_id, sha256 FROM api_descriptions WHERE indexed IS NULL OR indexed <> sha256
         ORDER BY project_id LIMIT ${MAX_UNINDEXED}`,
      );
      return rows.map((row) => ({ projectId: getText(row, 'project_id'), sha256: getText(row, 'sha256') }));
    },
    async index(projectId, sha256, texts) {
      await lockProject(sql, projectId);
      const changedCount = await sql.run(
        'UPDATE api_descriptions SET indexed = sha256 WHERE project_id = ? AND sha256 = ?',
        projectId,
        sha256,
      );
      if (changedCount > 0) await addTexts(projectId, texts);
    },
  };
}

function parseLast(row: SqlRow): LastDescription {
  const { sourceCommit, rejectedAt, rejectedCommit, rejection, ...last } = LAST.parse(row);
  return {
    ...last,
    commit: sourceCommit,
    rejection: rejectedAt === null ? null : { at: rejectedAt, commit: rejectedCommit, reason: rejection ?? '' },
  };
}

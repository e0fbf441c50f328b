import { createHash } from 'node:crypto';
import { getNow, getText, type Sql } from '../../platform/database/sql.ts';
import { selectColumns } from '../../platform/database/table.ts';
import { upsert } from '../../platform/database/upsert-sql.ts';
import type { ApiDescription, ApiDescriptions } from './store.ts';
import { API_DESCRIPTIONS } from './tables.ts';

const DOCUMENT = selectColumns(API_DESCRIPTIONS, ['format', 'text', 'sha256', 'updatedAt']);

export function createSqlApiDescriptions(sql: Sql): ApiDescriptions {
  return {
    async get(projectId) {
      const row = await sql.get(`SELECT ${DOCUMENT.columns} FROM api_descriptions WHERE project_id = ?`, projectId);
      return row && DOCUMENT.parse(row);
    },
    async sha256(projectId) {
      const row = await sql.get('SELECT sha256 FROM api_descriptions WHERE project_id = ?', projectId);
      return row && getText(row, 'sha256');
    },
    async put(projectId, given) {
      const text = given.text.toWellFormed();
      const description: ApiDescription = {
        format: given.format,
        text,
        sha256: createHash('sha256').update(text).digest('hex'),
        updatedAt: getNow(),
      };
      await upsert(sql, API_DESCRIPTIONS, [{ projectId, ...description }]);
      return description;
    },
    delete: async (projectId) => (await sql.run('DELETE FROM api_descriptions WHERE project_id = ?', projectId)) > 0,
  };
}

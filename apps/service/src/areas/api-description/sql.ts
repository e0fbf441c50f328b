import { createHash } from 'node:crypto';
import { z } from 'zod';
import { getNow, getText, type Sql } from '../../platform/database/sql.ts';
import type { ApiDescription, ApiDescriptions } from './store.ts';

const format = z.enum(['json', 'yaml']);

export function createSqlApiDescriptions(sql: Sql): ApiDescriptions {
  return {
    async get(projectId) {
      const row = await sql.get(
        'SELECT format, text, sha256, updated_at FROM api_descriptions WHERE project_id = ?',
        projectId,
      );
      return (
        row && {
          format: format.parse(row.format),
          text: getText(row, 'text'),
          sha256: getText(row, 'sha256'),
          updatedAt: getText(row, 'updated_at'),
        }
      );
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
      await sql.run(
        `INSERT INTO api_descriptions (project_id, format, text, sha256, updated_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (project_id) DO UPDATE
         SET format = excluded.format, text = excluded.text, sha256 = excluded.sha256, updated_at = excluded.updated_at`,
        projectId,
        description.format,
        description.text,
        description.sha256,
        description.updatedAt,
      );
      return description;
    },
    delete: async (projectId) => (await sql.run('DELETE FROM api_descriptions WHERE project_id = ?', projectId)) > 0,
  };
}

import { getText, type Sql } from '../../platform/database/sql.ts';

/** Returns whether the API reference of a project is public. */
export async function isReferencePublic(sql: Sql, projectId: string): Promise<boolean> {
  const row = await sql.get('SELECT input FROM docs_settings WHERE project_id = ?', projectId);
  const input = row ? getText(row, 'input') : '';
  return input !== '' && (JSON.parse(input) as { readonly publicReference?: boolean }).publicReference === true;
}

import { getText, type Sql } from '../../platform/database/sql.ts';
import { mayContainAddress, replaceInColumn } from '../../platform/personal-data/erase-names.ts';
import type { IsErased } from '../../platform/personal-data/replace-emails.ts';
import { MCP_INTENTS } from './tables.ts';

/** Deletes the intents that contain email addresses of erased users. @returns the number of deleted intents */
export async function eraseIntents(sql: Sql, projectId: string, isErased: IsErased, limit: number): Promise<number> {
  const rows = await sql.all(
    `SELECT id, intent FROM mcp_intents WHERE project_id = ? AND ${mayContainAddress('intent')}`,
    projectId,
  );
  const foundRows = rows.filter((row) => {
    const text = getText(row, 'intent');
    return replaceInColumn(MCP_INTENTS, 'intent', text, isErased) !== text;
  });
  const erasedRows = foundRows.slice(0, limit);
  for (const row of erasedRows) {
    await sql.run('DELETE FROM mcp_intents WHERE project_id = ? AND id = ?', projectId, getText(row, 'id'));
  }
  return erasedRows.length;
}

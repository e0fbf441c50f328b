import { getText, type Sql } from '../../platform/database/sql.ts';
import { mayContainAddress, replaceInColumn } from '../../platform/personal-data/erase-names.ts';
import type { IsErased } from '../../platform/personal-data/replace-emails.ts';
import { FEEDBACK } from './tables.ts';

const COLUMNS = ['about_ref', 'report', 'folded'];

/** Replaces the email addresses of erased users in the reports of others. @returns the number of changed reports */
export async function eraseFeedbackTexts(
  sql: Sql,
  projectId: string,
  isErased: IsErased,
  limit: number,
): Promise<number> {
  const rows = await sql.all(
    `SELECT number, coalesce(about_ref, '') AS about_ref, report, folded FROM feedback
     WHERE project_id = ? AND (${COLUMNS.map(mayContainAddress).join(' OR ')})`,
    projectId,
  );
  let changedCount = 0;
  for (const row of rows) {
    const changed = COLUMNS.flatMap((column) => {
      const text = getText(row, column);
      const replaced = replaceInColumn(FEEDBACK, column, text, isErased);
      return replaced === text ? [] : [{ column, replaced }];
    });
    if (changedCount === limit) break;
    if (changed.length === 0) continue;
    changedCount += 1;
    await sql.run(
      `UPDATE feedback SET ${changed.map(({ column }) => `${column} = ?`).join(', ')} WHERE project_id = ? AND number = ?`,
      ...changed.map(({ replaced }) => replaced),
      projectId,
      Number(row.number),
    );
  }
  return changedCount;
}

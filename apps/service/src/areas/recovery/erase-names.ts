import type { Sql } from '../../platform/database/sql.ts';
import { mayContainAddress, replaceEach } from '../../platform/personal-data/erase-names.ts';
import type { IsErased } from '../../platform/personal-data/replace-emails.ts';
import { HINT_DELIVERIES } from './tables.ts';

/** Replaces the email addresses of erased users in the error codes and routes of deliveries to other users. These columns are not part of a key. */
export async function eraseDeliveryNames(
  sql: Sql,
  projectId: string,
  isErased: IsErased,
  limit: number,
): Promise<number> {
  let replacedCount = 0;
  for (const column of ['method', 'route']) {
    const rows = await sql.all(
      `SELECT DISTINCT ${column} FROM hint_deliveries WHERE project_id = ? AND ${mayContainAddress(column)}`,
      projectId,
    );
    replacedCount += await replaceEach(rows, HINT_DELIVERIES, column, isErased, limit, async (oldName, name) => {
      await sql.run(
        `UPDATE hint_deliveries SET ${column} = ? WHERE project_id = ? AND ${column} = ?`,
        name,
        projectId,
        oldName,
      );
    });
  }
  return replacedCount;
}

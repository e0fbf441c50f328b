import { getText, type Sql, type SqlRow } from '../database/sql.ts';
import { type DatabaseTable, getContent } from '../database/table.ts';
import { EMAIL_NAME, type IsErased, replaceEmails, replaceEmailsInRoute } from './replace-emails.ts';

/**
 * Replaces the email addresses of erased users in some names by which an area counts requests, and adds the counts to those of the new names, so that
 * the totals do not change. The transaction must have locked the counts of the project.
 * @param limit maximum number of names; the counts of one name are changed in one transaction
 * @returns the number of replaced names
 */
export type NameEraser = (sql: Sql, projectId: string, isErased: IsErased, limit: number) => Promise<number>;

/** Returns an SQL condition for texts that can contain an email address, also in an escape. */
export function mayContainAddress(column: string): string {
  return `(${['@', '!%', '&', '\\'].map((text) => `${column} LIKE '%${text}%' ESCAPE '!'`).join(' OR ')})`;
}

/** Replaces the email addresses in a value of a captured request. */
export function replaceInColumn(table: DatabaseTable, column: string, value: string, isErased: IsErased): string {
  const content = getContent(table, column);
  if (content === 'route') return replaceEmailsInRoute(value, isErased);
  return content === 'name' ? replaceEmails(value, isErased, EMAIL_NAME) : replaceEmails(value, isErased);
}

/** Replaces the email addresses in at most `limit` names. @returns the number of replaced names */
export async function replaceEach(
  rows: readonly SqlRow[],
  table: DatabaseTable,
  column: string,
  isErased: IsErased,
  limit: number,
  replace: (oldName: string, name: string) => Promise<void>,
): Promise<number> {
  let replacedCount = 0;
  for (const row of rows) {
    const oldName = getText(row, column);
    const name = replaceInColumn(table, column, oldName, isErased);
    if (replacedCount === limit) break;
    if (name === oldName) continue;
    replacedCount += 1;
    await replace(oldName, name);
  }
  return replacedCount;
}

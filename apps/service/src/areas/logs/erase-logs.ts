import {
  createPlaceholders,
  getText,
  type Sql,
  type SqlRow,
  type SqlValue,
  toTextOrNull,
} from '../../platform/database/sql.ts';
import { getContent, listContents } from '../../platform/database/table.ts';
import { replaceInColumn } from '../../platform/personal-data/erase-names.ts';
import { replaceName } from '../../platform/personal-data/replace-address.ts';
import type { IsErased } from '../../platform/personal-data/replace-emails.ts';
import { LOGS } from './tables.ts';

/** Position in the logs of a project, which are sorted by time and number. */
export interface ErasurePosition {
  readonly timestamp: string;
  readonly number: number;
}

/** Maximum number of logs in one transaction. Like the limit of characters below, it bounds the time that other writes wait. */
const MAX_LOGS = 200;
const MAX_CHARS = 200_000;
/** Columns of logs in which an address is replaced. */
const REPLACED_COLUMNS = listContents(LOGS, ['captured', 'route', 'name']);
const SIZE_SQL = 'length(request) + length(response) AS chars';

/**
 * Removes one spelling of an address from some logs of its user.
 * @returns the number of logs that contained the spelling, and the number of changed logs, which is lower if another process changed the same logs
 */
export async function eraseFromOwnLogs(
  sql: Sql,
  projectId: string,
  address: string,
  isErased: IsErased,
): Promise<{ found: number; changed: number }> {
  const sizes = await sql.all(
    `SELECT number, ${SIZE_SQL} FROM logs WHERE project_id = ? AND group_email = ? LIMIT ?`,
    projectId,
    address,
    MAX_LOGS,
  );
  const slice = takeSlice(sizes);
  let changedCount = 0;
  for (const { number = null } of slice) {
    if (await replaceInLog(sql, number, isErased, address)) changedCount += 1;
  }
  return { found: slice.length, changed: changedCount };
}

/**
 * Removes the addresses of users from the next logs of a project, which include requests of other users.
 * @returns the position after these logs, and the number of changed logs; undefined at the end
 */
export async function eraseFromNextLogs(
  sql: Sql,
  projectId: string,
  { timestamp, number }: ErasurePosition,
  isErased: IsErased,
): Promise<{ position: ErasurePosition; changed: number } | undefined> {
  const sizes = await sql.all(
    `SELECT timestamp, number, ${SIZE_SQL} FROM logs
     WHERE project_id = ? AND (timestamp, number) > (?, ?) ORDER BY timestamp, number LIMIT ?`,
    projectId,
    timestamp,
    number,
    MAX_LOGS,
  );
  const slice = takeSlice(sizes);
  const last = slice.at(-1);
  if (!last) return undefined;
  const rows = await sql.all(
    `SELECT number, ${REPLACED_COLUMNS.join(', ')} FROM logs WHERE number IN (${createPlaceholders(slice.length)})`,
    ...slice.map((row) => Number(row.number)),
  );
  let changedCount = 0;
  for (const row of rows) {
    if (listReplacements(row, isErased).length === 0) continue;
    if (await replaceInLog(sql, Number(row.number), isErased)) changedCount += 1;
  }
  return {
    position: { timestamp: getText(last, 'timestamp'), number: Number(last.number) },
    changed: changedCount,
  };
}

/**
 * Replaces the addresses in one log, and removes its user if an address is given. Another process can change the same log for another user, so the
 * log is only written if it is still the one that was read.
 * @returns whether the log was changed
 */
async function replaceInLog(sql: Sql, number: SqlValue, isErased: IsErased, address?: string): Promise<boolean> {
  for (;;) {
    const row = await sql.get(`SELECT group_email, ${REPLACED_COLUMNS.join(', ')} FROM logs WHERE number = ?`, number);
    if (!row || (address !== undefined && row.group_email !== address)) return false;
    const replacements = listReplacements(row, isErased, address);
    if (replacements.length === 0) return false;
    const changed = await sql.run(
      `UPDATE logs SET ${replacements.map(({ column }) => `${column} = CAST(? AS TEXT)`).join(', ')}
       WHERE number = ? AND ${replacements.map(({ column }) => `${column} = ?`).join(' AND ')}`,
      ...replacements.map(({ value }) => value),
      number,
      ...replacements.map(({ oldValue }) => oldValue),
    );
    if (changed > 0) return true;
  }
}

function listReplacements(row: SqlRow, isErased: IsErased, address?: string) {
  const replacements: { column: string; oldValue: string; value: SqlValue }[] = [];
  if (address !== undefined) replacements.push({ column: 'group_email', oldValue: address, value: null });
  for (const column of REPLACED_COLUMNS) {
    const oldValue = toTextOrNull(row[column]);
    if (oldValue === null) continue;
    let value = replaceInColumn(LOGS, column, oldValue, isErased);
    if (address !== undefined && getContent(LOGS, column) === 'captured') value = replaceName(value, address);
    if (value !== oldValue) replacements.push({ column, oldValue, value });
  }
  return replacements;
}

function takeSlice(sizes: readonly SqlRow[]): readonly SqlRow[] {
  let chars = 0;
  return sizes.filter((row, index) => {
    chars += Number(row.chars);
    return index === 0 || chars <= MAX_CHARS;
  });
}

import { type SqlRow, toTextOrNull } from '../../platform/database/sql.ts';
import { getContent, listContents } from '../../platform/database/table.ts';
import { replaceInColumn } from '../../platform/personal-data/erase-names.ts';
import { replaceName } from '../../platform/personal-data/replace-address.ts';
import type { IsErased } from '../../platform/personal-data/replace-emails.ts';
import type { LogStorage, Replacement } from './log-storage.ts';
import { LOGS } from './tables.ts';

/** Position in the logs of a project, which are sorted by time and number. */
export interface ErasurePosition {
  readonly timestamp: string;
  readonly number: number;
  /** Number of the last log that had been received at the start. Without this limit, a pass over the logs would never end while others arrive. */
  readonly lastNumber?: number;
}

/** Maximum number of logs in one transaction. Like the limit of characters below, this limit bounds how long other writes wait. */
const MAX_LOGS = 200;
const MAX_CHARS = 200_000;
/** Columns of logs in which an email address is replaced. */
const REPLACED_COLUMNS = listContents(LOGS, ['captured', 'route', 'name']);

/**
 * Removes one form (case and spaces) of an email address from a batch of its user's logs.
 * @returns the number of changed logs, and whether these were all logs with the form
 */
export async function eraseFromOwnLogs(
  storage: LogStorage,
  projectId: string,
  address: string,
  isErased: IsErased,
): Promise<{ changed: number; isComplete: boolean }> {
  const sizes = await storage.listSizesOfAddress(projectId, address, MAX_LOGS);
  const slice = takeSlice(sizes);
  const changedCount = await storage.replaceTexts(projectId, listNumbers(slice), REPLACED_COLUMNS, (row) =>
    row.group_email === address ? listReplacements(row, isErased, address) : [],
  );
  return { changed: changedCount, isComplete: sizes.length < MAX_LOGS && slice.length === sizes.length };
}

/**
 * Removes the email addresses of erased users from the next batch of logs of a project. The batch includes requests of other users.
 * @returns the position after these logs, and the number of changed logs; undefined at the end
 */
export async function eraseFromNextLogs(
  storage: LogStorage,
  projectId: string,
  { timestamp, number, lastNumber: knownLastNumber }: ErasurePosition,
  isErased: IsErased,
): Promise<{ position: ErasurePosition; changed: number } | undefined> {
  const lastNumber = knownLastNumber ?? (await storage.listNewest(1))[0]?.number ?? 0;
  const slice = takeSlice(await storage.listSizesAfter(projectId, [timestamp, number], lastNumber, MAX_LOGS));
  const last = slice.at(-1);
  if (!last) return undefined;
  const changedCount = await storage.replaceTexts(projectId, listNumbers(slice), REPLACED_COLUMNS, (row) =>
    listReplacements(row, isErased),
  );
  const position = { timestamp: String(last.timestamp), number: Number(last.number), lastNumber };
  return { position, changed: changedCount };
}

function listNumbers(rows: readonly SqlRow[]): number[] {
  return rows.map((row) => Number(row.number));
}

/** Returns the replacements in a log, and removes the log's user if an email address is given. */
function listReplacements(row: SqlRow, isErased: IsErased, address?: string): Replacement[] {
  const replacements: Replacement[] = [];
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

import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeFileError } from '../file-error.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { getResultCode } from './sqlite-failures.ts';

/** Reasons and fixes by SQLite's primary result code (https://www.sqlite.org/rescode.html). */
const REASONS: Readonly<Record<number, (file: string) => string>> = {
  5: () => 'another process has locked it. Stop that process, or wait until it has finished',
  8: (file) =>
    `this user may not write ${file}. Allow it for the file and for its folder ${dirname(file)}, in which SQLite creates a write-ahead log`,
  11: (file) => `${file} is damaged. Restore a backup into a new file`,
  13: (file) => `the disk of ${file} is full. Free space`,
  14: (file) =>
    `${file} or its write-ahead log cannot be opened. Allow this user to write the file and its folder ${dirname(file)}`,
  26: (file) => `${file} is not a database. Check the path, or restore a backup into a new file`,
};

/** Returns the reason why a database file cannot be opened, and the fix. */
export function describeOpenError(error: unknown, file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    return `${resolve(file)} is a folder. Give the path of a file`;
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  return REASONS[getResultCode(cause)]?.(resolve(file)) ?? describeFileError(cause, file, 'write');
}

import { readFileSync } from 'node:fs';
import { describeFileError } from '../database/file-error.ts';
import { StoreInputError } from '../database/store-input-error.ts';
import type { Terminal } from './cli-terminal.ts';
import { UsageError } from './usage-error.ts';

const DEFAULT_FILE = 'context-sync.db';
/** Variable with the path of a file that contains the URL, because container engines pass secrets as files. */
const FILE_VARIABLE = 'DATABASE_URL_FILE';

/**
 * Returns the file or URL of the database: the value of the option, of DATABASE_URL, or of the file in DATABASE_URL_FILE.
 * @throws UsageError, StoreInputError if the file cannot be read
 */
export function readDatabaseName(option: string | undefined, { databaseUrl, environment = {} }: Terminal): string {
  if (option === '') throw new UsageError('--database must not be empty');
  if (option !== undefined) return option;
  const file = environment[FILE_VARIABLE];
  if (databaseUrl && file) throw new UsageError(`set only one of DATABASE_URL and ${FILE_VARIABLE}`);
  if (!file) return databaseUrl || DEFAULT_FILE;
  const url = readSecret(file);
  if (url === '')
    throw new StoreInputError(`the file ${file} of ${FILE_VARIABLE} is empty: write the URL of the database into it`);
  return url;
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new StoreInputError(
      `the file of ${FILE_VARIABLE} cannot be read: ${describeFileError(error, file, 'read')}`,
      { cause: error },
    );
  }
}

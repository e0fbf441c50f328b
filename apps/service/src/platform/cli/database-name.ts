import { readFileSync } from 'node:fs';
import { describeFileError } from '../database/file-error.ts';
import { StoreInputError } from '../database/store-input-error.ts';
import type { Terminal } from './cli-terminal.ts';
import { UsageError } from './usage-error.ts';

const DEFAULT_FILE = 'context-sync.db';
/** Environment variable with the path of a file that contains the URL, because container engines pass secrets as files. */
const FILE_VARIABLE = 'DATABASE_URL_FILE';
const LOGS_VARIABLE = 'LOGS_URL';
const LOGS_FILE_VARIABLE = 'LOGS_URL_FILE';

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
  return readSecret(file, FILE_VARIABLE);
}

/**
 * Returns the URL of the database of the logs: the value of the option, of LOGS_URL, or of the file in LOGS_URL_FILE.
 * @throws UsageError, StoreInputError if the file cannot be read
 */
export function readLogDatabaseUrl(
  option: string | undefined,
  { environment = {} }: Pick<Terminal, 'environment'>,
): string | undefined {
  if (option === '') throw new UsageError('--logs must not be empty');
  if (option !== undefined) return option;
  const [url, file] = [environment[LOGS_VARIABLE], environment[LOGS_FILE_VARIABLE]];
  if (url && file) throw new UsageError(`set only one of ${LOGS_VARIABLE} and ${LOGS_FILE_VARIABLE}`);
  return file ? readSecret(file, LOGS_FILE_VARIABLE) : url || undefined;
}

/** Reads a URL from a file. @throws StoreInputError */
function readSecret(file: string, variable: string): string {
  const url = readText(file, variable);
  if (url !== '') return url;
  throw new StoreInputError(`the file ${file} of ${variable} is empty: write the URL of the database into it`);
}

function readText(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new StoreInputError(`the file of ${variable} cannot be read: ${describeFileError(error, file, 'read')}`, {
      cause: error,
    });
  }
}

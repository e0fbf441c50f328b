import { StoreUnavailableError } from '../store-unavailable-error.ts';

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
/** Result codes of errors that the statement did not cause: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const UNAVAILABLE_CODES = new Set([SQLITE_BUSY, 6, 8, SQLITE_IOERR, SQLITE_FULL, 14]);

/** Converts an error of SQLite to a StoreUnavailableError, unless the statement itself caused it. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || !UNAVAILABLE_CODES.has(getResultCode(error))) return error;
  return new StoreUnavailableError(error.message, {
    database: 'SQLite',
    isFull: getResultCode(error) === SQLITE_FULL,
    cause: error,
  });
}

/** Converts the error of a failed COMMIT. After an I/O error, the outcome is unknown until the file is opened again. */
export function toCommitError(failure: unknown): unknown {
  if (!(failure instanceof StoreUnavailableError) || getResultCode(failure.cause) !== SQLITE_IOERR) return failure;
  const { cause } = failure;
  return new StoreUnavailableError(cause instanceof Error ? cause.message : String(cause), {
    database: 'SQLite',
    outcomeUnknown: true,
    cause,
  });
}

/** Returns whether the statement failed because another process held the lock. A statement with this error was not executed. */
export function isBusy(error: unknown): boolean {
  return getResultCode(error instanceof StoreUnavailableError ? error.cause : error) === SQLITE_BUSY;
}

/** Returns the primary result code of an error, which is the lowest byte of an extended result code; NaN if the error has no result code. */
export function getResultCode(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : Number.NaN;
}

import { StoreUnavailableError } from '../store-unavailable-error.ts';

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const IOERR = 10;
const SQLITE_FULL = 13;
/** Errors that are not about the statement: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const UNAVAILABLE_CODES = new Set([SQLITE_BUSY, 6, 8, IOERR, SQLITE_FULL, 14]);

/** Converts an error of SQLite to a StoreUnavailableError, unless it is about the statement itself. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || !UNAVAILABLE_CODES.has(resultOf(error))) return error;
  return new StoreUnavailableError(error.message, { isFull: resultOf(error) === SQLITE_FULL, cause: error });
}

/** Converts the failure of a COMMIT: after an I/O error, the outcome is unknown until the file is opened again. */
export function toCommitError(failure: unknown): unknown {
  if (!(failure instanceof StoreUnavailableError) || resultOf(failure.cause) !== IOERR) return failure;
  const { cause } = failure;
  return new StoreUnavailableError(cause instanceof Error ? cause.message : String(cause), {
    outcomeUnknown: true,
    cause,
  });
}

/** Whether another process held the lock; nothing was executed then. */
export function isBusy(error: unknown): boolean {
  return resultOf(error instanceof StoreUnavailableError ? error.cause : error) === SQLITE_BUSY;
}

/** Returns the primary result code, which is the lowest byte of an extended one; NaN for other errors. */
function resultOf(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : Number.NaN;
}

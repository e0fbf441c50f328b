import { StoreUnavailableError } from '../store-unavailable-error.ts';

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
const BUSY = 5;
const IOERR = 10;
const FULL = 13;
/** Those that say nothing about the statement: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const UNAVAILABLE = new Set([BUSY, 6, 8, IOERR, FULL, 14]);

/** What SQLite's error is reported as: a StoreUnavailableError unless the error is about the statement itself. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || !UNAVAILABLE.has(resultOf(error))) return error;
  return new StoreUnavailableError(error.message, { isFull: resultOf(error) === FULL, cause: error });
}

/** The failure of a COMMIT: after an I/O error, what was written may be found when the file is opened again after a crash. */
export function inDoubtOf(failure: unknown): unknown {
  if (!(failure instanceof StoreUnavailableError) || resultOf(failure.cause) !== IOERR) return failure;
  const { cause } = failure;
  return new StoreUnavailableError(cause instanceof Error ? cause.message : String(cause), {
    outcomeUnknown: true,
    cause,
  });
}

/** Whether another process was writing; nothing was done then. */
export function isBusy(error: unknown): boolean {
  return resultOf(error instanceof StoreUnavailableError ? error.cause : error) === BUSY;
}

/** The primary result code, which is in the lowest byte of an extended one; NaN for other errors. */
function resultOf(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : Number.NaN;
}

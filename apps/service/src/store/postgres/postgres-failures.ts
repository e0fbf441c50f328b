import { DatabaseError } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';

/**
 * SQLSTATE codes and two-letter classes of errors that are not about the statement: connection and authorization (08, 28), resources such
 * as disk space and connections (53), shutdown and canceled statements (57), I/O (58), a missing database, a read-only standby, an
 * unavailable lock. See appendix A of the PostgreSQL manual.
 */
const DISK_FULL = '53100';
const UNAVAILABLE_CODES = ['08', '28', '53', '57', '58', '3D000', '25006', '55P03'];

/**
 * Converts the error of a statement or connection to a StoreUnavailableError, unless it is about the statement itself.
 * @param error from `pg`: a DatabaseError is a response of the server, anything else a connection failure
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  if (error instanceof DatabaseError && !UNAVAILABLE_CODES.some((code) => sqlStateOf(error).startsWith(code)))
    return error;
  return new StoreUnavailableError(messageOf(error), { isFull: sqlStateOf(error) === DISK_FULL, cause: error });
}

/** Whether the connection failed and cannot be used for another statement. */
export function isConnectionFailure(error: unknown): boolean {
  return error instanceof StoreUnavailableError && !(error.cause instanceof DatabaseError);
}

/** Returns the SQLSTATE of a PostgreSQL error. */
export function sqlStateOf(error: unknown): string {
  const originalError = error instanceof StoreUnavailableError ? error.cause : error;
  return String((originalError as { code?: unknown } | null)?.code);
}

/** For a host with several addresses, the error has one inner error per address and no message of its own. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

import { DatabaseError } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';

/**
 * SQLSTATE codes, and two-letter classes of codes, of errors that the statement did not cause: connection and authorization (08, 28), resources such
 * as disk space and connections (53), shutdown and canceled statements (57), I/O (58), a missing database, a read-only standby, a missing privilege,
 * an unavailable lock. See appendix A of the PostgreSQL manual.
 */
const DISK_FULL = '53100';
const UNAVAILABLE_CODES = ['08', '28', '53', '57', '58', '3D000', '25006', '42501', '55P03'];

/** An error after which the connection to PostgreSQL cannot be used for another statement. */
class PostgresConnectionFailure extends StoreUnavailableError {}

/**
 * Converts the error of a statement or connection to a StoreUnavailableError, unless the statement itself caused it.
 * @param error error from `pg`: a DatabaseError is a response of the server; any other error is a connection failure
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  if (error instanceof StoreUnavailableError) return error;
  if (!(error instanceof DatabaseError))
    return new PostgresConnectionFailure(getMessage(error), { database: 'PostgreSQL', cause: error });
  if (!UNAVAILABLE_CODES.some((code) => getSqlState(error).startsWith(code))) return error;
  return new StoreUnavailableError(getMessage(error), {
    database: 'PostgreSQL',
    isFull: getSqlState(error) === DISK_FULL,
    cause: error,
  });
}

/** Returns whether the connection failed and cannot be used for another statement. */
export function isConnectionFailure(error: unknown): boolean {
  return error instanceof PostgresConnectionFailure;
}

/** Returns the SQLSTATE of a PostgreSQL error. */
export function getSqlState(error: unknown): string {
  const originalError = error instanceof StoreUnavailableError ? error.cause : error;
  return String((originalError as { code?: unknown } | null)?.code);
}

/** Returns the message of an error. If a host has several IP addresses, the error contains one inner error per IP address and has no message. */
export function getMessage(error: unknown): string {
  if (error instanceof AggregateError) return getMessage(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

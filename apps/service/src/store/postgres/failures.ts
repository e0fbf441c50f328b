import { DatabaseError } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';

/**
 * SQLSTATE codes, or classes of two letters, that say nothing about the statement: connection and authorization (08, 28), resources such as
 * disk space and connections (53), shutdown and canceled statements (57), input and output (58), a missing database, a standby that only
 * reads, a lock that was not free. See appendix A of PostgreSQL's manual.
 */
const DISK_FULL = '53100';
const UNAVAILABLE = ['08', '28', '53', '57', '58', '3D000', '25006', '55P03'];

/**
 * What a failed statement or connection is reported as: a StoreUnavailableError unless the error is about the statement itself.
 * @param error from `pg`: a DatabaseError is a response of the server, anything else a failure of the connection
 */
export function failureOf(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  if (error instanceof DatabaseError && !UNAVAILABLE.some((code) => codeOf(error).startsWith(code))) return error;
  return new StoreUnavailableError(messageOf(error), { isFull: codeOf(error) === DISK_FULL, cause: error });
}

/** Whether the connection failed: it would not respond to another statement either. */
export function isConnectionFailure(error: unknown): boolean {
  return error instanceof StoreUnavailableError && !(error.cause instanceof DatabaseError);
}

/** The SQLSTATE of an error of PostgreSQL's. */
export function codeOf(error: unknown): string {
  const original = error instanceof StoreUnavailableError ? error.cause : error;
  return String((original as { code?: unknown } | null)?.code);
}

/** A host with several addresses fails with one error for each, and no message of its own. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

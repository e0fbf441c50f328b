import { describeFullDisk, type StoreUnavailableError } from '../database/store-unavailable-error.ts';
import { HttpError } from './errors.ts';

/** Value of `Retry-After` in seconds. Most database restarts take less time. */
export const RETRY_AFTER_SECONDS = 5;

/** Creates a 503 error for a request that was not executed. Its `Retry-After` header indicates that the client can safely send the request again. */
export function createUnavailableError(message: string): HttpError {
  return new HttpError('unavailable', message, { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });
}

/** Creates a 503 error without `Retry-After` for a write that may have been executed. */
export function createInDoubtError(reason: string): HttpError {
  return new HttpError(
    'unavailable',
    `${reason}; the request may have been executed: send it again with the same Idempotency-Key, or check first`,
  );
}

/**
 * Converts a store failure to an error response. Only the operator gets the original error, because its message may contain host names and file
 * names.
 */
export function storeFailure({ database, outcomeUnknown, isFull, isOverloaded }: StoreUnavailableError): HttpError {
  if (isOverloaded) return createUnavailableError('The database is overloaded and did not execute the request');
  if (isFull) return createUnavailableError(`${describeFullDisk(database)}, and the request was not executed`);
  return outcomeUnknown
    ? createInDoubtError('The service lost its database connection while it saved the changes')
    : createUnavailableError('The service cannot reach its database and did not execute the request');
}

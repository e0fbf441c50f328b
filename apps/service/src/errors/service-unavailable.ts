import type { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import { HttpError } from './errors.ts';

/** Seconds to wait before a retry: most database restarts are over by then. */
export const RETRY_AFTER_SECONDS = 5;

/** Creates a 503 for a request that was not executed. `Retry-After` indicates that the caller can safely send it again. */
export function createUnavailableError(message: string): HttpError {
  return new HttpError('unavailable', message, { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });
}

/** Creates a 503 without `Retry-After`, because the write may have been executed. */
export function createInDoubtError(why: string): HttpError {
  return new HttpError(
    'unavailable',
    `${why}; the request may have been executed: send it again with the same Idempotency-Key, or check first`,
  );
}

/** Converts a store failure to a response. The original error is for the operator only, because it may name hosts and files. */
export function storeFailure({ outcomeUnknown }: StoreUnavailableError): HttpError {
  return outcomeUnknown
    ? createInDoubtError('The service lost its database connection while saving the changes')
    : createUnavailableError('The service cannot reach its database and did not execute the request');
}

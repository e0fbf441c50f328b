import type { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import { HttpError } from './errors.ts';

/** Seconds after which a caller may try again: most restarts of a database are over by then. */
export const RETRY_AFTER = 5;

/** A refusal of something that was not carried out, as `Retry-After` says: the caller can send the request again. */
export function unavailable(message: string): HttpError {
  return new HttpError('unavailable', message, { headers: { 'retry-after': String(RETRY_AFTER) } });
}

/** A refusal without `Retry-After`: to callers it means that a write can be sent again, and this one may have been carried out. */
export function inDoubt(why: string): HttpError {
  return new HttpError(
    'unavailable',
    `${why}; the request may have been carried out: send it again with the same Idempotency-Key, or check first`,
  );
}

/** The response to a request whose store cannot be used. The error itself is for the operator, and may name hosts and files. */
export function storeRefusal({ mayHaveActed }: StoreUnavailableError): HttpError {
  return mayHaveActed
    ? inDoubt('The service lost its database while it saved the changes')
    : unavailable('The service cannot use its database at the moment, and has not carried out the request');
}

import { StoreUnavailableError } from '../database/store-unavailable-error.ts';
import { RETRY_AFTER_SECONDS, storeFailure } from '../errors/service-unavailable.ts';

/** Returns the message for an internal error of a call. Only the operator gets the original error. */
export function formatFailureMessage(error: unknown): string {
  if (!(error instanceof StoreUnavailableError))
    return 'The service failed unexpectedly; try again, or report it to its operator';
  return `${storeFailure(error).message}; try again in ${RETRY_AFTER_SECONDS} seconds`;
}

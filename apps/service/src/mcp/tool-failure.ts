import { RETRY_AFTER_SECONDS, storeFailure } from '../errors/service-unavailable.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

/** Returns the message for an error that is not about the call. The original error is for the operator only. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof StoreUnavailableError)) return 'internal error; the operator has been notified';
  return `${storeFailure(error).message}; try again in ${RETRY_AFTER_SECONDS} seconds`;
}

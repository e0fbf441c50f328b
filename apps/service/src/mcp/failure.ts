import { RETRY_AFTER_SECONDS, storeFailure } from '../errors/unavailable.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

/** The message that a caller gets for an error that is not about the call. The error itself is for the operator. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof StoreUnavailableError)) return 'the service failed; its operator was told why';
  return `${storeFailure(error).message}; try again in ${RETRY_AFTER_SECONDS} seconds`;
}

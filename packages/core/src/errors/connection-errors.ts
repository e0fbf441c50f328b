import { ApiError } from './api-error.ts';

/** An error for a missing response, because the connection could not be established or was closed too early. */
export class NetworkError extends ApiError {
  readonly kind = 'network';
}

/** An error for a missing response within the timeout of an attempt or of the whole call. */
export class TimeoutError extends ApiError {
  readonly kind = 'timeout';
}

/** The call was aborted by the caller's signal. */
export class AbortedError extends ApiError {
  readonly kind = 'aborted';
}

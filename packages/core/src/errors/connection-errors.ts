import { ApiError } from './api-error.ts';

/** An error for a missing response, because the connection could not be established or was closed too early. */
export class NetworkError extends ApiError {
  readonly kind = 'network';
}

/** An error for a missing response within the timeout of an attempt or of the whole call. */
export class TimeoutError extends ApiError {
  readonly kind = 'timeout';
}

/** An error for a call that was aborted with the signal of the calling code. */
export class AbortedError extends ApiError {
  readonly kind = 'aborted';
}

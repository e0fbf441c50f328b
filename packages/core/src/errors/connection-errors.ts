import { ApiError } from './api-error.ts';

/** No response: the connection could not be made, or broke. */
export class NetworkError extends ApiError {
  readonly kind = 'network';
}

/** No response within the timeout of an attempt or of the whole call. */
export class TimeoutError extends ApiError {
  readonly kind = 'timeout';
}

/** The caller's signal aborted the call. */
export class AbortedError extends ApiError {
  readonly kind = 'aborted';
}

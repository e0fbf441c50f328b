import { ApiError } from './api-error.ts';

/** No answer: the connection could not be made, or broke. */
export class NetworkError extends ApiError {
  readonly kind = 'network';
}

/** No answer within the time of an attempt or of the whole call. */
export class TimeoutError extends ApiError {
  readonly kind = 'timeout';
}

/** The caller's signal ended the call. */
export class AbortedError extends ApiError {
  readonly kind = 'aborted';
}

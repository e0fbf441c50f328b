import { ApiError } from './api-error.ts';

/** The key is missing or invalid. */
export class UnauthorizedError extends ApiError {
  readonly kind = 'unauthorized';
}

/** The key is valid but may not do this: a read-only key on a write. */
export class ForbiddenError extends ApiError {
  readonly kind = 'forbidden';
}

/** No such project or resource that the key's user can reach. */
export class NotFoundError extends ApiError {
  readonly kind = 'not-found';
}

/** The server refuses this request as it is; sending it again does not help. */
export class InvalidRequestError extends ApiError {
  readonly kind = 'invalid-request';
}

/** Too many requests, still so after the retries. */
export class RateLimitedError extends ApiError {
  readonly kind = 'rate-limited';
}

/** The server failed. */
export class ServerError extends ApiError {
  readonly kind = 'server';
}

/** A page for people came in the place of an answer: the address is that of a site, or a gate wants somebody to sign in. */
export class WebPageError extends ApiError {
  readonly kind = 'web-page';
}

/** The server answered with a redirect, which is never followed because it could carry the key elsewhere. */
export class RedirectedError extends ApiError {
  readonly kind = 'redirected';
}

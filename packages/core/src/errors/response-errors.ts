import { ApiError } from './api-error.ts';

/** The key is missing or invalid. */
export class UnauthorizedError extends ApiError {
  readonly kind = 'unauthorized';
}

/** The key is valid but not allowed to do this, such as a read-only key on a write. */
export class ForbiddenError extends ApiError {
  readonly kind = 'forbidden';
}

/** The project or resource does not exist, or the key's user has no access to it. */
export class NotFoundError extends ApiError {
  readonly kind = 'not-found';
}

/** The server rejects this request; sending it again does not help. */
export class InvalidRequestError extends ApiError {
  readonly kind = 'invalid-request';
}

/** Too many requests, even after the retries. */
export class RateLimitedError extends ApiError {
  readonly kind = 'rate-limited';
}

/** The server failed. */
export class ServerError extends ApiError {
  readonly kind = 'server';
}

/** The response is an HTML page: the URL is that of a website, or a proxy requires a sign-in. */
export class HtmlResponseError extends ApiError {
  readonly kind = 'html-response';
}

/** The server returned a redirect, which is never followed because it could send the key elsewhere. */
export class RedirectedError extends ApiError {
  readonly kind = 'redirected';
}

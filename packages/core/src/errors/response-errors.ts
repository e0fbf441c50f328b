import { ApiError } from './api-error.ts';

/** The key is missing or invalid. */
export class UnauthorizedError extends ApiError {
  readonly kind = 'unauthorized';
}

/** The key is valid but lacks the permission, such as a read-only key for a write. */
export class ForbiddenError extends ApiError {
  readonly kind = 'forbidden';
}

/** The project or resource does not exist, or the key's user has no access to it. */
export class NotFoundError extends ApiError {
  readonly kind = 'not-found';
}

/** The server rejects the request, and would reject it again. */
export class InvalidRequestError extends ApiError {
  readonly kind = 'invalid-request';
}

/** The service rejected the request because of too many requests, even after the retries. */
export class RateLimitedError extends ApiError {
  readonly kind = 'rate-limited';
}

/** The server failed to process the request. */
export class ServerError extends ApiError {
  readonly kind = 'server';
}

/** The response is an HTML page, because the URL is that of a website or a proxy requires a sign-in. */
export class HtmlResponseError extends ApiError {
  readonly kind = 'html-response';
}

/** The server returned a redirect. Redirects are never followed, because they could send the key to another server. */
export class RedirectedError extends ApiError {
  readonly kind = 'redirected';
}

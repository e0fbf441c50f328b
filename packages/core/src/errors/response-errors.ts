import { ApiError } from './api-error.ts';

/** An error for a key that is missing or invalid. */
export class UnauthorizedError extends ApiError {
  readonly kind = 'unauthorized';
}

/** An error for a valid key that lacks a permission, such as a read-only key for a write. */
export class ForbiddenError extends ApiError {
  readonly kind = 'forbidden';
}

/** An error for a project or resource that does not exist or that the key's user cannot access. */
export class NotFoundError extends ApiError {
  readonly kind = 'not-found';
}

/** An error for a request that the server rejects. Sending the same request again would not help. */
export class InvalidRequestError extends ApiError {
  readonly kind = 'invalid-request';
}

/** An error for too many requests, even after the retries. */
export class RateLimitedError extends ApiError {
  readonly kind = 'rate-limited';
}

/** An error for a failure of the server. */
export class ServerError extends ApiError {
  readonly kind = 'server';
}

/** An error for an HTML page as the response: the URL belongs to a website, or a proxy requires a sign-in. */
export class HtmlResponseError extends ApiError {
  readonly kind = 'html-response';
}

/** An error for a redirect. Redirects are never followed, because they could send the key to another server. */
export class RedirectedError extends ApiError {
  readonly kind = 'redirected';
}

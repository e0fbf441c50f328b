import type { ApiError, ApiErrorDetails } from './api-error.ts';
import {
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  RedirectedError,
  ServerError,
  UnauthorizedError,
} from './response-errors.ts';

type ErrorClass = new (message: string, details: ApiErrorDetails) => ApiError;

/** Patterns for `error.code`, the most specific first. Codes are compared without regard to letter case, spaces, `-`, `_` and `.`. */
const FORBIDDEN_PATTERN = /readonly|forbidden|permissiondenied|insufficient(?:scope|permission)|accessdenied/;
const UNAUTHORIZED_PATTERN =
  /unauthori[sz]ed|unauthenticated|(?:invalid|missing|expired|revoked|unknown)(?:api)?(?:key|credentials?|token)/;
const RATE_LIMITED = /ratelimit|toomanyrequests|throttl/;
const NOT_FOUND = /notfound|nosuch|doesnotexist/;

/**
 * Returns the error class for an error response. The specification defines neither statuses nor codes, so the result depends on both: 3xx, 408, 429
 * and 5xx are classified by the status. For other statuses, a code that concerns the key or access takes precedence over the status. A code for a
 * missing resource or for too many requests also takes precedence, unless the status is 401.
 */
export function classifyError(status: number, code: string | undefined): ErrorClass {
  if (status < 400) return RedirectedError;
  if (status === 429) return RateLimitedError;
  if (status >= 500 || status === 408) return ServerError;
  const word = code?.toLowerCase().replaceAll(/[\s_.-]/g, '') ?? '';
  if (FORBIDDEN_PATTERN.test(word)) return ForbiddenError;
  if (status === 401 || UNAUTHORIZED_PATTERN.test(word)) return UnauthorizedError;
  if (RATE_LIMITED.test(word)) return RateLimitedError;
  if (status === 404 || status === 410 || NOT_FOUND.test(word)) return NotFoundError;
  return status === 403 ? ForbiddenError : InvalidRequestError;
}

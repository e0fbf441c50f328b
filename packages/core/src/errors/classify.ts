import {
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  RedirectedError,
  ServerError,
  UnauthorizedError,
} from './answered.ts';
import type { ApiError, ApiErrorDetails } from './api-error.ts';

type ErrorClass = new (message: string, details: ApiErrorDetails) => ApiError;

/** What a word of `error.code` says, most telling first. Codes are compared without case, spaces, `-`, `_` and `.`. */
const FORBIDDEN = /readonly|forbidden|permissiondenied|insufficient(?:scope|permission)|accessdenied/;
const UNAUTHORIZED =
  /unauthori[sz]ed|unauthenticated|(?:invalid|missing|expired|revoked|unknown)(?:api)?(?:key|credentials?|token)/;
const RATE_LIMITED = /ratelimit|toomanyrequests|throttl/;
const NOT_FOUND = /notfound|nosuch|doesnotexist/;

/**
 * The class of an error answer. The specification names neither status numbers nor codes, so both are looked at: 3xx, 408, 429 and 5xx are
 * told by the status; below that a code that speaks of the key or of access goes before the status, and one that speaks of something missing
 * or of too many requests does so unless the status is 401.
 */
export function classify(status: number, code: string | undefined): ErrorClass {
  if (status < 400) return RedirectedError;
  if (status === 429) return RateLimitedError;
  if (status >= 500 || status === 408) return ServerError;
  const word = code?.toLowerCase().replaceAll(/[\s_.-]/g, '') ?? '';
  if (FORBIDDEN.test(word)) return ForbiddenError;
  if (status === 401 || UNAUTHORIZED.test(word)) return UnauthorizedError;
  if (RATE_LIMITED.test(word)) return RateLimitedError;
  if (status === 404 || status === 410 || NOT_FOUND.test(word)) return NotFoundError;
  return status === 403 ? ForbiddenError : InvalidRequestError;
}

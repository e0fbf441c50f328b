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

/** What a word of `error.code` says, most telling first. Codes are compared without case, spaces, `-` and `_`. */
const CODE_WORDS: readonly (readonly [RegExp, ErrorClass])[] = [
  [/readonly|forbidden|permission|scope|accessdenied/, ForbiddenError],
  [/unauthori[sz]ed|unauthenticated|apikey|authentication|invalidtoken|missingtoken/, UnauthorizedError],
  [/ratelimit|toomanyrequests|throttl/, RateLimitedError],
  [/notfound|nosuch|doesnotexist/, NotFoundError],
  [/invalid|validation|badrequest|unprocessable|malformed/, InvalidRequestError],
];

/**
 * The class of an error answer. The specification names neither status numbers nor codes, so both are looked at:
 * 3xx, 429 and 5xx are told by the status; below that a recognised code goes before the status.
 */
export function classify(status: number, code: string | undefined): ErrorClass {
  if (status < 400) return RedirectedError;
  if (status === 429) return RateLimitedError;
  if (status >= 500 || status === 408) return ServerError;
  const word = code?.toLowerCase().replaceAll(/[\s_.-]/g, '') ?? '';
  const byCode = CODE_WORDS.find(([pattern]) => pattern.test(word));
  if (byCode) return byCode[1];
  if (status === 401) return UnauthorizedError;
  if (status === 403) return ForbiddenError;
  if (status === 404 || status === 410) return NotFoundError;
  return InvalidRequestError;
}

import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Every value that `error.code` takes, with its status and what it means to the caller. */
export const ERRORS = {
  invalid_request: [400, 'The request is not as described; `details` says where'],
  unauthorized: [401, 'The API key is missing or invalid: unknown, expired, or revoked'],
  read_only_key: [403, 'The API key is read-only and cannot be used to write'],
  not_found: [404, 'There is no such project or resource that this key can reach'],
  method_not_allowed: [405, 'The path does not have this method; the header `Allow` names those that it has'],
  request_timeout: [408, 'The request did not arrive in time'],
  conflict: [409, 'What the request would create exists already, and differs from it; `details` names the differences'],
  payload_too_large: [413, 'The body is larger than the operation takes'],
  unsupported_media_type: [415, 'The body is not of the type that the operation takes'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used with another body or query'],
  body_too_complex: [422, 'Parsing the body takes more time or memory than the service allows'],
  rate_limited: [429, 'Too many requests; the header `Retry-After` says in how many seconds to go on'],
  headers_too_large: [431, 'The headers are larger than the service takes'],
  internal_error: [500, 'The service failed; it has reported why to its operator'],
  unavailable: [
    503,
    'The service has too many large bodies to parse, is stopping, or cannot use its database. With the header `Retry-After`, the request was not carried out; without it, a write may have been',
  ],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One thing that is wrong with a request. */
export interface ErrorDetail {
  /** Where: `json.title`, `query.limit`, `line 3: status`, and the like. */
  readonly where: string;
  readonly message: string;
}

/** Ends a request with an error answer. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    given: { readonly details?: readonly ErrorDetail[]; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.code = code;
    this.details = given.details;
    this.headers = given.headers ?? {};
  }
}

/** What is missing and what may not be seen look the same. */
export function notFound(): HttpError {
  return new HttpError('not_found', ERRORS.not_found[1]);
}

import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Every value that `error.code` takes, with its status. */
export const ERROR_CODES = {
  unauthorized: 401,
  read_only_key: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 400,
  idempotency_key_reused: 422,
  internal_error: 500,
} as const satisfies Record<string, ContentfulStatusCode>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Ends a request with an error answer. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What is missing and what may not be seen look the same. */
export function notFound(): HttpError {
  return new HttpError('not_found', 'There is no such project or resource that this key can reach');
}

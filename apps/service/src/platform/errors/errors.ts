import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { quoteText } from './describe-value.ts';

/** All values of `error.code`, with the HTTP status and the meaning for the client. */
export const ERRORS = {
  invalid_request: [400, 'The request is invalid; `details` lists the problems'],
  too_much_to_scan: [400, 'The report would read too many logs; `details` names the range that is possible'],
  unauthorized: [401, 'The API key is missing or invalid: unknown, expired, or revoked'],
  read_only_key: [403, 'The API key is read-only and cannot be used for writes'],
  capture_key: [403, 'The API key is a capture key, which can only send logs of its project and read recovery hints'],
  role_required: [
    403,
    'The operation needs the role `owner` in the project, and the account of the key has the role `member`',
  ],
  one_project_key: [403, 'The API key can access only one project, and the operation is about the whole account'],
  other_account: [403, 'The invite is for another email address than that of the account'],
  insufficient_scope: [403, 'The access token of the application does not have the scope that the request needs'],
  not_found: [404, 'The path, the project or the resource does not exist, or this key has no access to it'],
  method_not_allowed: [405, 'The path does not support this method; the `Allow` header lists the supported methods'],
  not_acceptable: [406, 'The `Accept` header allows no media type that the service sends'],
  request_timeout: [408, 'The request did not arrive in time'],
  conflict: [409, 'The resource already exists with different values; `details` lists the differences'],
  last_owner: [409, 'The project would have no owner: make another member an owner first'],
  already_member: [409, 'The email address belongs to a member of the project'],
  inactive_key: [409, 'The key has expired or was revoked, so it cannot be rotated'],
  invite_not_usable: [
    410,
    'The invite has expired, was used or revoked, or a newer one replaces it; the message states which',
  ],
  changed_meanwhile: [
    412,
    'The stored version differs from the version in `If-Match`; the response contains the stored version and the one that was sent',
  ],
  payload_too_large: [413, 'The body exceeds the size limit of the operation'],
  unsupported_media_type: [415, 'The operation does not accept this media type'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used before with a different body or query'],
  body_too_complex: [422, 'Parsing the body would take more time or memory than the service allows'],
  quota_exceeded: [
    429,
    'The write would exceed the quota of the key, the project or the database; the message states which one, and nothing was executed',
  ],
  rate_limited: [429, 'Too many requests; wait for the number of seconds in the `Retry-After` header'],
  headers_too_large: [431, 'The request headers exceed the size limit'],
  internal_error: [500, 'The service failed unexpectedly; report the `requestId` to its operator'],
  unavailable: [
    503,
    'The service is overloaded with large bodies, is shutting down, or cannot reach its database, or the disk of the database is full. With a `Retry-After` header, the request was not executed; without it, a write may have been executed',
  ],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One problem with a request. */
export interface ErrorDetail {
  /** Location of the problem, such as `body.title`, `query.limit` or `line 3: status`. */
  readonly where: string;
  readonly message: string;
}

interface HttpErrorOptions {
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly pageMessage?: string;
}

/** An error that ends a request with an error response. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Text that a page shows instead of the message. */
  readonly pageMessage: string;

  constructor(code: ErrorCode, message: string, givenOptions: HttpErrorOptions = {}) {
    super(message);
    this.code = code;
    this.details = givenOptions.details;
    this.headers = givenOptions.headers ?? {};
    this.pageMessage = givenOptions.pageMessage ?? message;
  }
}

/** Hints in messages on how to find existing resources, by kind of resource. */
const RESOURCES = {
  'context item': 'GET /api/v1/projects/{slug}/context lists the items',
  'data source': 'GET /api/v1/projects/{slug}/data-sources lists the data sources',
  'docs file': 'GET /api/v1/projects/{slug}/docs/assets lists the files',
  'docs page': 'GET /api/v1/projects/{slug}/docs/pages lists the pages',
  'docs preview': 'the plan of a pull request creates it, and it expires after 14 days',
  log: 'GET /api/v1/projects/{slug}/logs searches the logs; old logs may have been deleted',
  user: 'GET /api/v1/projects/{slug}/users lists the users',
  erasure: 'DELETE /api/v1/projects/{slug}/users/{userId} starts one',
  endpoint: 'GET /api/v1/projects/{slug}/metrics/top-endpoints lists the endpoints',
  member: 'GET /api/v1/projects/{slug}/members lists the members',
  key: 'GET /api/v1/account/keys lists the keys',
  session: 'GET /api/v1/account/sessions lists the sessions',
  invite: 'GET /api/v1/projects/{slug}/invites lists the invites',
  'MCP tool': 'GET /api/v1/projects/{slug}/mcp/tools lists the tools',
  feedback: 'GET /api/v1/projects/{slug}/feedback lists the feedback; new feedback replaces the oldest',
  'use case': 'GET /api/v1/projects/{slug}/use-cases lists the use cases',
  hint: 'GET /api/v1/projects/{slug}/recovery/hints lists the hints',
  'OpenAPI document': 'PUT /api/v1/projects/{slug}/api-description uploads it',
} as const;

/** Creates the 404 error for a resource that is not in a project to which the client has access. */
export function createNotFoundError(kind: keyof typeof RESOURCES, id?: string): HttpError {
  const name = id === undefined ? `The project has no ${kind}` : `The project has no ${kind} ${quoteText(id)}`;
  return new HttpError('not_found', `${name}: ${RESOURCES[kind]}`);
}

/**
 * Creates the 404 error for a project. The error is the same for a missing project and for a project without access, so that clients cannot find out
 * which projects exist.
 */
export function createProjectNotFoundError(): HttpError {
  const message =
    'The project in the path does not exist, or this key has no access to it: GET /api/v1/account lists the projects of the key';
  return new HttpError('not_found', message);
}

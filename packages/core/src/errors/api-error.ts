/** The kind of failure, for callers that branch; each kind has its own class. */
export type ApiErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'invalid-request'
  | 'rate-limited'
  | 'server'
  | 'redirected'
  | 'html-response'
  | 'network'
  | 'timeout'
  | 'aborted';

export interface ApiErrorDetails {
  /** `METHOD path` of the request; never contains the key or the host. */
  readonly request: string;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** `error.code` of the response, as the server wrote it. */
  readonly code?: string;
  /** The server's request ID, for its operators. */
  readonly requestId?: string;
  /** Whether the server may have executed the write although the call failed. Always false for reads. */
  readonly outcomeUnknown: boolean;
  readonly cause?: unknown;
}

/** Base class of all errors of the client. The message never contains the API key. */
export abstract class ApiError extends Error {
  abstract readonly kind: ApiErrorKind;
  readonly request: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly outcomeUnknown: boolean;

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.request = details.request;
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.outcomeUnknown = details.outcomeUnknown;
  }
}

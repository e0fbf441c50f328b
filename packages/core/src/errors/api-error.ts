/** What went wrong, for callers that branch; each kind has a class of its own. */
export type ApiErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'invalid-request'
  | 'rate-limited'
  | 'server'
  | 'redirected'
  | 'web-page'
  | 'network'
  | 'timeout'
  | 'aborted';

export interface ApiErrorDetails {
  /** `METHOD path` of the request; never holds the key or the host. */
  readonly request: string;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  /** `error.code` of the answer, as the server wrote it. */
  readonly code?: string;
  /** The server's id of the request, for its operators. */
  readonly requestId?: string;
  /** True when the server may have carried out the write although no success was seen. Always false for reads. */
  readonly mayHaveActed: boolean;
  readonly cause?: unknown;
}

/** Base of everything the client throws. The message never holds the API key. */
export abstract class ApiError extends Error {
  abstract readonly kind: ApiErrorKind;
  readonly request: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly mayHaveActed: boolean;

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.request = details.request;
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.mayHaveActed = details.mayHaveActed;
  }
}

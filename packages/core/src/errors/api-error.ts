/** The kinds of failures. Each kind has its own class. */
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
  /** Method and path of the request, in the form `METHOD path`. Never contains the key or the host. */
  readonly request: string;
  /** HTTP status; absent if there was no response. */
  readonly status?: number;
  /** `error.code` of the response, exactly as the server sent it. */
  readonly code?: string;
  /** The server's request ID, which helps the server's operators to find the request. */
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

/** The fault that a proxy applies to a request. */
export type ProxyFault =
  /** Forwards the request and returns the response. */
  | 'none'
  /** The connection breaks before the server receives the request. */
  | 'request-lost'
  /** The server executes the request, and the connection breaks before the response. */
  | 'response-lost'
  /** The server executes the request, and the response ends before its declared length. */
  | 'truncated'
  /** The server executes the request, and megabytes of spaces follow the response. */
  | 'oversized'
  | SubstituteResponse
  | NoResponseFault
  | SlowResponseFault
  | DelayedRequest
  | EndlessResponse
  | RequestHooks;

/** A response that replaces the response of the server. */
export interface SubstituteResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the server still executes the request. Default: false. */
  readonly afterPassing?: boolean;
}

/** The proxy sends no response for some milliseconds, and then closes the connection. */
export interface NoResponseFault {
  readonly silentFor: number;
  /** Whether the server executes the request. Default: false. */
  readonly afterPassing?: boolean;
}

/** The proxy forwards the request immediately, and returns the response after some milliseconds or when the promise resolves. */
export interface SlowResponseFault {
  readonly slowBy: number | Promise<void>;
}

/** The proxy forwards the request only when this promise resolves. */
export interface DelayedRequest {
  readonly delayedUntil: Promise<void>;
}

/** The proxy forwards the request and appends spaces to the response body until the client closes the connection. */
export interface EndlessResponse {
  /** `slowly`: one space every 100 ms. `endlessly`: as many spaces as the client reads. */
  readonly unending: 'slowly' | 'endlessly';
}

/** Functions that run test code at a certain moment of a request, for example to kill the client. */
export interface RequestHooks {
  /** The server receives the request only when this promise resolves, and its response is lost. */
  readonly heldUntil?: Promise<void>;
  /** Called when the server has executed the request, whose response is then lost. */
  readonly onPassed?: () => void;
  /** Called when the response has been returned. */
  readonly onResponded?: () => void;
}

/** Decides how to handle a request that has been received completely. `key` is its `Idempotency-Key`, which a retry repeats. */
export type FaultDecider = (method: string, path: string, key?: string) => ProxyFault;

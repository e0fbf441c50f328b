/** Treatment of a request by a fault proxy. */
export type ProxyFault =
  /** Forwards the request and returns the response. */
  | 'none'
  /** The connection breaks before the server has received the request. */
  | 'request-lost'
  /** The server executes the request, and the connection breaks before the response. */
  | 'response-lost'
  /** The server executes the request; the response breaks off before its declared length. */
  | 'truncated'
  /** The server executes the request; megabytes of spaces follow the response. */
  | 'oversized'
  | SubstituteResponse
  | NoResponseFault
  | SlowResponseFault
  | DelayedRequest
  | EndlessResponse
  | RequestHooks;

/** A response instead of the server's. */
export interface SubstituteResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the server still executes the request. Default: false. */
  readonly afterPassing?: boolean;
}

/** No response for some milliseconds; then the connection breaks. */
export interface NoResponseFault {
  readonly silentFor: number;
  /** Whether the server executes the request. Default: false. */
  readonly afterPassing?: boolean;
}

/** Forwarded immediately; the response follows after some milliseconds, or when the promise resolves. */
export interface SlowResponseFault {
  readonly slowBy: number | Promise<void>;
}

/** Forwarded only when this resolves, then handled as usual. */
export interface DelayedRequest {
  readonly delayedUntil: Promise<void>;
}

/** Forwarded; spaces follow the body of the response until the client closes the connection. */
export interface EndlessResponse {
  /** `slowly`: one every 100 ms; `endlessly`: as many as the client reads. */
  readonly unending: 'slowly' | 'endlessly';
}

/** Runs test code at a certain moment of a request, for example to kill the client. */
export interface RequestHooks {
  /** The server receives the request only when this resolves; its response is then lost. */
  readonly heldUntil?: Promise<void>;
  /** Called when the server has executed the request; its response is then lost. */
  readonly onPassed?: () => void;
  /** Called when the response has been returned. */
  readonly onResponded?: () => void;
}

/** Decides what to do with a request, once it has been received completely. `key` is its `Idempotency-Key`, which a retry repeats. */
export type FaultDecider = (method: string, path: string, key?: string) => ProxyFault;

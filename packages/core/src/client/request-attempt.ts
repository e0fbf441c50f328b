import ky, { isNetworkError } from 'ky';
import { ApiError } from '../errors/api-error.ts';
import { HtmlResponseError, ServerError } from '../errors/response-errors.ts';
import { type ApiResponse, isHtmlPage, parseBody } from './api-response.ts';
import { MAX_BODY_BYTES, type ReceivedBody, receiveBody } from './receive-body.ts';
import { isConnectFailure, isRejected } from './request-outcome.ts';
import { type AttemptResponse, type RequestParts, sendWrite } from './send-write.ts';

export interface AttemptInput {
  /** The `fetch` function to use. Without it, reads use the global one, and writes use `node:http`. */
  readonly fetch: typeof fetch | undefined;
  readonly url: URL;
  readonly parts: RequestParts;
  /** Method and path of the request in the form `METHOD path`, for error messages. */
  readonly request: string;
  readonly isWrite: boolean;
  readonly maxBytes: number;
  /** Timeout of the attempt in milliseconds. */
  readonly attemptTimeout: number;
  /** Time at which the whole call times out, on the clock of `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  readonly onResponse: ((response: Pick<ApiResponse, 'status' | 'headers'>) => void) | undefined;
}

/** An error for a response whose status is not a success. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly status: number;
  readonly headers: AttemptResponse['headers'];
  /** The body as parsed JSON, or as text if it is not JSON. */
  readonly body: unknown;

  constructor({ status, headers }: AttemptResponse, body: unknown) {
    super(`status ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** An error for a connection that could not be established or was closed too early. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';

  constructor(cause: unknown) {
    super('the connection failed', { cause });
  }
}

/** An error for an attempt or a whole call that timed out. */
export class AttemptTimeoutError extends Error {
  override readonly name = 'AttemptTimeoutError';
}

/**
 * Options of ky, which only sends the request. `attemptRequest` and `retry` are responsible for timeouts and retries, because they track whether the
 * server may have executed a write.
 */
const SINGLE_ATTEMPT_OPTIONS = { retry: 0, timeout: false, throwHttpErrors: false } as const;
/** Minimum time in milliseconds for reading the body of a response to a write, even if the headers arrived shortly before the call times out. */
const MIN_BODY_TIMEOUT_MS = 1_000;

/**
 * Makes one attempt to send a request.
 * @param onOutcomeUnknown called if the server may have executed a write although the attempt failed
 * @throws HttpFailure, ConnectionFailure, AttemptTimeoutError, ApiError for a body that is not an API response, the signal's reason
 */
export async function attemptRequest(input: AttemptInput, onOutcomeUnknown: () => void): Promise<ApiResponse> {
  const { isWrite, attemptTimeout, deadline } = input;
  const cancel = new AbortController();
  let isTimedOut = false;
  const endsAt = Math.min(performance.now() + attemptTimeout, deadline);
  const onTimeout = () => {
    isTimedOut = true;
    cancel.abort();
  };
  const timer = setTimeout(onTimeout, Math.max(0, endsAt - performance.now()));
  // A listener is used because `AbortSignal.any` would keep the memory of every request until the next full garbage collection.
  const onAbort = () => cancel.abort(input.signal?.reason);
  input.signal?.addEventListener('abort', onAbort, { once: true });
  if (input.signal?.aborted) onAbort();
  try {
    const response = await fetchResponse(input, cancel.signal);
    if (!response.ok) throw await createHttpFailure(response, input);
    // A write has succeeded at this point. The response body therefore has a separate timeout, and a truncated body does not affect the result.
    if (isWrite) clearTimeout(timer);
    return await readResponse(response, input, endsAt);
  } catch (error) {
    if (isWrite && !isKnownNotExecuted(error)) onOutcomeUnknown();
    const isResponse = error instanceof HttpFailure || error instanceof ApiError;
    throw isTimedOut && !isResponse ? new AttemptTimeoutError() : error;
  } finally {
    clearTimeout(timer);
    input.signal?.removeEventListener('abort', onAbort);
  }
}

/** Returns whether another attempt can succeed. @param isRepeatable whether executing the request twice is harmless */
export function isRetryableFailure(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof HttpFailure && !isRetryableStatus(error.status)) return false;
  const isFailure =
    error instanceof HttpFailure || error instanceof ConnectionFailure || error instanceof AttemptTimeoutError;
  return isFailure && (isRepeatable || isKnownNotExecuted(error));
}

function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Returns whether the server certainly did not execute the request. */
function isKnownNotExecuted(error: unknown): boolean {
  if (error instanceof HttpFailure) return isRejected(error.status, error.headers);
  return error instanceof ConnectionFailure && isConnectFailure(error.cause);
}

async function fetchResponse(input: AttemptInput, signal: AbortSignal): Promise<AttemptResponse> {
  const { url, parts, isWrite, onResponse } = input;
  let response: AttemptResponse;
  try {
    response =
      isWrite && !input.fetch
        ? await sendWrite(url, parts, signal)
        : await ky(url, { ...toRequestInit(parts), ...SINGLE_ATTEMPT_OPTIONS, fetch: input.fetch ?? fetch, signal });
  } catch (error) {
    // Only the cause of ky's error is kept, because the error itself contains the request with its headers, including the key.
    const cause = isNetworkError(error) ? error.cause : error;
    throw isNetworkError(error) || isConnectionFailure(cause) ? new ConnectionFailure(cause) : error;
  }
  onResponse?.(response);
  return response;
}

function toRequestInit({ method, headers, body }: RequestParts): RequestInit {
  return { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) };
}

/**
 * Returns whether an error is a failed connection. For a request that cannot be sent at all, `fetch` and `node:http` throw a TypeError without a
 * cause. `node:http` reports the error of the connection itself, which has a code.
 */
function isConnectionFailure(error: unknown): boolean {
  if (error instanceof TypeError) return error.cause !== undefined;
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

async function createHttpFailure(response: AttemptResponse, input: AttemptInput): Promise<HttpFailure> {
  const { attemptTimeout, deadline, signal } = input;
  const timeoutMs = Math.max(0, Math.min(attemptTimeout, deadline - performance.now()));
  const { text } = await receiveBody(response, { maxBytes: MAX_BODY_BYTES, timeoutMs, signal });
  return new HttpFailure(response, parseBody(text));
}

/** Reads the body of a response. @param endsAt time at which the body of a read must be complete, on the clock of `performance.now()` */
async function readResponse(response: AttemptResponse, input: AttemptInput, endsAt: number): Promise<ApiResponse> {
  const { isWrite, request, maxBytes, attemptTimeout, deadline, signal } = input;
  const { status, headers } = response;
  const writeTimeoutMs = Math.min(attemptTimeout, Math.max(deadline - performance.now(), MIN_BODY_TIMEOUT_MS));
  const timeoutMs = isWrite ? writeTimeoutMs : Math.max(0, endsAt - performance.now());
  const receivedBody = await receiveBody(response, { maxBytes, timeoutMs, signal });
  // A truncated response to a read has no usable content.
  if (!isWrite) assertComplete(receivedBody, request, maxBytes);
  const { text, end } = receivedBody;
  if (isHtmlPage(text)) {
    const message = `${request} returned an HTML page (${status}) instead of JSON`;
    throw new HtmlResponseError(message, { request, status, outcomeUnknown: isWrite });
  }
  const body = parseBody(text);
  // If the received part is complete JSON, the rest of the body, such as spaces, does not matter.
  const isComplete = end === 'complete' || typeof body === 'object';
  return { status, headers, body: isComplete ? body : undefined };
}

/**
 * Checks that a body is complete.
 * @throws ConnectionFailure; AttemptTimeoutError; ServerError for a body over the limit, because another attempt would have the same result
 */
function assertComplete({ end, cause }: ReceivedBody, request: string, maxBytes: number): void {
  if (end === 'broken') throw new ConnectionFailure(cause);
  if (end === 'complete') return;
  if (end === 'timeout') throw new AttemptTimeoutError();
  throw new ServerError(`${request} returned more than ${maxBytes} bytes`, { request, outcomeUnknown: false });
}

import ky, { isNetworkError } from 'ky';
import { ApiError } from '../errors/api-error.ts';
import { HtmlResponseError, ServerError } from '../errors/response-errors.ts';
import { type ApiResponse, isHtmlPage, parseBody } from './api-response.ts';
import { MAX_BODY_BYTES, type ReceivedBody, receiveBody } from './receive-body.ts';
import { isConnectFailure, isRejected } from './request-outcome.ts';

export interface AttemptInput {
  readonly fetch: typeof fetch;
  readonly url: URL;
  readonly init: RequestInit;
  /** `METHOD path`, for errors. */
  readonly request: string;
  readonly isWrite: boolean;
  readonly maxBytes: number;
  /** In milliseconds. */
  readonly attemptTimeout: number;
  /** Time at which the whole call times out, on the clock of `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  readonly onResponse: ((response: Pick<ApiResponse, 'status' | 'headers'>) => void) | undefined;
}

/** A response that is not a success. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or text. */
  readonly body: unknown;

  constructor({ status, headers }: Response, body: unknown) {
    super(`status ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The connection could not be made, or broke. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';

  constructor(cause: unknown) {
    super('the connection failed', { cause });
  }
}

/** An attempt, or the whole call, timed out. */
export class AttemptTimeoutError extends Error {
  override readonly name = 'AttemptTimeoutError';
}

/** ky sends the request; timeouts and retries are `attempt`'s and `retry`'s, which track whether the server may have executed a write. */
const SINGLE_ATTEMPT_OPTIONS = { retry: 0, timeout: false, throwHttpErrors: false } as const;
/** The body of a response to a write is read for at least this long, even if the headers came at the end of the call's time. */
const MIN_BODY_TIMEOUT_MS = 1_000;

/**
 * Sends a request once.
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
  // `AbortSignal.any` would keep the memory of every request until the next full garbage collection.
  const onAbort = () => cancel.abort(input.signal?.reason);
  input.signal?.addEventListener('abort', onAbort, { once: true });
  if (input.signal?.aborted) onAbort();
  try {
    const response = await fetchResponse(input, cancel.signal);
    if (!response.ok) throw await httpFailureOf(response, input);
    // A write has succeeded by now: its body is received on a timeout of its own, and a truncated one changes nothing about that.
    if (isWrite) clearTimeout(timer);
    return await responseOf(response, input, endsAt);
  } catch (error) {
    if (isWrite && !isKnownNotExecuted(error)) onOutcomeUnknown();
    const isResponse = error instanceof HttpFailure || error instanceof ApiError;
    throw isTimedOut && !isResponse ? new AttemptTimeoutError() : error;
  } finally {
    clearTimeout(timer);
    input.signal?.removeEventListener('abort', onAbort);
  }
}

/** Whether another attempt can succeed. @param isRepeatable whether executing the request twice is harmless */
export function isRetryableFailure(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof HttpFailure && !isRetryableStatus(error.status)) return false;
  const isFailure =
    error instanceof HttpFailure || error instanceof ConnectionFailure || error instanceof AttemptTimeoutError;
  return isFailure && (isRepeatable || isKnownNotExecuted(error));
}

function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Whether the server surely did not execute the request. */
function isKnownNotExecuted(error: unknown): boolean {
  if (error instanceof HttpFailure) return isRejected(error.status, error.headers);
  return error instanceof ConnectionFailure && isConnectFailure(error.cause);
}

async function fetchResponse({ fetch, url, init, onResponse }: AttemptInput, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await ky(url, { ...init, ...SINGLE_ATTEMPT_OPTIONS, fetch, signal });
  } catch (error) {
    // ky's own error contains the request with its headers, the key among them: only its cause is kept.
    const cause = isNetworkError(error) ? error.cause : error;
    throw isNetworkError(error) || isConnectionFailure(cause) ? new ConnectionFailure(cause) : error;
  }
  onResponse?.(response);
  return response;
}

/** `fetch` throws a TypeError without a cause for a request that cannot be sent at all. */
function isConnectionFailure(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

async function httpFailureOf(response: Response, input: AttemptInput): Promise<HttpFailure> {
  const { attemptTimeout, deadline, signal } = input;
  const timeoutMs = Math.max(0, Math.min(attemptTimeout, deadline - performance.now()));
  const { text } = await receiveBody(response, { maxBytes: MAX_BODY_BYTES, timeoutMs, signal });
  return new HttpFailure(response, parseBody(text));
}

/** @param endsAt when the body of a read must be complete, on the clock of `performance.now()` */
async function responseOf(response: Response, input: AttemptInput, endsAt: number): Promise<ApiResponse> {
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
  // Complete JSON stays complete whatever else would have come, such as spaces.
  const isComplete = end === 'complete' || typeof body === 'object';
  return { status, headers, body: isComplete ? body : undefined };
}

/** @throws ConnectionFailure; AttemptTimeoutError; ServerError for a body over the limit, which another attempt would not change */
function assertComplete({ end, cause }: ReceivedBody, request: string, maxBytes: number): void {
  if (end === 'broken') throw new ConnectionFailure(cause);
  if (end === 'complete') return;
  if (end === 'timeout') throw new AttemptTimeoutError();
  throw new ServerError(`${request} returned more than ${maxBytes} bytes`, { request, outcomeUnknown: false });
}

import { ApiError } from '../errors/api-error.ts';
import { AbortedError, TimeoutError } from '../errors/connection-errors.ts';
import { computeBackoffMs, getRequestedDelayMs, retry } from '../retry.ts';
import type { ApiResponse } from './api-response.ts';
import { MAX_BODY_BYTES } from './receive-body.ts';
import {
  type AttemptInput,
  AttemptTimeoutError,
  attemptRequest,
  HttpFailure,
  isRetryableFailure,
} from './request-attempt.ts';
import type { RequestParts } from './send-write.ts';
import { toApiError } from './to-api-error.ts';

export interface TransportOptions {
  /** Base URL of all paths, in the form that `parseBaseUrl` returns. */
  readonly baseUrl: URL;
  /** Personal API key, which is sent as a bearer credential only to `baseUrl`. */
  readonly apiKey: string;
  /** Timeout of one attempt in milliseconds. Default: 30,000. */
  readonly attemptTimeout?: number;
  /** Timeout of one call with all its attempts and waits, in milliseconds. Default: 120,000. */
  readonly totalTimeout?: number;
  /** Maximum number of attempts after the first one. Default: 4. */
  readonly retries?: number;
  /** Maximum wait in milliseconds that a response can request. Default: 30,000. */
  readonly maxRetryAfter?: number;
  /** Value of the User-Agent header. */
  readonly userAgent?: string;
  /** Called with the response to every attempt, including attempts that are retried. The concurrency limiter uses it. */
  readonly onResponse?: (response: Pick<ApiResponse, 'status' | 'headers'>) => void;
  /** The `fetch` function to use. Default: the global one for reads, and `node:http` for writes. */
  readonly fetch?: typeof fetch;
}

/** A body with its media type. */
export interface RequestContent {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding?: 'gzip';
}

export interface ApiRequest {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Path segments below the base URL, before encoding. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly json?: unknown;
  /** A body that is not JSON. */
  readonly content?: RequestContent;
  /** Additional headers, such as `if-match`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The Idempotency-Key, which is the same for all attempts at one logical write. A server that honors the key executes the write only once. */
  readonly idempotencyKey?: string;
  /** Whether it is known that repeating the write is harmless. Reads can always be repeated. Default: false. */
  readonly repeatable?: boolean;
  /** Maximum size of the body of a successful response in bytes. Default: 1 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export type Transport = (call: ApiRequest) => Promise<ApiResponse>;

const BACKOFF = { firstMs: 500, maxMs: 10_000 };
const DEFAULT_RETRIES = 4;
const DEFAULT_MAX_RETRY_AFTER_MS = 30_000;

/**
 * Creates a function that sends requests with the key to one origin. It retries with backoff and jitter, honors Retry-After up to a limit, and does
 * not follow redirects. A write that must not be repeated is retried only if the server certainly did not execute the previous attempt.
 */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, apiKey, attemptTimeout = 30_000, totalTimeout = 120_000 } = options;
  const { retries = DEFAULT_RETRIES, maxRetryAfter = DEFAULT_MAX_RETRY_AFTER_MS } = options;
  return async (call) => {
    const request = `${call.method.toUpperCase()} /${call.path.join('/')}`;
    const isWrite = call.method !== 'get';
    if (call.signal?.aborted) throw new AbortedError(`${request} was not sent`, { request, outcomeUnknown: false });

    const deadline = performance.now() + totalTimeout;
    const input: AttemptInput = {
      fetch: options.fetch,
      url: getUrl(baseUrl, call),
      parts: createRequestParts(options, call),
      request,
      isWrite,
      maxBytes: call.maxBytes ?? MAX_BODY_BYTES,
      attemptTimeout,
      deadline,
      signal: call.signal,
      onResponse: options.onResponse,
    };
    let outcomeUnknown = false;
    let lastFailure: unknown;
    const onOutcomeUnknown = () => {
      outcomeUnknown = true;
    };
    try {
      return await retry(() => attemptRequest(input, onOutcomeUnknown), {
        maxAttempts: retries + 1,
        isRetryable: (error) =>
          !call.signal?.aborted && isRetryableFailure(error, !isWrite || call.repeatable === true),
        delayMs: (error, number) => {
          lastFailure = error;
          return retryDelayMs(error, number, maxRetryAfter);
        },
        sleep: (milliseconds) => sleepWithin(milliseconds, deadline, call.signal),
      });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (call.signal?.aborted) throw new AbortedError(`${request} was canceled`, { request, outcomeUnknown });
      // If the call timed out because the server requested a wait, the server's response explains the failure.
      const isWaiting = error instanceof WaitTimeoutError && lastFailure instanceof HttpFailure;
      if (isWaiting) throw toApiError(lastFailure, { request, outcomeUnknown, apiKey });
      if (error instanceof AttemptTimeoutError)
        throw new TimeoutError(`${request} timed out`, { request, outcomeUnknown });
      throw toApiError(error, { request, outcomeUnknown, apiKey });
    }
  };
}

/** An error for a call that timed out while it waited for its next attempt. */
class WaitTimeoutError extends AttemptTimeoutError {}

function retryDelayMs(error: unknown, attemptNumber: number, maxRetryAfter: number): number {
  const isLimited = error instanceof HttpFailure && error.status === 429;
  const requestedMs = error instanceof HttpFailure ? getRequestedDelayMs(error.headers, { isLimited }) : undefined;
  return requestedMs === undefined ? computeBackoffMs(attemptNumber, BACKOFF) : Math.min(requestedMs, maxRetryAfter);
}

/**
 * Waits for some milliseconds.
 * @throws WaitTimeoutError at the deadline if the wait would last longer; the reason of the signal if it is aborted
 */
async function sleepWithin(milliseconds: number, deadline: number, signal: AbortSignal | undefined): Promise<void> {
  const remainingMs = deadline - performance.now();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort);
        if (milliseconds >= remainingMs) reject(new WaitTimeoutError());
        else resolve();
      },
      Math.max(0, Math.min(milliseconds, remainingMs)),
    );
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

function getUrl(baseUrl: URL, call: ApiRequest): URL {
  for (const segment of call.path) {
    // A URL parser resolves these segments, even in encoded form, so the request would be sent to another resource.
    if (segment === '' || segment === '.' || segment === '..') {
      throw new TypeError(`"${segment}" cannot be part of the path of a request`);
    }
  }
  const url = new URL(call.path.map(encodeURIComponent).join('/'), baseUrl);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function createRequestParts({ apiKey, userAgent }: TransportOptions, call: ApiRequest): RequestParts {
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${apiKey}`,
    ...call.headers,
  };
  if (userAgent) headers['user-agent'] = userAgent;
  if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey;
  const method = call.method.toUpperCase();
  if (call.content) {
    const { mediaType, encoding, bytes } = call.content;
    headers['content-type'] = mediaType;
    if (encoding) headers['content-encoding'] = encoding;
    return { method, headers, body: bytes };
  }
  if (call.json === undefined) return { method, headers, body: undefined };
  headers['content-type'] = 'application/json';
  return { method, headers, body: JSON.stringify(call.json) };
}

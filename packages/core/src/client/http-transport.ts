import { ApiError } from '../errors/api-error.ts';
import { AbortedError, TimeoutError } from '../errors/connection-errors.ts';
import { backoffMs, requestedDelayMs, retry } from '../retry.ts';
import type { ApiResponse } from './api-response.ts';
import { MAX_BODY_BYTES } from './receive-body.ts';
import {
  type AttemptInput,
  AttemptTimeoutError,
  attemptRequest,
  HttpFailure,
  isRetryableFailure,
} from './request-attempt.ts';
import { toApiError } from './to-api-error.ts';

export interface TransportOptions {
  /** Address all paths are under, as `parseBaseUrl` gives it. */
  readonly baseUrl: URL;
  /** Personal API key; sent as a bearer credential to `baseUrl` only. */
  readonly apiKey: string;
  /** Timeout of one attempt, in milliseconds. Default 30,000. */
  readonly attemptTimeout?: number;
  /** Timeout of one call with all its attempts and waits, in milliseconds. Default 120,000. */
  readonly totalTimeout?: number;
  /** Attempts after the first. Default 4. */
  readonly retries?: number;
  /** Maximum wait that a response can request, in milliseconds. Default 30,000. */
  readonly maxRetryAfter?: number;
  /** Value of the User-Agent header. */
  readonly userAgent?: string;
  /** Called with the response to every attempt, also of those that are retried; for limiting the rate of requests. */
  readonly onResponse?: (response: Pick<ApiResponse, 'status' | 'headers'>) => void;
  /** The fetch to use. Default the platform's. */
  readonly fetch?: typeof fetch;
}

export interface ApiRequest {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Path segments under the base URL, not yet encoded. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly json?: unknown;
  /** The same for every attempt of the same logical write; a server that honors it executes the write once. */
  readonly idempotencyKey?: string;
  /** Whether repeating the write is known to be harmless; reads always are. Default false. */
  readonly repeatable?: boolean;
  /** Maximum size of the body of a successful response, in bytes. Default 1 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export type Transport = (call: ApiRequest) => Promise<ApiResponse>;

const BACKOFF = { firstMs: 500, maxMs: 10_000 };
const DEFAULT_RETRIES = 4;
const DEFAULT_MAX_RETRY_AFTER_MS = 30_000;

/**
 * Sends requests with the key to one origin: retries with backoff and jitter, honors Retry-After up to a limit, and follows no redirect.
 * A write that must not be repeated is retried only after an attempt that the server surely did not execute.
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
      fetch: options.fetch ?? fetch,
      url: urlOf(baseUrl, call),
      init: initOf(options, call),
      request,
      isWrite,
      maxBytes: call.maxBytes ?? MAX_BODY_BYTES,
      attemptTimeout,
      deadline,
      signal: call.signal,
      onResponse: options.onResponse,
    };
    let outcomeUnknown = false;
    const onOutcomeUnknown = () => {
      outcomeUnknown = true;
    };
    try {
      return await retry(() => attemptRequest(input, onOutcomeUnknown), {
        maxAttempts: retries + 1,
        isRetryable: (error) =>
          !call.signal?.aborted && isRetryableFailure(error, !isWrite || call.repeatable === true),
        delayMs: (error, number) => retryDelayMs(error, number, maxRetryAfter),
        sleep: (milliseconds) => sleepWithin(milliseconds, deadline, call.signal),
      });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (call.signal?.aborted) throw new AbortedError(`${request} was canceled`, { request, outcomeUnknown });
      if (error instanceof AttemptTimeoutError)
        throw new TimeoutError(`${request} timed out`, { request, outcomeUnknown });
      throw toApiError(error, { request, outcomeUnknown, apiKey });
    }
  };
}

function retryDelayMs(error: unknown, attemptNumber: number, maxRetryAfter: number): number {
  const isLimited = error instanceof HttpFailure && error.status === 429;
  const requestedMs = error instanceof HttpFailure ? requestedDelayMs(error.headers, { isLimited }) : undefined;
  return requestedMs === undefined ? backoffMs(attemptNumber, BACKOFF) : Math.min(requestedMs, maxRetryAfter);
}

/** @throws AttemptTimeoutError at the deadline if the wait would last longer; the reason of the signal when it is aborted */
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
        if (milliseconds >= remainingMs) reject(new AttemptTimeoutError());
        else resolve();
      },
      Math.max(0, Math.min(milliseconds, remainingMs)),
    );
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

function urlOf(baseUrl: URL, call: ApiRequest): URL {
  for (const segment of call.path) {
    // A URL parser resolves these, also encoded, and the request would go to another resource.
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

function initOf({ apiKey, userAgent }: TransportOptions, call: ApiRequest): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${apiKey}` };
  if (userAgent) headers['user-agent'] = userAgent;
  if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey;
  const init: RequestInit = { method: call.method.toUpperCase(), headers, redirect: 'manual' };
  if (call.json === undefined) return init;
  headers['content-type'] = 'application/json';
  return { ...init, body: JSON.stringify(call.json) };
}

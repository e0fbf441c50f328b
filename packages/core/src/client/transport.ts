import ky, { type HTTPError, isHTTPError, isNetworkError, isTimeoutError, type Options } from 'ky';
import { ServerError, WebPageError } from '../errors/answered.ts';
import { ApiError } from '../errors/api-error.ts';
import { classify } from '../errors/classify.ts';
import { AbortedError, NetworkError, TimeoutError } from '../errors/unanswered.ts';
import { truncate } from '../text.ts';
import { neverSent, saysNotDone } from './delivery.ts';
import { type Answer, isWebPage, looseBody, looseText } from './loose-answer.ts';
import { BODY_LIMIT, type ReceivedBody, receiveBody } from './receive-body.ts';
import { withoutSecrets } from './secret-forms.ts';

export interface TransportOptions {
  /** Address all paths are under, as `parseBaseUrl` gives it. */
  readonly baseUrl: URL;
  /** Personal API key; sent as a bearer credential to `baseUrl` alone. */
  readonly apiKey: string;
  /** Time for one attempt, in milliseconds. Default 30,000. */
  readonly attemptTimeout?: number;
  /** Time for one call with all its attempts and waits, in milliseconds. Default 120,000. */
  readonly totalTimeout?: number;
  /** Attempts after the first. Default 4. */
  readonly retries?: number;
  /** Longest wait taken from a Retry-After header, in milliseconds. Default 30,000. */
  readonly maxRetryAfter?: number;
  /** Value of the User-Agent header. */
  readonly userAgent?: string;
  /** Told of the answer to every attempt, also of those that are repeated; for keeping pace with the service. */
  readonly onAnswer?: (answer: Pick<Answer, 'status' | 'headers'>) => void;
  /** The fetch to use. Default the platform's. */
  readonly fetch?: typeof fetch;
}

export interface Call {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Path segments under the base URL, not yet encoded. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly json?: unknown;
  /** The same for every attempt of the same logical write; a server that honours it carries the write out once. */
  readonly idempotencyKey?: string;
  /** Whether repeating the write is known to be harmless; reads always are. Default false. */
  readonly repeatable?: boolean;
  /** Most bytes that the body of a successful response may have. Default 1 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export type Transport = (call: Call) => Promise<Answer>;

/** Statuses after which an attempt is repeated, if it may be repeated at all. */
const RETRIED = [408, 429, ...Array.from({ length: 100 }, (_, at) => 500 + at)];
const FIRST_BACKOFF = 500;
const BACKOFF_LIMIT = 10_000;
const MESSAGE_LIMIT = 500;
/** A body gets so long even where the headers came at the end of the call's time. */
const SHORTEST_BODY_TIMEOUT_MS = 1_000;

/**
 * Sends requests with the key to one origin: retries with full jitter, Retry-After up to a bound, a time budget, no redirect followed.
 * What may not be repeated is repeated only after an attempt that surely was not carried out.
 */
export function createTransport(options: TransportOptions): Transport {
  const platformFetch = options.fetch ?? fetch;
  const { attemptTimeout = 30_000, totalTimeout = 120_000 } = options;
  return async (call) => {
    const request = `${call.method.toUpperCase()} /${call.path.join('/')}`;
    const isWrite = call.method !== 'get';
    const repeatable = !isWrite || call.repeatable === true;
    if (call.signal?.aborted) throw new AbortedError(`${request} was not sent`, { request, mayHaveActed: false });

    const { maxBytes = BODY_LIMIT } = call;
    const ends = performance.now() + totalTimeout;
    let mayHaveActed = false;
    let received: ReceivedBody | undefined;
    const trackedFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const before = mayHaveActed;
      mayHaveActed = isWrite;
      try {
        const response = await platformFetch(input, init);
        options.onAnswer?.(response);
        if (saysNotDone(response.status, response.headers)) mayHaveActed = before;
        // An incomplete response to a read says nothing, so the read fails as an attempt, within the attempt's time.
        if (!isWrite && response.ok) received = wholeBody(await receiveBody(response, { maxBytes }), request, maxBytes);
        return response;
      } catch (error) {
        if (neverSent(error)) mayHaveActed = before;
        throw error;
      }
    };

    const settings: Options = {
      method: call.method,
      headers: headersOf(options, call),
      redirect: 'manual',
      fetch: trackedFetch,
      timeout: attemptTimeout,
      totalTimeout,
      retry: {
        limit: options.retries ?? 4,
        methods: [call.method],
        statusCodes: RETRIED,
        afterStatusCodes: RETRIED,
        maxRetryAfter: options.maxRetryAfter ?? 30_000,
        delay: (attempt) => FIRST_BACKOFF * 2 ** (attempt - 1),
        backoffLimit: BACKOFF_LIMIT,
        jitter: true,
        retryOnTimeout: repeatable,
        shouldRetry: ({ error }) => (repeatable || surelyNotDone(error) ? undefined : false),
      },
    };
    if (call.json !== undefined) settings.json = call.json;
    if (call.signal) settings.signal = call.signal;

    let response: Response;
    try {
      response = await ky(urlOf(options.baseUrl, call), settings);
    } catch (error) {
      throw toApiError(error, {
        request,
        mayHaveActed,
        apiKey: options.apiKey,
        aborted: call.signal?.aborted === true,
      });
    }
    // From here on a write has succeeded; a body that is cut short changes nothing about that. A gate that asks to sign in says the same.
    const timeoutMs = Math.min(attemptTimeout, Math.max(ends - performance.now(), SHORTEST_BODY_TIMEOUT_MS));
    const { text, end } = received ?? (await receiveBody(response, { maxBytes, timeoutMs }));
    if (isWebPage(text)) {
      const message = `${request} was answered with a web page (${response.status}), which is not the API's word`;
      throw new WebPageError(message, { request, status: response.status, mayHaveActed: isWrite });
    }
    const body = looseBody(text);
    // JSON that is complete stays so whatever else would have come, such as spaces.
    const isComplete = end === 'whole' || typeof body === 'object';
    return { status: response.status, headers: response.headers, body: isComplete ? body : undefined };
  };
}

function urlOf(baseUrl: URL, call: Call): URL {
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

function headersOf(options: TransportOptions, call: Call): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${options.apiKey}`,
  };
  if (options.userAgent) headers['user-agent'] = options.userAgent;
  if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey;
  return headers;
}

function surelyNotDone(error: unknown): boolean {
  if (isHTTPError(error)) return saysNotDone(error.response.status, error.response.headers);
  return neverSent(error);
}

/** @throws the connection's failure; ServerError for a body over the bound, which sending the request again would not change */
function wholeBody(received: ReceivedBody, request: string, maxBytes: number): ReceivedBody {
  if (received.end === 'broken') throw received.cause;
  if (received.end === 'whole') return received;
  throw new ServerError(`${request} was answered with more than ${maxBytes} bytes`, { request, mayHaveActed: false });
}

interface Circumstances {
  readonly request: string;
  readonly mayHaveActed: boolean;
  readonly apiKey: string;
  readonly aborted: boolean;
}

function toApiError(error: unknown, { request, mayHaveActed, apiKey, aborted }: Circumstances): ApiError {
  if (error instanceof ApiError) return error;
  if (isHTTPError(error)) return answeredError(error, request, mayHaveActed, apiKey);
  if (aborted) return new AbortedError(`${request} was cancelled`, { request, mayHaveActed });
  if (isTimeoutError(error)) {
    return new TimeoutError(`${request} got no answer in time`, { request, mayHaveActed });
  }
  // ky's own error holds the request with its headers, the key among them; only what lies below it is kept.
  const cause = isNetworkError(error) ? error.cause : error;
  if (isNetworkError(error) || isConnectionFailure(cause)) {
    return new NetworkError(`${request} failed: ${rootMessage(cause)}`, { request, mayHaveActed, cause });
  }
  throw error;
}

function isConnectionFailure(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

function rootMessage(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) cause = cause.errors[0];
  if (!(cause instanceof Error)) return 'the connection broke';
  return cause.message || (cause as Error & { code?: string }).code || cause.name;
}

function answeredError(error: HTTPError, request: string, mayHaveActed: boolean, apiKey: string): ApiError {
  const { status, headers } = error.response;
  const data = typeof error.data === 'string' ? looseBody(error.data) : error.data;
  const body = (data as { error?: unknown } | undefined)?.error;
  const code = looseText(body, 'code');
  const requestId = headers.get('x-request-id') ?? looseText(body, 'requestId') ?? looseText(data, 'requestId');
  const said = looseText(body, 'message');
  const location = headers.get('location');
  const what = said ? `: ${said}` : status < 400 && location ? `: redirect to ${originOf(location)}` : '';
  const message = clean(`${request} was answered with ${status}${code ? ` ${code}` : ''}${what}`, apiKey);
  return new (classify(status, code))(message, {
    request,
    status,
    mayHaveActed,
    ...(code === undefined ? {} : { code: clean(code, apiKey) }),
    ...(requestId ? { requestId: clean(requestId, apiKey) } : {}),
  });
}

function originOf(location: string): string {
  return URL.canParse(location) ? new URL(location).origin : 'another path';
}

/** A server's words, made fit to print: one line, bounded, without the key in any form that it takes on the way. */
function clean(text: string, apiKey: string): string {
  const line = withoutSecrets(text, [apiKey])
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return truncate(line, MESSAGE_LIMIT);
}

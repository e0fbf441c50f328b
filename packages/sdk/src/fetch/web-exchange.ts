import { MAX_EXTENDED_LENGTH } from '@context-sync/core/recovery';
import type { CaptureClient } from '../client/capture-client.ts';
import { deliverHint, type EditableHead } from '../hints/extend-response.ts';
import { BodyCollector, isJsonType, isTextual } from '../log/body-collector.ts';
import { type HintDelivery, truncateUser } from '../log/captured-log.ts';
import { parseTraceId } from '../log/trace-id.ts';
import { observeRequestBody } from './observe-request.ts';
import { createPassThroughBody } from './pass-through.ts';
import { readAhead } from './read-ahead.ts';

/** Facts about a request that only the framework provides, such as its route. */
export interface WebRequestLookup {
  readonly route: () => string | undefined;
  readonly user: (response: Response | undefined) => string | undefined;
  /** Called when the log has been queued, or when the request is not captured. */
  readonly onRecorded?: () => void;
}

/** Requests whose responses may already contain a hint from an earlier client. */
const hintedRequests = new WeakSet<Request>();
const MAX_URL_LENGTH = 8_192;

/** Observes one request and its response in runtimes that use `Request` and `Response`. */
export class WebExchange {
  readonly #client: CaptureClient;
  readonly #request: Request;
  readonly #lookup: WebRequestLookup;
  readonly #startedAt = Date.now();
  readonly #start = performance.now();
  #requestBody: BodyCollector | undefined;
  #responseBody: BodyCollector | undefined;
  #errorCode: string | undefined;
  #delivery: HintDelivery | undefined;
  #isRecorded = false;

  constructor(client: CaptureClient, request: Request, lookup: WebRequestLookup) {
    this.#client = client;
    this.#request = request;
    this.#lookup = lookup;
  }

  /** Observes the body of the request if it is captured. */
  observeRequest(): void {
    const { headers } = this.#request;
    const type = headers.get('content-type') ?? undefined;
    if (this.#client.settings.bodies === 'none' || type === undefined || this.#request.body === null) return;
    if (!isTextual(type, headers.get('content-encoding') ?? undefined)) return;
    const body = new BodyCollector(type);
    this.#requestBody = body;
    observeRequestBody(this.#request, body, (action) => this.#guard(action));
  }

  /** Returns the response to send to the user. This is the original response unless its body is captured or a hint is added. */
  async observeResponse(response: Response): Promise<Response> {
    const { status, body } = response;
    // For an upgrade, or a network error that a proxy passes on, there is no body to capture.
    if (status < 200 || response.bodyUsed) return this.#recordedNow(response);
    const isError = status >= 400 && status <= 599;
    const hintedResponse = isError && this.#mayAddHint() ? await this.#withHint(response) : response;
    const type = hintedResponse.headers.get('content-type') ?? undefined;
    const encoding = hintedResponse.headers.get('content-encoding') ?? undefined;
    const wantsBody = isError || this.#client.settings.bodies === 'all';
    if (
      body === null ||
      hintedResponse.body === null ||
      !wantsBody ||
      type === undefined ||
      !isTextual(type, encoding)
    ) {
      return this.#recordedNow(hintedResponse);
    }
    this.#responseBody = new BodyCollector(type);
    const source = hintedResponse.body;
    const stream = createPassThroughBody(() => source, {
      onChunk: (chunk) => this.#guard(() => this.#responseBody?.add(chunk)),
      onEnd: (complete) => this.#guard(() => this.#record(hintedResponse, !complete)),
    });
    return new Response(stream, hintedResponse);
  }

  /** Queues the log of a request whose handler failed. Some frameworks throw a response and send its status. */
  onFailure(error: unknown): void {
    this.#record(error instanceof Response ? error : undefined, true);
  }

  /** Returns whether this is the first client that can add a hint to the response. All further clients capture the response with the hint. */
  #mayAddHint(): boolean {
    if (!this.#client.settings.hints || hintedRequests.has(this.#request)) return false;
    hintedRequests.add(this.#request);
    return this.#client.hasHints;
  }

  #recordedNow(response: Response): Response {
    this.#record(response, false);
    return response;
  }

  async #withHint(response: Response): Promise<Response> {
    const type = response.headers.get('content-type') ?? '';
    const isReadable = isJsonType(type) && isTextual(type, response.headers.get('content-encoding') ?? undefined);
    const readAheadBody =
      isReadable && response.body !== null ? await readAhead(response.body, MAX_EXTENDED_LENGTH) : undefined;
    const text = readAheadBody?.isWhole === true ? decodeStrictly(readAheadBody.chunks) : undefined;
    this.#errorCode = this.#client.errorCode(text);
    const headers = new Headers(response.headers);
    const extendedText = this.#deliver(response, createHeaderEditor(headers), text);
    if (readAheadBody === undefined && this.#delivery === undefined) return response;
    const { status, statusText } = response;
    return new Response(extendedText ?? readAheadBody?.stream() ?? response.body, { status, statusText, headers });
  }

  /** Adds the headers of the hint. @returns the extended body to send instead; undefined if the body does not change */
  #deliver(response: Response, head: EditableHead, body: string | undefined): string | undefined {
    const { method, headers, url } = this.#request;
    const route = this.#lookup.route();
    const { status } = response;
    const facts = { method, path: new URL(url).pathname, route, status, errorCode: this.#errorCode, body };
    const userAgent = headers.get('user-agent') ?? undefined;
    const getCaller = () =>
      truncateUser(this.#lookup.user(response)) ??
      headers.get('authorization') ??
      headers.get('x-api-key') ??
      String(userAgent);
    const decision = this.#client.decideHint(facts, userAgent, getCaller);
    if (decision === undefined) return undefined;
    const { signatureHeaders } = this.#client.settings;
    const { extendedBody, delivery } = deliverHint(head, body, decision, {
      signatureHeaders,
      isHead: method === 'HEAD',
      isLengthAdded: true,
    });
    this.#delivery = delivery;
    return extendedBody;
  }

  #record(response: Response | undefined, aborted: boolean): void {
    if (this.#isRecorded) return;
    this.#isRecorded = true;
    const { settings } = this.#client;
    const { headers, method, url } = this.#request;
    // Runtimes send 500 if the handler fails, and for `Response.error()`, whose status is 0.
    const status = response === undefined || response.status === 0 ? 500 : response.status;
    const sendsBodies = settings.bodies === 'all' || (settings.bodies === 'errors' && status >= 400);
    const responseBody = this.#responseBody?.finish();
    if (status >= 400 && responseBody?.isJson === true) this.#errorCode ??= this.#client.errorCode(responseBody.text);
    this.#client.record({
      status,
      method,
      url: this.#getUrl(url).slice(0, MAX_URL_LENGTH),
      user: this.#lookup.user(response),
      startedAt: this.#startedAt,
      durationMs: performance.now() - this.#start,
      route: this.#lookup.route(),
      userAgent: headers.get('user-agent') ?? undefined,
      errorCode: this.#errorCode,
      traceId: parseTraceId(headers.get('traceparent')),
      requestHeaders: pickHeaderValues(headers, settings.headers),
      responseHeaders: response === undefined ? undefined : pickHeaderValues(response.headers, settings.headers),
      requestBody: sendsBodies ? this.#requestBody?.finish() : undefined,
      responseBody: sendsBodies ? responseBody : undefined,
      aborted,
      delivery: this.#delivery,
    });
    this.#lookup.onRecorded?.();
  }

  /** Returns the URL with the origin that a trusted proxy has forwarded. */
  #getUrl(url: string): string {
    const { headers } = this.#request;
    const origin = this.#client.settings.findOrigin?.((name) => headers.get(name) ?? undefined, undefined);
    const { protocol, host } = origin ?? {};
    if (protocol === undefined && host === undefined) return url;
    const { protocol: ownProtocol, host: ownHost, pathname, search } = new URL(url);
    return `${protocol ?? ownProtocol.slice(0, -1)}://${host ?? ownHost}${pathname}${search}`;
  }

  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#client.reportInternal(error);
    }
  }
}

function createHeaderEditor(headers: Headers): EditableHead {
  return {
    get: (name) => headers.get(name) ?? undefined,
    names: () => [...headers.keys()],
    set(name, value) {
      const values = typeof value === 'string' ? [value] : value;
      headers.delete(name);
      for (const headerValue of values) headers.append(name, headerValue);
    },
    remove: (name) => headers.delete(name),
  };
}

function pickHeaderValues(headers: Headers, names: ReadonlySet<string>): Record<string, string> | undefined {
  const pickedHeaders = [...headers].filter(([name]) => names.has(name));
  return pickedHeaders.length === 0 ? undefined : Object.fromEntries(pickedHeaders);
}

function decodeStrictly(chunks: readonly Uint8Array[]): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  } catch {
    return undefined;
  }
}

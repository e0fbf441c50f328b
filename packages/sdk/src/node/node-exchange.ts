import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CaptureClient } from '../client/capture-client.ts';
import { deliverHint, type EditableHead } from '../hints/extend-response.ts';
import { BodyCollector, isJsonType, isTextual } from '../log/body-collector.ts';
import { type HintDelivery, truncateUser } from '../log/captured-log.ts';
import { parseTraceId } from '../log/trace-id.ts';
import { HeldHead, UnsentHead, type WriteHead } from './held-head.ts';
import {
  canHaveBody,
  getOrigin,
  getPath,
  getTarget,
  getUrl,
  identifyAnonymousCaller,
  type NodeRequestLookup,
  pickHeaders,
} from './request-facts.ts';
import { getResponseHeader, type HeadHeaders, parseHeadArguments, pickResponseHeaders } from './response-head.ts';

/** Status of a request whose client disconnected before the response. Proxies log the same status. */
const CLIENT_CLOSED_REQUEST = 499;

/** Observes one request and its response. The functions that replace the methods of the response call the methods of this class. */
export class NodeExchange {
  readonly #client: CaptureClient;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #lookup: NodeRequestLookup;
  readonly #addsHints: boolean;
  readonly #target: string;
  readonly #startedAt = Date.now();
  readonly #start = performance.now();
  #end: number | undefined;
  #requestBody: BodyCollector | undefined;
  #responseBody: BodyCollector | undefined;
  #hasStarted = false;
  #headHeaders: HeadHeaders | undefined;
  #held: HeldHead | undefined;
  #errorCode: string | undefined;
  #delivery: HintDelivery | undefined;

  /** @param addsHints whether hints may be added to error responses; otherwise, they are only captured */
  constructor(
    client: CaptureClient,
    req: IncomingMessage,
    res: ServerResponse,
    lookup: NodeRequestLookup,
    addsHints: boolean,
  ) {
    this.#client = client;
    this.#req = req;
    this.#res = res;
    this.#lookup = lookup;
    this.#addsHints = addsHints;
    this.#target = getTarget(req);
    const { headers } = req;
    const type = headers['content-type'];
    const wantsBody = client.settings.bodies !== 'none' && type !== undefined && canHaveBody(req.method ?? 'GET');
    if (wantsBody && isTextual(type, headers['content-encoding'])) {
      this.#requestBody = new BodyCollector(type);
    }
  }

  get wantsRequestBody(): boolean {
    return this.#requestBody !== undefined;
  }

  onRequestChunk(chunk: unknown): void {
    // The chunk does not have to be copied, because Node reads each part of a request into separate memory.
    this.#requestBody?.add(chunk, true);
  }

  /** Called when the application writes the head. @returns whether the head is delayed and must not be written yet */
  onWriteHead(args: readonly unknown[], writeHead: WriteHead): boolean {
    this.releaseHead();
    const { status, headers } = parseHeadArguments(args);
    this.#headHeaders = headers;
    if (status < 400 || status > 599 || !this.#hasHints) return false;
    this.#held = HeldHead.hold(this.#res, writeHead, args);
    return this.#held !== undefined;
  }

  /** Called before the first part of a streamed body is written. */
  onWrite(chunk: unknown): void {
    if (this.#end !== undefined) return;
    if (!this.#hasStarted) this.#begin();
    this.onFlushHead();
    this.#responseBody?.add(chunk);
  }

  /** Called before the head of a response without a body is sent. */
  onFlushHead(): void {
    if (this.#held !== undefined || (this.#isError && !this.#res.headersSent)) this.#addHint(undefined);
  }

  /**
   * Called before the response ends.
   * @param chunk the only chunk of the body, if there is one
   * @returns the extended body to send instead of the chunk; undefined if it does not change
   */
  onEnd(chunk: unknown, encoding: unknown): string | Uint8Array | undefined {
    const isWhole = !this.#hasStarted;
    this.#end = performance.now();
    if (isWhole) this.#begin();
    let extendedBody: string | Uint8Array | undefined;
    if (isWhole && this.#isError) {
      const body = this.#wholeBody(chunk, encoding);
      this.#errorCode = this.#client.errorCode(body);
      extendedBody = this.#addHint(body, chunk);
    }
    this.#responseBody?.add(extendedBody ?? chunk);
    return extendedBody;
  }

  releaseHead(): void {
    const heldHead = this.#held;
    this.#held = undefined;
    heldHead?.release();
  }

  /** Queues the log once the response is complete or its connection has closed. */
  onClose(): void {
    const { headers, method = 'GET' } = this.#req;
    const { headersSent, writableFinished, statusCode } = this.#res;
    const settings = this.#client.settings;
    const status = headersSent ? statusCode : CLIENT_CLOSED_REQUEST;
    const sendsBodies = settings.bodies === 'all' || (settings.bodies === 'errors' && status >= 400);
    const responseBody = this.#responseBody?.finish();
    if (status >= 400 && responseBody?.isJson === true) this.#errorCode ??= this.#client.errorCode(responseBody.text);
    this.#client.record({
      status,
      method,
      url: getUrl(this.#req, this.#target, getOrigin(this.#req, settings.findOrigin)),
      user: this.#lookup.user(),
      startedAt: this.#startedAt,
      durationMs: (this.#end ?? performance.now()) - this.#start,
      route: this.#lookup.route(),
      userAgent: headers['user-agent'],
      errorCode: this.#errorCode,
      traceId: parseTraceId(headers.traceparent),
      requestHeaders: pickHeaders(headers, settings.headers),
      responseHeaders: headersSent ? pickResponseHeaders(this.#res, this.#headHeaders, settings.headers) : undefined,
      requestBody: sendsBodies ? this.#requestBody?.finish() : undefined,
      responseBody: sendsBodies ? responseBody : undefined,
      aborted: !writableFinished,
      delivery: this.#delivery,
    });
  }

  get #hasHints(): boolean {
    return this.#addsHints && this.#client.hasHints;
  }

  get #isError(): boolean {
    return this.#res.statusCode >= 400 && this.#res.statusCode <= 599;
  }

  /** Decides whether to capture the response body once its headers are known. */
  #begin(): void {
    this.#hasStarted = true;
    const { bodies } = this.#client.settings;
    if (bodies === 'none' || (bodies === 'errors' && !this.#isError)) return;
    const type = getResponseHeader(this.#res, this.#headHeaders, 'content-type');
    const encoding = getResponseHeader(this.#res, this.#headHeaders, 'content-encoding');
    if (type !== undefined && isTextual(type, encoding)) this.#responseBody = new BodyCollector(type);
  }

  /** Returns the text of a JSON body that is sent in a single chunk. */
  #wholeBody(chunk: unknown, encoding: unknown): string | undefined {
    const type = getResponseHeader(this.#res, this.#headHeaders, 'content-type');
    if (type === undefined || !isJsonType(type)) return undefined;
    if (getResponseHeader(this.#res, this.#headHeaders, 'content-encoding') !== undefined) return undefined;
    // Instead of an encoding, there can be a callback, or null as in Fastify.
    if (typeof chunk === 'string') {
      return typeof encoding !== 'string' || /^utf-?8$/i.test(encoding) ? chunk : undefined;
    }
    return chunk instanceof Uint8Array && chunk.length <= 65_536 ? decodeStrictly(chunk) : undefined;
  }

  /** Adds the hint for an error to the headers, and also to a body that is sent in a single chunk. */
  #addHint(body: string | undefined, chunk?: unknown): string | Uint8Array | undefined {
    const editableHead: EditableHead | undefined =
      this.#held ?? (this.#res.headersSent ? undefined : new UnsentHead(this.#res));
    try {
      if (editableHead === undefined || !this.#hasHints) return undefined;
      return this.#extend(editableHead, body, chunk);
    } finally {
      this.releaseHead();
    }
  }

  #extend(head: EditableHead, body: string | undefined, chunk: unknown): string | Uint8Array | undefined {
    const { method = 'GET', headers } = this.#req;
    const facts = {
      method,
      path: getPath(this.#target),
      route: this.#lookup.route(),
      status: this.#res.statusCode,
      errorCode: this.#errorCode,
      body,
    };
    const getAnonymousCaller = () =>
      identifyAnonymousCaller(this.#req, getOrigin(this.#req, this.#client.settings.findOrigin));
    const getCaller = () => truncateUser(this.#lookup.user()) ?? getAnonymousCaller();
    const decision = this.#client.decideHint(facts, headers['user-agent'], getCaller);
    if (decision === undefined) return undefined;
    const { signatureHeaders } = this.#client.settings;
    const { extendedBody, delivery } = deliverHint(head, body, decision, {
      signatureHeaders,
      isHead: method === 'HEAD',
      isLengthAdded: false,
    });
    this.#delivery = delivery;
    return extendedBody !== undefined && chunk instanceof Uint8Array ? Buffer.from(extendedBody) : extendedBody;
  }
}

/** Returns the text of bytes, or undefined if they are not valid UTF-8, so that extending the text changes no other bytes. */
function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

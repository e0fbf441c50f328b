import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CaptureClient } from '../client/capture-client.ts';
import type { WriteHead } from './held-head.ts';
import { NodeExchange } from './node-exchange.ts';
import { type NodeRequestLookup, pathOf, targetOf } from './request-facts.ts';

/** Marks a response that is observed, so that a middleware mounted twice captures it once. */
const OBSERVED = Symbol.for('context-sync.observed');

/** Observes a request and its response as they pass through Node. Never throws. */
export function observeNode(
  client: CaptureClient,
  req: IncomingMessage,
  res: ServerResponse,
  lookup: NodeRequestLookup,
): void {
  try {
    if (OBSERVED in res || !client.captures(req.method ?? 'GET', pathOf(targetOf(req)))) return;
    Object.defineProperty(res, OBSERVED, { value: true });
    const exchange = new NodeExchange(client, req, res, lookup);
    const attempt = guard(client);
    if (exchange.wantsRequestBody) observeRequestBody(req, exchange, attempt);
    observeResponse(res, exchange, attempt);
    res.on('close', () => attempt(() => exchange.onClose()));
  } catch (error) {
    client.reportInternal(error);
  }
}

type Attempt = <T>(action: () => T) => T | undefined;

/** Runs what the SDK does beside a request, whose failure must not reach it. */
function guard(client: CaptureClient): Attempt {
  return (action) => {
    try {
      return action();
    } catch (error) {
      client.reportInternal(error);
      return undefined;
    }
  };
}

/** Every way of reading a stream emits `data` once for each chunk, so nothing is read that the application does not read. */
function observeRequestBody(req: IncomingMessage, exchange: NodeExchange, attempt: Attempt): void {
  const { emit } = req;
  req.emit = function emitObserved(this: IncomingMessage, event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'data') attempt(() => exchange.onRequestChunk(args[0]));
    return Reflect.apply(emit, this, [event, ...args]);
  };
}

function observeResponse(res: ServerResponse, exchange: NodeExchange, attempt: Attempt): void {
  const { write, end, flushHeaders } = res;
  const writeHead = res.writeHead as WriteHead;
  /** Node calls `writeHead` itself for a head that the application has not written: that one is being sent already. */
  let isSending = false;
  const send = <T>(method: (...args: never[]) => T, args: unknown[]): T => {
    isSending = true;
    try {
      return Reflect.apply(method, res, args);
    } finally {
      isSending = false;
    }
  };
  res.writeHead = (...args: unknown[]) => {
    if (!isSending && attempt(() => exchange.onWriteHead(args, writeHead)) === true) return res;
    return Reflect.apply(writeHead, res, args);
  };
  res.flushHeaders = () => {
    attempt(() => exchange.onFlushHead());
    send(flushHeaders, []);
  };
  res.write = (...args: unknown[]): boolean => {
    attempt(() => exchange.onWrite(args[0]));
    return send(write, args);
  };
  res.end = (...args: unknown[]) => {
    const chunk = typeof args[0] === 'function' ? undefined : args[0];
    const extended = attempt(() => exchange.onEnd(chunk, args[1]));
    if (extended !== undefined) args[0] = extended;
    return send(end, args);
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CaptureClient } from '../client/capture-client.ts';
import type { WriteHead } from './held-head.ts';
import { NodeExchange } from './node-exchange.ts';
import { getPath, getTarget, type NodeRequestLookup } from './request-facts.ts';

/** Key of the property that contains the observation of a response, so that a middleware that is mounted twice captures the response once. */
const OBSERVATION = Symbol.for('context-sync.observation');

/** The observer of a response, and the original methods that the replacing methods call. */
interface Observation {
  readonly client: CaptureClient;
  readonly exchange: NodeExchange;
  readonly write: (...args: never[]) => boolean;
  readonly end: (...args: never[]) => ServerResponse;
  readonly flushHeaders: () => void;
  readonly writeHead: WriteHead;
  /** Whether the head is being sent: Node calls `writeHead` itself if the application has not written a head. */
  isSending: boolean;
}

type ObservedResponse = ServerResponse & { [OBSERVATION]?: Observation };
type ObservedRequest = IncomingMessage & { [OBSERVATION]?: Observation & { readonly emit: IncomingMessage['emit'] } };

/** Observes a request and its response in Node. Never throws. */
export function observeNode(
  client: CaptureClient,
  req: IncomingMessage,
  res: ServerResponse,
  lookup: NodeRequestLookup,
): void {
  try {
    if (OBSERVATION in res || !client.captures(req.method ?? 'GET', getPath(getTarget(req)))) return;
    const exchange = new NodeExchange(client, req, res, lookup);
    const { write, end, flushHeaders } = res;
    const writeHead = res.writeHead as WriteHead;
    const observation: Observation = { client, exchange, write, end, flushHeaders, writeHead, isSending: false };
    if (exchange.wantsRequestBody) {
      (req as ObservedRequest)[OBSERVATION] = { ...observation, emit: req.emit };
      req.emit = emitObserved as IncomingMessage['emit'];
    }
    // All responses share the same functions, because creating closures for each response would cost more than the rest of the observation.
    (res as ObservedResponse)[OBSERVATION] = observation;
    res.writeHead = writeHeadObserved as ServerResponse['writeHead'];
    res.flushHeaders = flushHeadersObserved;
    res.write = writeObserved as ServerResponse['write'];
    res.end = endObservedResponse as ServerResponse['end'];
    res.on('close', closeObserved);
  } catch (error) {
    client.reportInternal(error);
  }
}

function getObservation<T>(observation: T | undefined): T {
  if (observation === undefined) throw new Error('A method of a captured message was called on another object.');
  return observation;
}

/**
 * Replaces `emit` to observe the request body. Every way of reading a stream emits `data` once for each chunk, so the SDK sees only the chunks that
 * the application reads.
 */
function emitObserved(this: ObservedRequest, event: string | symbol, ...args: unknown[]): boolean {
  const { client, exchange, emit } = getObservation(this[OBSERVATION]);
  if (event === 'data') {
    try {
      exchange.onRequestChunk(args[0]);
    } catch (error) {
      client.reportInternal(error);
    }
  }
  return Reflect.apply(emit, this, [event, ...args]);
}

function writeHeadObserved(this: ObservedResponse, ...args: unknown[]): ServerResponse {
  const { client, exchange, writeHead, isSending } = getObservation(this[OBSERVATION]);
  try {
    if (!isSending && exchange.onWriteHead(args, writeHead)) return this;
  } catch (error) {
    client.reportInternal(error);
  }
  return Reflect.apply(writeHead, this, args);
}

function flushHeadersObserved(this: ObservedResponse): void {
  const observation = getObservation(this[OBSERVATION]);
  try {
    observation.exchange.onFlushHead();
  } catch (error) {
    observation.client.reportInternal(error);
  }
  send(this, observation, observation.flushHeaders, []);
}

function writeObserved(this: ObservedResponse, ...args: unknown[]): boolean {
  const observation = getObservation(this[OBSERVATION]);
  try {
    observation.exchange.onWrite(args[0]);
  } catch (error) {
    observation.client.reportInternal(error);
  }
  return send(this, observation, observation.write, args);
}

function endObservedResponse(this: ObservedResponse, ...args: unknown[]): ServerResponse {
  const observation = getObservation(this[OBSERVATION]);
  try {
    const extendedBody = observation.exchange.onEnd(typeof args[0] === 'function' ? undefined : args[0], args[1]);
    if (extendedBody !== undefined) args[0] = extendedBody;
  } catch (error) {
    observation.client.reportInternal(error);
  }
  return send(this, observation, observation.end, args);
}

function closeObserved(this: ObservedResponse): void {
  const { client, exchange } = getObservation(this[OBSERVATION]);
  try {
    exchange.onClose();
  } catch (error) {
    client.reportInternal(error);
  }
}

function send<T>(res: ServerResponse, observation: Observation, method: (...args: never[]) => T, args: unknown[]): T {
  observation.isSending = true;
  try {
    return Reflect.apply(method, res, args);
  } finally {
    observation.isSending = false;
  }
}

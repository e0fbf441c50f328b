import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CaptureClient } from '../client/capture-client.ts';
import type { WriteHead } from './held-head.ts';
import { NodeExchange } from './node-exchange.ts';
import { getPath, getTarget, isPreflight, type NodeRequestLookup } from './request-facts.ts';

/** Key of the property that contains the observation of a message, so that a middleware that is mounted twice captures the response once. */
const OBSERVATION = Symbol.for('context-sync.observation');

/** A client that captures an exchange. */
interface Observer {
  readonly client: CaptureClient;
  readonly exchange: NodeExchange;
}

/** The observers of a response, and the original methods that the replacing methods call. */
interface Observation {
  /** The first client with hints is the first observer. The other clients capture the response with the hint. */
  readonly observers: Observer[];
  readonly write: (...args: never[]) => boolean;
  readonly end: (...args: never[]) => ServerResponse;
  readonly flushHeaders: () => void;
  readonly writeHead: WriteHead;
  /** Whether the head is being sent: Node calls `writeHead` itself if the application has not written a head. */
  isSending: boolean;
}

/** The observers of a request body, and the original method. */
interface BodyObservation {
  readonly observers: Observer[];
  readonly emit: IncomingMessage['emit'];
}

type ObservedResponse = ServerResponse & { [OBSERVATION]?: Observation };
type ObservedRequest = IncomingMessage & { [OBSERVATION]?: BodyObservation };

/** Observes a request and its response in Node. Never throws. */
export function observeNode(
  client: CaptureClient,
  req: IncomingMessage,
  res: ServerResponse,
  lookup: NodeRequestLookup,
): void {
  try {
    const existingObservation = (res as ObservedResponse)[OBSERVATION];
    if (existingObservation?.observers.some((observer) => observer.client === client) === true) return;
    if (!client.captures(req.method ?? 'GET', getPath(getTarget(req)), isPreflight(req))) return;
    const addsHints = existingObservation?.observers.some((observer) => observer.client.settings.hints) !== true;
    const exchange = new NodeExchange(client, req, res, lookup, addsHints);
    const observer = { client, exchange };
    if (exchange.wantsRequestBody) observeRequestBody(req, observer);
    if (existingObservation === undefined) observeResponse(res, observer);
    else if (addsHints) existingObservation.observers.unshift(observer);
    else existingObservation.observers.push(observer);
  } catch (error) {
    client.reportInternal(error);
  }
}

function observeRequestBody(req: ObservedRequest, observer: Observer): void {
  const existingObservation = req[OBSERVATION];
  if (existingObservation === undefined) {
    req[OBSERVATION] = { observers: [observer], emit: req.emit };
    req.emit = emitObserved as IncomingMessage['emit'];
  } else {
    existingObservation.observers.push(observer);
  }
}

/**
 * Replaces the methods of a response. All responses share the same functions, because creating closures for each response would take more time than all other
 * work.
 */
function observeResponse(res: ObservedResponse, observer: Observer): void {
  const { write, end, flushHeaders } = res;
  const writeHead = res.writeHead as WriteHead;
  res[OBSERVATION] = { observers: [observer], write, end, flushHeaders, writeHead, isSending: false };
  res.writeHead = writeHeadObserved as ServerResponse['writeHead'];
  res.flushHeaders = flushHeadersObserved;
  res.write = writeObserved as ServerResponse['write'];
  res.end = endObservedResponse as ServerResponse['end'];
  res.on('close', closeObserved);
}

function getObservation<T>(observation: T | undefined): T {
  if (observation === undefined) throw new Error('A method of a captured message was called on another object.');
  return observation;
}

/** Passes an event to each observer. The errors of an observer affect neither the application nor the other observers. */
function notify(observers: readonly Observer[], onEvent: (exchange: NodeExchange) => void): void {
  for (const { client, exchange } of observers) {
    try {
      onEvent(exchange);
    } catch (error) {
      client.reportInternal(error);
    }
  }
}

/**
 * Replaces `emit` to observe the request body. Every way of reading a stream emits `data` once for each chunk, so the SDK sees only the chunks that
 * the application reads.
 */
function emitObserved(this: ObservedRequest, event: string | symbol, ...args: unknown[]): boolean {
  const { observers, emit } = getObservation(this[OBSERVATION]);
  if (event === 'data') notify(observers, (exchange) => exchange.onRequestChunk(args[0]));
  return Reflect.apply(emit, this, [event, ...args]);
}

function writeHeadObserved(this: ObservedResponse, ...args: unknown[]): ServerResponse {
  const { observers, writeHead, isSending } = getObservation(this[OBSERVATION]);
  let isHeld = false;
  if (!isSending) {
    notify(observers, (exchange) => {
      if (exchange.onWriteHead(args, writeHead)) isHeld = true;
    });
  }
  return isHeld ? this : Reflect.apply(writeHead, this, args);
}

function flushHeadersObserved(this: ObservedResponse): void {
  const observation = getObservation(this[OBSERVATION]);
  notify(observation.observers, (exchange) => exchange.onFlushHead());
  send(this, observation, observation.flushHeaders, []);
}

function writeObserved(this: ObservedResponse, ...args: unknown[]): boolean {
  const observation = getObservation(this[OBSERVATION]);
  notify(observation.observers, (exchange) => exchange.onWrite(args[0]));
  return send(this, observation, observation.write, args);
}

function endObservedResponse(this: ObservedResponse, ...args: unknown[]): ServerResponse {
  const observation = getObservation(this[OBSERVATION]);
  notify(observation.observers, (exchange) => {
    const extendedBody = exchange.onEnd(typeof args[0] === 'function' ? undefined : args[0], args[1]);
    if (extendedBody !== undefined) args[0] = extendedBody;
  });
  return send(this, observation, observation.end, args);
}

function closeObserved(this: ObservedResponse): void {
  notify(getObservation(this[OBSERVATION]).observers, (exchange) => exchange.onClose());
}

function send<T>(res: ServerResponse, observation: Observation, method: (...args: never[]) => T, args: unknown[]): T {
  observation.isSending = true;
  try {
    return Reflect.apply(method, res, args);
  } finally {
    observation.isSending = false;
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CaptureClient } from '../client/capture-client.ts';
import type { WriteHead } from './held-head.ts';
import { NodeExchange } from './node-exchange.ts';
import { getPath, getTarget, type NodeRequestLookup } from './request-facts.ts';

/**
 * Keys of the properties that contain the observations of a response, one for each client. A middleware that is mounted twice captures the response
 * once. The keys are shared by all copies of the SDK in a process.
 */
const OBSERVATIONS = ['', '.2', '.3', '.4'].map((suffix) => Symbol.for(`context-sync.observation${suffix}`));

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

type ObservedResponse = ServerResponse & { [key: symbol]: Observation | undefined };
type ObservedRequest = IncomingMessage & {
  [key: symbol]: (Observation & { readonly emit: IncomingMessage['emit'] }) | undefined;
};

/** Observes a request and its response in Node. Never throws. */
export function observeNode(
  client: CaptureClient,
  req: IncomingMessage,
  res: ServerResponse,
  lookup: NodeRequestLookup,
): void {
  try {
    const isPreflight = req.headers['access-control-request-method'] !== undefined;
    if (!client.captures(req.method ?? 'GET', getPath(getTarget(req)), isPreflight)) return;
    const observed = res as ObservedResponse;
    const methods = METHODS.find(({ key }) => observed[key] === undefined || observed[key].client === client);
    if (methods === undefined || observed[methods.key] !== undefined) {
      if (methods === undefined)
        client.reportInternal(new Error(`More than ${METHODS.length} clients capture a request.`));
      return;
    }
    const exchange = new NodeExchange(client, req, res, lookup);
    const { write, end, flushHeaders } = res;
    const writeHead = res.writeHead as WriteHead;
    const observation: Observation = { client, exchange, write, end, flushHeaders, writeHead, isSending: false };
    if (exchange.wantsRequestBody) {
      (req as ObservedRequest)[methods.key] = { ...observation, emit: req.emit };
      req.emit = methods.emit as IncomingMessage['emit'];
    }
    observed[methods.key] = observation;
    res.writeHead = methods.writeHead as ServerResponse['writeHead'];
    res.flushHeaders = methods.flushHeaders;
    res.write = methods.write as ServerResponse['write'];
    res.end = methods.end as ServerResponse['end'];
    res.on('close', methods.onClose);
  } catch (error) {
    client.reportInternal(error);
  }
}

function getObservation<T>(observation: T | undefined): T {
  if (observation === undefined) throw new Error('A method of a captured message was called on another object.');
  return observation;
}

/**
 * Creates the methods that replace those of a message for one client. All responses share them, because creating closures for each response would cost
 * more than the rest of the observation.
 */
function createMethods(key: symbol) {
  return {
    key,
    /**
     * Replaces `emit` to observe the request body. Every way of reading a stream emits `data` once for each chunk, so the SDK sees only the chunks that
     * the application reads.
     */
    emit(this: ObservedRequest, event: string | symbol, ...args: unknown[]): boolean {
      const { client, exchange, emit } = getObservation(this[key]);
      if (event === 'data') {
        try {
          exchange.onRequestChunk(args[0]);
        } catch (error) {
          client.reportInternal(error);
        }
      }
      return Reflect.apply(emit, this, [event, ...args]);
    },
    writeHead(this: ObservedResponse, ...args: unknown[]): ServerResponse {
      const { client, exchange, writeHead, isSending } = getObservation(this[key]);
      try {
        if (!isSending && exchange.onWriteHead(args, writeHead)) return this;
      } catch (error) {
        client.reportInternal(error);
      }
      return Reflect.apply(writeHead, this, args);
    },
    flushHeaders(this: ObservedResponse): void {
      const observation = getObservation(this[key]);
      try {
        observation.exchange.onFlushHead();
      } catch (error) {
        observation.client.reportInternal(error);
      }
      send(this, observation, observation.flushHeaders, []);
    },
    write(this: ObservedResponse, ...args: unknown[]): boolean {
      const observation = getObservation(this[key]);
      try {
        observation.exchange.onWrite(args[0]);
      } catch (error) {
        observation.client.reportInternal(error);
      }
      return send(this, observation, observation.write, args);
    },
    end(this: ObservedResponse, ...args: unknown[]): ServerResponse {
      const observation = getObservation(this[key]);
      try {
        const extendedBody = observation.exchange.onEnd(typeof args[0] === 'function' ? undefined : args[0], args[1]);
        if (extendedBody !== undefined) args[0] = extendedBody;
      } catch (error) {
        observation.client.reportInternal(error);
      }
      return send(this, observation, observation.end, args);
    },
    onClose(this: ObservedResponse): void {
      const { client, exchange } = getObservation(this[key]);
      try {
        exchange.onClose();
      } catch (error) {
        client.reportInternal(error);
      }
    },
  };
}

function send<T>(res: ServerResponse, observation: Observation, method: (...args: never[]) => T, args: unknown[]): T {
  observation.isSending = true;
  try {
    return Reflect.apply(method, res, args);
  } finally {
    observation.isSending = false;
  }
}

const METHODS = OBSERVATIONS.map(createMethods);

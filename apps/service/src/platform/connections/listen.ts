import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { createBadRequestResponse } from './client-error.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, Connections } from './connections.ts';
import type { LingerLimits } from './linger.ts';
import { HttpRequest, HttpResponse, type HttpServer } from './messages.ts';

/** Timeouts of the server in milliseconds. */
export interface ServerTimeouts {
  /** Timeout for receiving the headers. */
  readonly headers: number;
  /** Timeout for receiving the whole request. */
  readonly request: number;
  /**
   * Timeout of idle connections. It is longer than the usual idle timeout of a proxy, which might otherwise send a request on a connection that the
   * service has just closed.
   */
  readonly idle: number;
  /** Time without progress after which a response that its client does not read is aborted. */
  readonly send: number;
  /** Time for which the service reads from a connection that it has ended. */
  readonly linger: LingerLimits;
}

export const SERVER_TIMEOUTS: ServerTimeouts = {
  headers: 15_000,
  request: 60_000,
  idle: 75_000,
  send: 30_000,
  linger: { idle: 5_000, total: 30_000 },
};
const MAX_HEADER_BYTES = 16_384;

export interface ListeningServer {
  readonly port: number;
  readonly connections: Connections;
  /**
   * Stops accepting connections and waits for active requests, then closes the remaining connections.
   * @param within time limit for active requests, in milliseconds
   */
  close(within: number): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly limits: ServerTimeouts;
  readonly connectionLimits?: ConnectionLimits;
}

/**
 * Starts an HTTP/1.1 server.
 * @throws Error if the host and port cannot be used
 */
export async function listen(
  fetch: (request: Request, bindings: unknown) => Response | Promise<Response>,
  { host, port, limits, connectionLimits = CONNECTION_LIMITS }: ListenOptions,
): Promise<ListeningServer> {
  const respond: typeof fetch = (request, bindings) => {
    const { incoming } = bindings as HttpBindings;
    // A request without a Host header is rejected here, because Node would send a response without a body. HTTP/1.0 requests do not require a Host
    // header (RFC 9112, section 3.2).
    const lacksHost = incoming.headers.host === undefined && incoming.httpVersion !== '1.0';
    return lacksHost ? createBadRequestResponse('The Host header is missing') : fetch(request, bindings);
  };
  const server = createServer<typeof HttpRequest, typeof HttpResponse>({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: Math.max(100, Math.min(5_000, limits.headers / 2)),
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    IncomingMessage: HttpRequest,
    ServerResponse: HttpResponse,
  });
  const handle = getRequestListener(respond, {
    // `hostname` replaces a missing Host header.
    hostname: 'localhost',
    errorHandler: respondToUnreadable,
    // This option prevents the library from destroying the connection of a request whose body was not read.
    autoCleanupIncoming: false,
  });
  const connections = new Connections(server, (request, response) => void handle(request, response), {
    limits: connectionLimits,
    linger: limits.linger,
    sendTimeout: limits.send,
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: listeningPort } = server.address() as AddressInfo;
  return { port: listeningPort, connections, close: (within) => closeServer(server, within) };
}

/** Creates the response to a request whose URL cannot be parsed, for example because its Host header is invalid. */
function respondToUnreadable(error: unknown): Response | undefined {
  return error instanceof RequestError ? createBadRequestResponse(error.message) : undefined;
}

function closeServer(server: HttpServer, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

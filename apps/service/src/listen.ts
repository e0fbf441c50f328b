import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { answerClientError, badRequest } from './http/client-error.ts';

/** Milliseconds. */
export interface TimeLimits {
  /** For the headers of a request. */
  readonly headers: number;
  /** For a request with its body. */
  readonly request: number;
  /** For which a connection is kept without a request: longer than proxies keep theirs, or they would send into a closed one. */
  readonly idle: number;
}

export const TIME_LIMITS: TimeLimits = { headers: 15_000, request: 60_000, idle: 75_000 };
/** Largest headers taken, in bytes. */
const HEADER_LIMIT = 16_384;

export interface Listening {
  readonly port: number;
  /**
   * Takes no more connections, and waits for those that are in use; breaks them off after some time.
   * @param within milliseconds
   */
  close(within: number): Promise<void>;
}

/** Serves HTTP/1.1. @throws the error of the listening */
export async function listen(
  fetch: (request: Request, bindings: unknown) => Response | Promise<Response>,
  { host, port, limits }: { readonly host: string; readonly port: number; readonly limits: TimeLimits },
): Promise<Listening> {
  const answer: typeof fetch = (request, bindings) => {
    const { incoming } = bindings as HttpBindings;
    // Not left to Node, which answers without a body. HTTP/1.0 has no Host (RFC 9112, section 3.2).
    const lacksHost = incoming.headers.host === undefined && incoming.httpVersion !== '1.0';
    return lacksHost ? badRequest('The header Host is missing') : fetch(request, bindings);
  };
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.idle,
      connectionsCheckingInterval: Math.max(100, Math.min(5_000, limits.headers / 2)),
      maxHeaderSize: HEADER_LIMIT,
      requireHostHeader: false,
    },
    // The name stands in for a Host that is missing.
    getRequestListener(answer, { hostname: 'localhost', errorHandler: answerUnreadable }),
  );
  server.on('clientError', answerClientError);
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: (within) => close(server, within) };
}

/** Answers what has no address that can be read, such as a Host that is not a name. */
function answerUnreadable(error: unknown): Response | undefined {
  return error instanceof RequestError ? badRequest(error.message) : undefined;
}

function close(server: Server, within: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), within);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

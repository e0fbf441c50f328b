import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { answerClientError } from './http/client-error.ts';

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
export function listen(
  fetch: (request: Request, bindings: unknown) => Response | Promise<Response>,
  { host, port, limits }: { readonly host: string; readonly port: number; readonly limits: TimeLimits },
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch,
        hostname: host,
        port,
        serverOptions: {
          headersTimeout: limits.headers,
          requestTimeout: limits.request,
          keepAliveTimeout: limits.idle,
          connectionsCheckingInterval: Math.max(100, Math.min(5_000, limits.headers / 2)),
          maxHeaderSize: HEADER_LIMIT,
        },
      },
      ({ port: bound }: AddressInfo) => resolve({ port: bound, close: (within) => close(server, within) }),
    ) as Server;
    server.on('clientError', answerClientError);
    server.once('error', reject);
  });
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

import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createApp } from './http/app.ts';
import { openSqliteStore } from './store/sqlite-store.ts';

export interface ServerOptions {
  /** SQLite file; made if it is not there. */
  readonly database: string;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly report: (error: unknown) => void;
}

export interface RunningServer {
  /** Base URL of the API. */
  readonly url: string;
  /** Takes no more connections, answers what was asked, closes the store. */
  close(): Promise<void>;
}

/** The service cannot listen where it was told to. */
export class ServeError extends Error {
  override readonly name = 'ServeError';
}

/** Starts the service. @throws ServeError, StoreInputError */
export async function startServer({
  database,
  host = '127.0.0.1',
  port,
  report,
}: ServerOptions): Promise<RunningServer> {
  const store = openSqliteStore(database);
  const app = createApp(store, report);
  let closed: Promise<void> | undefined;
  const answer = async (request: Request): Promise<Response> => {
    const response = await app.fetch(request);
    // A connection that is kept would bring more requests, and stopping would never end.
    if (closed) response.headers.set('connection', 'close');
    return response;
  };
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: answer, hostname: host, port }, ({ port: bound }: AddressInfo) => {
      const close = () =>
        new Promise<void>((done) => {
          server.close(() => {
            store.close();
            done();
          });
          if ('closeIdleConnections' in server) server.closeIdleConnections();
        });
      resolve({
        url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
        close: () => {
          closed ??= close();
          return closed;
        },
      });
    });
    server.once('error', (error) => {
      store.close();
      reject(new ServeError(`cannot listen on ${host}, port ${port}: ${error.message}`, { cause: error }));
    });
  });
}

import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createApp } from './http/app.ts';
import { openStore } from './store/open-store.ts';
import { keepPruned } from './store/retention.ts';

export interface ServerOptions {
  /** SQLite file, made if it is not there; or the URL of a PostgreSQL database. */
  readonly database: string;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** For how many days logs are kept. Default for good. */
  readonly keepLogsDays?: number | undefined;
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
  keepLogsDays,
  report,
}: ServerOptions): Promise<RunningServer> {
  const store = await openStore(database);
  const app = createApp(store, report);
  const stopping = new AbortController();
  let pruned: Promise<void> | undefined;
  const answer = async (request: Request): Promise<Response> => {
    const response = await app.fetch(request);
    // A connection that is kept would bring more requests, and stopping would never end.
    if (stopping.signal.aborted) response.headers.set('connection', 'close');
    return response;
  };
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: answer, hostname: host, port }, ({ port: bound }: AddressInfo) => {
      if (keepLogsDays !== undefined) pruned = keepPruned(store, keepLogsDays, report, stopping.signal);
      const close = async () => {
        stopping.abort();
        await new Promise<void>((done) => {
          server.close(() => done());
          if ('closeIdleConnections' in server) server.closeIdleConnections();
        });
        await pruned;
        await store.close();
      };
      let closed: Promise<void> | undefined;
      resolve({
        url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
        close: () => {
          closed ??= close();
          return closed;
        },
      });
    });
    server.once('error', (error) => {
      const failure = new ServeError(`cannot listen on ${host}, port ${port}: ${error.message}`, { cause: error });
      store.close().then(() => reject(failure), reject);
    });
  });
}

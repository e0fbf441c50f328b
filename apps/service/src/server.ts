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

/** Starts the service. @throws when the port is taken or the database cannot be used */
export async function startServer({
  database,
  host = '127.0.0.1',
  port,
  report,
}: ServerOptions): Promise<RunningServer> {
  const store = openSqliteStore(database);
  const app = createApp(store, report);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, ({ port: bound }: AddressInfo) => {
      resolve({
        url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
        close: () =>
          new Promise((done) => {
            server.close(() => {
              store.close();
              done();
            });
            if ('closeIdleConnections' in server) server.closeIdleConnections();
          }),
      });
    });
    server.once('error', (error) => {
      store.close();
      reject(error);
    });
  });
}

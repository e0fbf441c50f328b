import type { AuthenticationFailure } from './access/authenticate.ts';
import { createApp } from './http/app.ts';
import { type HttpServer, listen, SERVER_TIMEOUTS, type ServerTimeouts } from './listen.ts';
import { Metrics } from './observe/metrics.ts';
import { type MetricsAddress, type MetricsServer, startMetricsServer } from './observe/metrics-server.ts';
import { combineObservers, type RequestObserver } from './observe/request-observer.ts';
import { Parsers } from './parsing/parsers.ts';
import type { RateLimitOptions } from './rate-limit/rate-limits.ts';
import { keepErased } from './store/erase-users.ts';
import { keepFolded } from './store/fold-traffic.ts';
import { openStore } from './store/open-store.ts';
import { keepPruned } from './store/retention.ts';
import { keepAssessed } from './traffic/assess-callers.ts';

export interface ServerOptions {
  /** SQLite file, created if missing, or URL of a PostgreSQL database. */
  readonly database: string;
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Retention of logs in days. Default: forever. */
  readonly keepLogsDays?: number | undefined;
  /** Rate limits. Default: unlimited. */
  readonly rateLimits?: RateLimitOptions;
  /** Whether to trust X-Forwarded-For for the client's address. Default: false. */
  readonly trustProxy?: boolean;
  /** Additional names of headers, parameters and properties whose values are redacted. */
  readonly redactedNames?: readonly string[];
  /** Host names without port at which the MCP server can be reached, in addition to loopback names. */
  readonly mcpHosts?: readonly string[];
  /** Address of the metrics. Default: none. */
  readonly metrics?: MetricsAddress | undefined;
  /** Observes every request. */
  readonly observer?: RequestObserver | undefined;
  /** Called for every request rejected with 401. */
  readonly onAuthenticationFailure?: ((failure: AuthenticationFailure) => void) | undefined;
  readonly timeouts?: ServerTimeouts;
  /** Milliseconds after which a received request is rejected with 503. Default: 30 s. */
  readonly requestDeadline?: number;
  /** Milliseconds after which a shutdown aborts active requests. Default: 10 s. */
  readonly stopWithin?: number;
  readonly report: (error: unknown) => void;
}

export interface RunningServer {
  /** Base URL of the API. */
  readonly url: string;
  /** URL of the metrics, if enabled. */
  readonly metricsUrl: string | undefined;
  /** Stops accepting connections, completes active requests and closes the store. */
  close(): Promise<void>;
}

/** The service cannot listen on the given address. */
export class ServeError extends Error {
  override readonly name = 'ServeError';
}

/** Starts the service. @throws ServeError, StoreInputError */
export async function startServer({
  database,
  host = '127.0.0.1',
  port,
  keepLogsDays,
  rateLimits = {},
  trustProxy = false,
  redactedNames = [],
  mcpHosts = [],
  metrics: metricsAt,
  observer,
  onAuthenticationFailure,
  timeouts = SERVER_TIMEOUTS,
  requestDeadline,
  stopWithin = 10_000,
  report,
}: ServerOptions): Promise<RunningServer> {
  const store = await openStore(database);
  const stopping = new AbortController();
  const metrics = new Metrics();
  const parsers = new Parsers({ redactedNames });
  const app = createApp(store, report, {
    rateLimits,
    trustProxy,
    parsers,
    onAuthenticationFailure,
    mcp: { hosts: mcpHosts },
    observer: combineObservers([...(metricsAt ? [metrics.observe] : []), ...(observer ? [observer] : [])]),
    stopping: stopping.signal,
    ...(requestDeadline === undefined ? {} : { requestDeadline }),
  });
  const respond = async (request: Request, bindings: unknown): Promise<Response> => {
    const response = await app.fetch(request, bindings as object);
    // A kept-alive connection would send more requests, and the shutdown would never finish.
    if (stopping.signal.aborted) response.headers.set('connection', 'close');
    return response;
  };

  const openedResources: { close(): Promise<void> }[] = [store, parsers];
  const closeAll = async () => {
    for (const resource of openedResources.toReversed()) await resource.close();
  };
  const tryOpen = <T extends HttpServer | MetricsServer>(begin: Promise<T>, at: string): Promise<T> =>
    begin.catch(async (error: unknown) => {
      await closeAll();
      throw cannotListen(at, error);
    });

  let metricsUrl: string | undefined;
  if (metricsAt) {
    const metricsListener = await tryOpen(
      startMetricsServer(metrics, store, metricsAt),
      `${metricsAt.host}, port ${metricsAt.port}`,
    );
    openedResources.push(metricsListener);
    metricsUrl = `${urlOf(metricsAt.host, metricsListener.port)}/metrics`;
  }
  const httpServer = await tryOpen(listen(respond, { host, port, limits: timeouts }), `${host}, port ${port}`);
  const background = [
    keepPruned(store, keepLogsDays, report, stopping.signal),
    keepFolded(store, report, stopping.signal),
    keepAssessed(store, report, stopping.signal),
    keepErased(store, report, stopping.signal),
  ];
  let closing: Promise<void> | undefined;
  const closeServer = async () => {
    stopping.abort();
    await httpServer.close(stopWithin);
    await Promise.all(background);
    await closeAll();
  };
  return {
    url: urlOf(host, httpServer.port),
    metricsUrl,
    close: () => {
      closing ??= closeServer();
      return closing;
    },
  };
}

function cannotListen(at: string, cause: unknown): ServeError {
  const errorMessage = cause instanceof Error ? cause.message : String(cause);
  return new ServeError(`cannot listen on ${at}: ${errorMessage}`, { cause });
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

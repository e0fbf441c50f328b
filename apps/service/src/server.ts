import type { AuthenticationFailure } from './access/authenticate.ts';
import { createApp } from './http/app.ts';
import { type Listening, listen, TIME_LIMITS, type TimeLimits } from './listen.ts';
import { Metrics } from './observe/metrics.ts';
import { type MetricsAddress, type MetricsServer, startMetricsServer } from './observe/metrics-server.ts';
import { type Observer, observers } from './observe/request-observer.ts';
import { Parsers } from './parsing/parsers.ts';
import type { RateLimitOptions } from './rate-limit/rate-limits.ts';
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
  /** How many requests are answered; default all. */
  readonly rateLimits?: RateLimitOptions;
  /** Whether X-Forwarded-For says where a request comes from. Default false. */
  readonly trustProxy?: boolean;
  /** Names of headers and the like whose values are not stored either, beside those that never are. */
  readonly redactedNames?: readonly string[];
  /** Names, without port, under which the MCP server is reached, beside loopback. */
  readonly mcpHosts?: readonly string[];
  /** Where the metrics are shown; default nowhere. */
  readonly metrics?: MetricsAddress | undefined;
  /** Is told of every request. */
  readonly observer?: Observer | undefined;
  /** Given every request that was refused with 401. */
  readonly authenticationFailed?: ((failure: AuthenticationFailure) => void) | undefined;
  readonly timeLimits?: TimeLimits;
  /** Milliseconds after which a request that has arrived is answered with 503. Default 30 s. */
  readonly requestDeadline?: number;
  /** Milliseconds after which stopping breaks off what is not answered yet. Default 10 s. */
  readonly stopWithin?: number;
  readonly report: (error: unknown) => void;
}

export interface RunningServer {
  /** Base URL of the API. */
  readonly url: string;
  /** Address of the metrics, where they are shown. */
  readonly metricsUrl: string | undefined;
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
  rateLimits = {},
  trustProxy = false,
  redactedNames = [],
  mcpHosts = [],
  metrics: metricsAt,
  observer,
  authenticationFailed,
  timeLimits = TIME_LIMITS,
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
    authenticationFailed,
    mcp: { hosts: mcpHosts },
    observer: observers([...(metricsAt ? [metrics.observe] : []), ...(observer ? [observer] : [])]),
    stopping: stopping.signal,
    ...(requestDeadline === undefined ? {} : { requestDeadline }),
  });
  const answer = async (request: Request, bindings: unknown): Promise<Response> => {
    const response = await app.fetch(request, bindings as object);
    // A connection that is kept would bring more requests, and stopping would never end.
    if (stopping.signal.aborted) response.headers.set('connection', 'close');
    return response;
  };

  const opened: { close(): Promise<void> }[] = [store, parsers];
  const closeAll = async () => {
    for (const each of opened.toReversed()) await each.close();
  };
  const opening = async <T extends Listening | MetricsServer>(begin: Promise<T>, at: string): Promise<T> => {
    try {
      return await begin;
    } catch (error) {
      await closeAll();
      const why = error instanceof Error ? error.message : String(error);
      throw new ServeError(`cannot listen on ${at}: ${why}`, { cause: error });
    }
  };

  let metricsUrl: string | undefined;
  if (metricsAt) {
    const shown = await opening(
      startMetricsServer(metrics, store, metricsAt),
      `${metricsAt.host}, port ${metricsAt.port}`,
    );
    opened.push(shown);
    metricsUrl = `${urlOf(metricsAt.host, shown.port)}/metrics`;
  }
  const listening = await opening(listen(answer, { host, port, limits: timeLimits }), `${host}, port ${port}`);
  const pruned = keepPruned(store, keepLogsDays, report, stopping.signal);
  let closed: Promise<void> | undefined;
  const close = async () => {
    stopping.abort();
    await listening.close(stopWithin);
    await pruned;
    await closeAll();
  };
  return {
    url: urlOf(host, listening.port),
    metricsUrl,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

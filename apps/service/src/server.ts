import { createApp } from './app.ts';
import { keepPruned } from './areas/maintenance/keep-pruned.ts';

import type { OpenIdOptions } from './areas/sign-in/openid-sign-in.ts';
import type { ServiceStore } from './areas.ts';
import { openStore } from './open-store.ts';
import { Parsers } from './parsers.ts';
import type { AuthenticationFailure } from './platform/access/authenticate.ts';
import type { App } from './platform/access/request-environment.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, type Connections } from './platform/connections/connections.ts';
import { type ListeningServer, listen, SERVER_TIMEOUTS, type ServerTimeouts } from './platform/connections/listen.ts';
import { createListenError, type ListenAddress } from './platform/connections/listen-error.ts';
import { MaintenanceClock } from './platform/database/maintenance-clock.ts';
import type { CheckedDatabase } from './platform/database/store.ts';
import { type PortalHost, PortalHosts } from './platform/http/portal-hosts.ts';
import { createMailer, type SmtpOptions } from './platform/mail/smtp-mailer.ts';
import { keepReportingKeys } from './platform/observe/expiring-keys.ts';
import { createLoadGauges } from './platform/observe/load-gauges.ts';
import type { GaugeSource, Metrics } from './platform/observe/metrics.ts';
import { type MetricsAddress, type MetricsServer, startMetricsServer } from './platform/observe/metrics-server.ts';
import { combineObservers, type RequestObserver } from './platform/observe/request-observer.ts';
import { isAssetPath } from './platform/pages/assets.ts';
import { type QuotaLimits, Quotas } from './platform/quotas/quotas.ts';
import type { RateLimitOptions } from './platform/rate-limit/rate-limits.ts';
import { type ConcurrencyOptions, createConcurrency } from './platform/rate-limit/running-requests.ts';
import { createServices, INTERFACES } from './services.ts';

export interface ServerOptions {
  /** Path of an SQLite file or URL of a PostgreSQL database. A missing SQLite file is created. */
  readonly database: string;
  /**
   * Whether to read and write an SQLite file in other threads, so that a slow read does not block other requests. Only tests set this to false.
   * Default: true.
   */
  readonly threads?: boolean;
  /** URL of the ClickHouse database in which the logs are stored. By default, the logs are stored in the database itself. */
  readonly logs?: string | undefined;
  /** Host name or IP address to listen on. Default: `127.0.0.1`. */
  readonly host?: string;
  /** Port to listen on. With 0, the system selects a free port. */
  readonly port: number;
  /** Number of days for which logs are kept. By default, logs are kept forever. */
  readonly keepLogsDays?: number | undefined;
  /** Number of days for which audit entries are kept. By default, they are kept forever. */
  readonly keepAuditDays?: number | undefined;
  /** Rate limits. By default, requests are not limited. */
  readonly rateLimits?: RateLimitOptions;
  /** Quotas of keys, projects and the database. By default, there are none. */
  readonly quotas?: QuotaLimits;
  /** Called with each warning for the operator. */
  readonly warn?: (warning: string) => void;
  /** Limits of running requests. By default, they are not limited. */
  readonly concurrency?: ConcurrencyOptions;
  /** Limits of open connections. By default, `CONNECTION_LIMITS`. */
  readonly connectionLimits?: ConnectionLimits;
  /** Whether the client's IP address is read from X-Forwarded-For. Default: false. */
  readonly trustProxy?: boolean;
  /** Additional names of headers, parameters and properties whose values are redacted. */
  readonly redactedNames?: readonly string[];
  /** Host names (without port) that requests to the MCP server may have, in addition to loopback names. */
  readonly mcpHosts?: readonly string[];
  /** Public URL of the service. Without this URL, pages work only in a browser on the same machine, and emails contain no links. */
  readonly publicUrl?: string | undefined;
  /** Hosts that each serve only the portal of one project. */
  readonly portalHosts?: readonly PortalHost[];
  /** Mail server. By default, the service sends no emails. */
  readonly smtp?: SmtpOptions | undefined;
  /** Whether `/dev/components` shows the components of the pages. Default: false. */
  readonly development?: boolean;
  /** Identity provider with which members sign in. By default, members cannot sign in with an identity provider. */
  readonly openId?: OpenIdOptions | undefined;
  /** Host and port of the metrics server. By default, metrics are not served. */
  readonly metrics?: MetricsAddress | undefined;
  /** Function that is called for every request. */
  readonly observer?: RequestObserver | undefined;
  /** Called for every request that is rejected with 401. */
  readonly onAuthenticationFailure?: ((failure: AuthenticationFailure) => void) | undefined;
  readonly timeouts?: ServerTimeouts;
  /** Time in milliseconds after which a request that was received completely gets a 503 response. Default: 30 s. */
  readonly requestDeadline?: number;
  /** Time in milliseconds after which a shutdown aborts active requests. Default: 10 s. */
  readonly stopWithin?: number;
  readonly report: (error: unknown) => void;
}

export interface RunningServer {
  /** Base URL of the API. */
  readonly url: string;
  /** URL of the metrics; undefined if the metrics are disabled. */
  readonly metricsUrl: string | undefined;
  /** The databases of the store, which `createErrorReports` checks to report the end of an outage. */
  readonly databases: readonly CheckedDatabase[];
  /** Stops accepting connections, completes active requests and closes the store. */
  close(): Promise<void>;
}

/** Starts the service. @throws ServeError, StoreInputError */
export async function startServer({
  database,
  threads = true,
  logs,
  host = '127.0.0.1',
  port,
  keepLogsDays,
  keepAuditDays,
  rateLimits = {},
  quotas: quotaLimits = {},
  warn = () => undefined,
  concurrency: concurrencyOptions,
  connectionLimits = CONNECTION_LIMITS,
  trustProxy = false,
  redactedNames = [],
  mcpHosts = [],
  publicUrl,
  portalHosts = [],
  development = false,
  openId,
  smtp,
  metrics: metricsAt,
  observer,
  onAuthenticationFailure,
  timeouts = SERVER_TIMEOUTS,
  requestDeadline,
  stopWithin = 10_000,
  report,
}: ServerOptions): Promise<RunningServer> {
  const logsController = new AbortController();
  const store = await openStore(database, { threads, logs, signal: logsController.signal, warn });
  const stopController = new AbortController();
  const clock = new MaintenanceClock(store);
  const metrics = metricsAt && (await createMetrics());
  const parsers = new Parsers({ redactedNames });
  const services = createServices(store, parsers, report, createReach({ smtp, publicUrl, openId, portalHosts, warn }));
  const quotas = new Quotas(store, quotaLimits, { warn });
  const concurrency = createConcurrency(concurrencyOptions);
  const app = createApp(store, report, {
    quotas,
    rateLimits,
    concurrency,
    trustProxy,
    services,
    onAuthenticationFailure,
    mcp: { hosts: publicUrl === undefined ? mcpHosts : [...mcpHosts, new URL(publicUrl).hostname] },
    publicUrl,
    development,
    observer: combineObservers([...(metrics ? [metrics.observe] : []), ...(observer ? [observer] : [])]),
    stopping: stopController.signal,
    ...(requestDeadline === undefined ? {} : { requestDeadline }),
  });
  const resources = new OpenedResources([store, parsers, quotas]);
  let connections: Connections | undefined;
  const gauges = [...quotas.gauges, ...createLoadGauges(concurrency, () => connections), createClockGauge(clock)];
  const metricsUrl = metrics && (await serveMetrics({ metrics, store, gauges, resources }, metricsAt));
  const httpServer = await resources.tryListen(
    listen(createResponder(app, stopController.signal), { host, port, limits: timeouts, connectionLimits }),
    { host, port, optionPrefix: '' },
  );
  connections = httpServer.connections;
  const background = [
    keepPruned(store, clock, { keepLogsDays, keepAuditDays }, { report, warn }, stopController.signal),
    ...INTERFACES.flatMap((area) => area.startJobs?.(services, { report, warn, signal: stopController.signal }) ?? []),
    keepReportingKeys(store, warn, report, stopController.signal),
  ];
  const close = async () => {
    stopController.abort();
    // Jobs and requests that wait for an unresponsive ClickHouse would delay the end of the process.
    const abortTimeout = setTimeout(() => logsController.abort(), stopWithin);
    await httpServer.close(stopWithin);
    await Promise.all(background);
    await services.toolCalls.write().catch(report);
    await resources.close().finally(() => clearTimeout(abortTimeout));
  };
  return { url: getUrl(host, httpServer.port), metricsUrl, databases: store.databases, close: callOnce(close) };
}

/** Returns the services for email, links and sign-in. */
function createReach({
  smtp,
  publicUrl,
  openId,
  portalHosts = [],
  warn,
}: Pick<ServerOptions, 'smtp' | 'publicUrl' | 'openId' | 'portalHosts'> & {
  readonly warn: (warning: string) => void;
}) {
  const mailer = createMailer(smtp, warn);
  return { mailer, publicUrl, openId, portalHosts: new PortalHosts(portalHosts, isAssetPath) };
}

/** Returns a function that calls `close` only once, and returns the same promise each time. */
function callOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= close();
    return closing;
  };
}

/** Loads the metrics library only if metrics are served. */
async function createMetrics(): Promise<Metrics> {
  const { Metrics } = await import('./platform/observe/metrics.ts');
  return new Metrics();
}

interface ServedMetrics {
  readonly metrics: Metrics;
  readonly store: ServiceStore;
  readonly gauges: readonly GaugeSource[];
  readonly resources: OpenedResources;
}

/** Serves the metrics, and returns their URL. @throws ServeError */
async function serveMetrics(
  { metrics, store, gauges, resources }: ServedMetrics,
  address: MetricsAddress,
): Promise<string> {
  const metricsServer = await resources.tryListen(startMetricsServer(metrics, store, address, gauges), {
    ...address,
    optionPrefix: 'metrics-',
  });
  resources.add(metricsServer);
  return `${getUrl(address.host, metricsServer.port)}/metrics`;
}

function createClockGauge(clock: MaintenanceClock): GaugeSource {
  return {
    name: 'clock_ahead_seconds',
    help: 'Seconds by which the clock is ahead, if it is too far ahead to delete old data; 0 otherwise',
    read: () => clock.aheadMs / 1_000,
  };
}

function createResponder(app: App, stopping: AbortSignal) {
  return async (request: Request, bindings: unknown): Promise<Response> => {
    const response = await app.fetch(request, bindings as object);
    // Without this header, a client could send more requests on its open connection, and the shutdown would never finish.
    if (stopping.aborted) response.headers.set('connection', 'close');
    return response;
  };
}

/** Resources that are closed together, in reverse order. */
class OpenedResources {
  readonly #resources: { close(): Promise<void> }[];

  constructor(resources: readonly { close(): Promise<void> }[]) {
    this.#resources = [...resources];
  }

  /** Waits until a server listens. If it cannot listen, closes all resources. @throws ServeError */
  async tryListen<T extends ListeningServer | MetricsServer>(begin: Promise<T>, address: ListenAddress): Promise<T> {
    try {
      return await begin;
    } catch (error) {
      await this.close();
      throw createListenError(address, error);
    }
  }

  add(resource: { close(): Promise<void> }): void {
    this.#resources.push(resource);
  }

  async close(): Promise<void> {
    for (const resource of this.#resources.toReversed()) await resource.close();
  }
}

function getUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

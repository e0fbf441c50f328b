import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressIn, refusalOf } from '../access/allowed-hosts.ts';
import type { Store } from '../store/store.ts';
import type { Gauge, Metrics } from './metrics.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface MetricsAddress {
  /** To listen on. */
  readonly host: string;
  readonly port: number;
  /** Names, without port, under which the metrics may be requested, besides loopback, IP addresses and `host`. */
  readonly hosts?: readonly string[];
}

/** Shows the metrics on an address of their own, which whoever reaches the API does not reach. @throws Error of the listening */
export async function startMetricsServer(
  metrics: Metrics,
  store: Store,
  { host, port, hosts = [] }: MetricsAddress,
): Promise<MetricsServer> {
  const gauges: readonly Gauge[] = [
    { name: 'store_size_bytes', help: 'Bytes that the database takes', read: () => store.size() },
    { name: 'process_resident_memory_bytes', help: 'Memory of the process', read: () => process.memoryUsage.rss() },
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time that the process has taken',
      read: () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    },
    { name: 'process_uptime_seconds', help: 'Time since the process was started', read: () => process.uptime() },
  ];
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    // A page in a browser on this machine could read them under a name of its own.
    const { headers } = request;
    const allowed = [host, addressIn(headers.host) ?? host, ...hosts];
    const refusal = refusalOf({ host: headers.host, origin: headers.origin }, allowed, 'metrics-hosts');
    if (refusal !== undefined) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`${refusal}\n`);
      return;
    }
    void metrics.text(gauges).then((text) => {
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

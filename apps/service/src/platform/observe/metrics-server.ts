import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccessPorts } from '../access/accounts.ts';
import { findHostRejection, parseHostIpAddress } from '../access/allowed-hosts.ts';
import type { Store } from '../database/store.ts';
import { listExpiringKeys } from './expiring-keys.ts';
import type { GaugeSource, Metrics } from './metrics.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface MetricsAddress {
  /** Host name or IP address to listen on. */
  readonly host: string;
  readonly port: number;
  /** Host names (without port) that the Host header of a request may contain, in addition to loopback names, IP addresses and `host`. */
  readonly hosts?: readonly string[];
}

/**
 * Serves the metrics on a separate port, so that they are not exposed together with the API.
 * @throws Error if the host and port cannot be used
 */
export async function startMetricsServer(
  metrics: Metrics,
  store: Store<AccessPorts>,
  { host, port, hosts = [] }: MetricsAddress,
  more: readonly GaugeSource[] = [],
): Promise<MetricsServer> {
  const gauges: readonly GaugeSource[] = [
    { name: 'store_size_bytes', help: 'Size of the database', read: () => store.size() },
    ...(store.gauges ?? []),
    {
      name: 'api_keys_expiring',
      help: 'Number of active API keys that expire within 30 days and have not been rotated',
      read: async () => (await listExpiringKeys(store)).length,
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of the process',
      read: () => process.memoryUsage.rss(),
    },
    {
      name: 'process_cpu_seconds_total',
      help: 'CPU time of the process',
      read: () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    },
    { name: 'process_uptime_seconds', help: 'Time since the start of the process', read: () => process.uptime() },
    ...more,
  ];
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    // The check protects against DNS rebinding. Without it, a web page in a browser on this machine could read the metrics.
    const { headers } = request;
    const allowedHosts = [host, parseHostIpAddress(headers.host) ?? host, ...hosts];
    const rejection = findHostRejection({ host: headers.host, origin: headers.origin }, allowedHosts, 'metrics-hosts');
    if (rejection !== undefined) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`${rejection}\n`);
      return;
    }
    void metrics.text(gauges).then((text) => {
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
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

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Store } from '../store/store.ts';
import type { Gauge, Metrics } from './metrics.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Shows the metrics on an address of their own, which whoever reaches the API does not reach. @throws Error of the listening */
export async function startMetricsServer(
  metrics: Metrics,
  store: Store,
  { host, port }: { readonly host: string; readonly port: number },
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

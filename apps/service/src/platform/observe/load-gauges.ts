import type { Connections } from '../connections/connections.ts';
import type { Concurrency } from '../rate-limit/running-requests.ts';
import type { GaugeSource } from './metrics.ts';

/** Creates gauges of the resources that clients use, such as connections and running requests. Each resource has a limit. */
export function createLoadGauges(
  { key, anonymous }: Concurrency,
  getConnections: () => Connections | undefined,
): readonly GaugeSource[] {
  return [
    { name: 'http_connections_open', help: 'Number of open connections', read: () => getConnections()?.open ?? 0 },
    {
      name: 'http_connections_refused_total',
      help: 'Number of connections refused because of a limit',
      read: () => getConnections()?.refused ?? 0,
    },
    {
      name: 'http_requests_waiting',
      help: 'Number of pipelined requests that wait for the responses to the requests before them',
      read: () => getConnections()?.waitingRequests ?? 0,
    },
    {
      name: 'http_requests_running',
      help: 'Number of authenticated requests whose response was not sent completely',
      read: () => key.requests,
    },
    {
      name: 'http_anonymous_requests_running',
      help: 'Number of MCP requests without a key whose response was not sent completely',
      read: () => anonymous.requests,
    },
    {
      name: 'http_bytes_held',
      help: 'Total size of the bodies of running requests',
      read: () => key.bytes + anonymous.bytes,
    },
  ];
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { countFields } from './protobuf-fields.ts';

/** A server that accepts the requests of the capture SDK and of its peers. */
export interface Sink {
  readonly url: string;
  /** Number of requests that the received data describes one by one. */
  readonly logs: number;
  /** Number of requests that the received data contains only as counts. */
  readonly counted: number;
  stop(): void;
}

/** `ExportTraceServiceRequest.resource_spans`, `ResourceSpans.scope_spans` and `ScopeSpans.spans` of OTLP. */
const SPANS = [1, 2, 2];

const countLines = (text: string) => text.split('\n').filter((line) => line !== '').length;

/** Returns how many requests a body describes. */
function countLogs(path: string, body: Buffer): { logs: number; counted: number } {
  if (path.endsWith('/logs-batch') || path.endsWith('/log')) return { logs: countLines(body.toString()), counted: 0 };
  if (path.endsWith('/v1/traces')) return { logs: countFields(body, SPANS), counted: 0 };
  if (path.endsWith('/v1/request')) return { logs: (JSON.parse(body.toString()) as unknown[]).length, counted: 0 };
  if (!path.endsWith('/sync')) return { logs: 0, counted: 0 };
  const { requests } = JSON.parse(body.toString()) as { requests: readonly { request_count: number }[] };
  return { logs: 0, counted: requests.reduce((sum, each) => sum + each.request_count, 0) };
}

const isGzip = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b;

/** Starts a sink. Each application needs a separate sink, because some peers cannot send to a URL with a path. */
export async function startSink(): Promise<Sink> {
  const sink = { logs: 0, counted: 0 };
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks);
      const path = (req.url ?? '').split('?', 1)[0] ?? '';
      const counts = countLogs(path, isGzip(body) ? gunzipSync(body) : body);
      sink.logs += counts.logs;
      sink.counted += counts.counted;
      const status = path.endsWith('/hint-set') ? 404 : 201;
      res.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":true}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(sink, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  });
}

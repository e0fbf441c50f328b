import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, hashKey, openStore, startServer } from '@context-sync/service';
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it, onTestFinished } from 'vitest';
import { contextSync } from './node.ts';

interface StoredLog {
  readonly status: number;
  readonly url: string;
  readonly timestamp: string;
  readonly durationMs: number;
}

const PROJECTS = ['by-sdk', 'by-json', 'by-protobuf'] as const;
const OWNER = 'ann@example.com';
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/** Starts the real service with two projects, one for each way of sending the same traffic. */
async function openService() {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-otlp-'));
  const database = join(folder, 'service.db');
  const key = createKey();
  const store = await openStore(database);
  await store.accounts.createUser(OWNER);
  for (const slug of PROJECTS) await store.accounts.createProject(slug, slug, OWNER);
  await store.accounts.createKey(OWNER, { access: 'full', hash: hashKey(key) });
  await store.close();
  const errors: unknown[] = [];
  const service = await startServer({ database, port: 0, report: (error) => errors.push(error) });
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });
  const logs = async (slug: string): Promise<readonly StoredLog[]> => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${service.url}/api/v1/projects/${slug}/logs?limit=500`, { headers });
    return ((await response.json()) as { logs: StoredLog[] }).logs.toSorted((a, b) => (a.url < b.url ? -1 : 1));
  };
  return { url: service.url, key, logs };
}

/** Starts an API. The SDK captures its traffic, and OpenTelemetry traces it. The spans have the attributes that the HTTP instrumentation sets. */
async function startTracedApi(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  const target = (slug: string) => `${url}/api/v1/projects/${slug}/otlp/v1/traces`;
  const provider = new TracerProvider({
    spanProcessors: [
      new JsonExporter({ url: target('by-json'), headers }),
      new ProtobufExporter({ url: target('by-protobuf'), headers }),
    ].map((exporter) => new BatchSpanProcessor({ exporter })),
  });
  const tracer = provider.getTracer('test');
  const capture = contextSync({
    url,
    project: 'by-sdk',
    key,
    route: () => '/pets/:petId',
    user: ({ req }) => req.headers['x-user']?.toString() ?? null,
  });
  const server = createServer((req, res) => {
    capture(req, res);
    const [, traceId = '', spanId = ''] = String(req.headers.traceparent).split('-');
    const parent = trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1, isRemote: true });
    const [path, query] = String(req.url).split('?');
    const status = Number(path?.split('/').at(-1));
    const attributes = {
      'http.request.method': req.method,
      'url.scheme': 'http',
      'server.address': '127.0.0.1',
      'server.port': (server.address() as AddressInfo).port,
      'url.path': path,
      'url.query': query,
      'http.route': '/pets/:petId',
      'user_agent.original': req.headers['user-agent'],
      'user.email': req.headers['x-user']?.toString(),
      'http.response.status_code': status,
    };
    const span = tracer.startSpan(`${req.method} /pets/:petId`, { kind: SpanKind.SERVER, attributes }, parent);
    tracer.startSpan('query', { kind: SpanKind.CLIENT }).end();
    res.writeHead(status);
    res.end(() => span.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await capture.close();
    await provider.shutdown();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

it('the OpenTelemetry exporters produce the same logs as the SDK for the same traffic', async () => {
  const { url, key, logs } = await openService();
  const { port, stop } = await startTracedApi(url, key);
  const statuses = [200, 201, 301, 404, 422, 500];
  for (let request = 0; request < 60; request += 1) {
    const status = statuses[request % statuses.length];
    const number = String(request).padStart(2, '0');
    const response = await fetch(`http://127.0.0.1:${port}/pets/${status}?at=${number}&api_key=opaque-Secret`, {
      method: request % 2 === 0 ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        traceparent: `00-0af7651916cd43dd8448eb211c8031${number}-b7ad6b71692033${number}-01`,
        'user-agent': 'claude-code/2.1',
        ...(request % 3 === 0 ? {} : { 'x-user': `user${request}@example.com` }),
      },
    });
    await response.body?.cancel();
  }
  await stop();
  const [bySdk, byJson, byProtobuf] = await Promise.all(PROJECTS.map(logs));
  expect(bySdk).toHaveLength(60);
  const getComparable = (list: readonly StoredLog[] | undefined) =>
    list?.map((log) => ({ ...log, id: '', timestamp: '', durationMs: log.durationMs >= 0 }));
  expect(getComparable(byJson)).toEqual(getComparable(bySdk));
  expect(getComparable(byProtobuf)).toEqual(getComparable(bySdk));
  const differences = bySdk?.map(
    ({ timestamp }, at) => Date.parse(byJson?.[at]?.timestamp ?? '') - Date.parse(timestamp),
  );
  expect(Math.max(...(differences ?? []).map(Math.abs))).toBeLessThan(MAX_CLOCK_DIFFERENCE_MS);
  expect(byProtobuf?.map(({ timestamp }) => timestamp)).toEqual(byJson?.map(({ timestamp }) => timestamp));
  expect(JSON.stringify([bySdk, byJson, byProtobuf])).not.toContain('opaque-Secret');
});

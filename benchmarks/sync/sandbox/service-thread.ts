// This thread serves the API of a platform. It is separate so that no other work delays its responses. The API consists
// of the five operations, optionally the extensions with the OpenAPI document that declares them, and the page
// operations of ReadMe for the peer. Every response is sent `latency` milliseconds after its request.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { getCurrentTimeMs, type TracedRequest } from '../timing/request-trace.ts';
import { OPENAPI_DOCUMENT } from './openapi-document.ts';
import type { ServiceOptions, ServiceReport } from './sandbox-service.ts';

interface ServiceResponse {
  readonly status: number;
  readonly body?: unknown;
}

const { latency, extensions } = workerData as ServiceOptions;
const NOT_FOUND: ServiceResponse = {
  status: 404,
  body: { error: { code: 'not_found', message: 'there is no such resource' } },
};
const CREATED_RESPONSE: ServiceResponse = { status: 201 };
const PAGE_SIZE = 500;

const items = new Map<string, { title: string; content: string }>();
const pages = new Map<string, unknown>();
let sources = 0;
let trace: TracedRequest[] = [];

function respondTo(method: string, path: string, query: URLSearchParams, text: string): ServiceResponse {
  if (path === '/floor') return { status: 200, body: {} };
  if (path === '/openapi.json') return extensions ? { status: 200, body: OPENAPI_DOCUMENT } : NOT_FOUND;
  const [, , area, slug] = /^(\/v2\/branches\/stable)?\/(guides)\/?(.*)$/.exec(path) ?? [];
  if (area === 'guides') return createPageResponse(method, slug ?? '', text);
  const [, resource, id] = /^\/api\/v1\/projects\/[^/]+\/?([^/]*)\/?([^/]*)$/.exec(path) ?? [];
  if (resource === '' && method === 'GET') return { status: 200, body: {} };
  if (resource === 'data-sources' && method === 'POST') {
    sources += 1;
    return extensions ? { status: 201, body: { id: `source-${sources}` } } : CREATED_RESPONSE;
  }
  return resource === 'context' ? createItemResponse(method, id ?? '', query, text) : NOT_FOUND;
}

function createItemResponse(method: string, id: string, query: URLSearchParams, text: string): ServiceResponse {
  if (method === 'POST' && id === '') {
    const createdId = `item-${items.size + 1}`;
    items.set(createdId, JSON.parse(text));
    return extensions ? { status: 201, body: { id: createdId } } : CREATED_RESPONSE;
  }
  if (!extensions) return NOT_FOUND;
  if (method === 'GET' && id === '') {
    const start = Number(query.get('after') ?? 0);
    const page = [...items].slice(start, start + PAGE_SIZE).map(([key, item]) => ({ id: key, ...item }));
    const pageEnd = start + page.length;
    return { status: 200, body: { items: page, next: pageEnd < items.size ? String(pageEnd) : null } };
  }
  if (!items.has(id)) return NOT_FOUND;
  if (method === 'PUT') items.set(id, JSON.parse(text));
  else if (method === 'DELETE') items.delete(id);
  else return NOT_FOUND;
  return { status: 200, body: { id } };
}

function createPageResponse(method: string, slug: string, text: string): ServiceResponse {
  const page = method === 'GET' ? undefined : (JSON.parse(text) as { slug: string });
  if (method === 'POST' && page) {
    pages.set(page.slug, page);
    return { status: 201, body: { data: page } };
  }
  if (!pages.has(slug)) return { status: 404, body: { title: 'not found', status: 404 } };
  if (page) pages.set(slug, page);
  return { status: 200, body: { data: pages.get(slug) } };
}

async function getText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}

const server = createServer(async (request, response) => {
  const arrivedAt = getCurrentTimeMs();
  const { method = '', url = '/' } = request;
  const text = await getText(request);
  const { pathname, searchParams } = new URL(url, 'http://loopback');
  const { status, body } = respondTo(method, pathname, searchParams, text);
  const sendReport = () => {
    trace.push({ method, path: pathname, arrived: arrivedAt, respondedAt: getCurrentTimeMs() });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
  if (latency > 0) setTimeout(sendReport, latency);
  else sendReport();
});
// With this timeout, connections stay open while a client pauses between two requests.
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => parentPort?.postMessage({ port: (server.address() as AddressInfo).port }));

parentPort?.on('message', () => {
  const titles = new Set([...items.values()].map(({ title }) => title));
  const report: ServiceReport = { items: items.size, titles: titles.size, pages: pages.size, sources, trace };
  trace = [];
  parentPort?.postMessage(report);
});

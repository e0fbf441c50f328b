import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ContextItemInput, contextItemInput, type DataSourceInput, dataSourceInput } from '@context-sync/core';
import type { Cleanup } from '../process/cleanup.ts';
import { listenOnLoopback } from '../process/listen-on-loopback.ts';

/** A request that the server has received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * A server that implements only the specification: five operations, request bodies with exactly the known properties, 201 with an empty body, no
 * OpenAPI document, and no idempotency.
 */
export interface SpecificationServer {
  readonly url: string;
  readonly key: string;
  readonly project: string;
  readonly items: readonly ContextItemInput[];
  readonly dataSources: readonly DataSourceInput[];
  readonly requests: readonly ReceivedRequest[];
}

const API_KEY = 'spec_key_0123456789abcdef';
const PROJECT_SLUG = 'octo-api';
const PROJECT_PATH = `/api/v1/projects/${PROJECT_SLUG}`;

export async function startSpecificationServer(cleanup: Cleanup): Promise<SpecificationServer> {
  const items: ContextItemInput[] = [];
  const dataSources: DataSourceInput[] = [];
  const requests: ReceivedRequest[] = [];

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback');
    const method = request.method ?? '';
    const idempotencyKey = request.headers['idempotency-key'];
    requests.push({
      method,
      path: pathname,
      idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
    });
    const text = await readText(request);
    if (request.headers.authorization !== `Bearer ${API_KEY}`)
      return refuse(response, 401, 'Unauthorized', 'API key missing or invalid');
    if (method === 'GET' && pathname === PROJECT_PATH) return send(response, 200, '{}');
    if (method === 'GET' && pathname === `${PROJECT_PATH}/logs`) return send(response, 200, '[]');
    if (method === 'POST' && pathname === `${PROJECT_PATH}/context`)
      return create(response, contextItemInput.safeParse(parseJson(text)), items);
    if (method === 'POST' && pathname === `${PROJECT_PATH}/data-sources`)
      return create(response, dataSourceInput.safeParse(parseJson(text)), dataSources);
    refuse(response, 404, 'NotFound', 'no such project or resource');
  };

  const server = createServer((request, response) => void respond(request, response));
  const url = await listenOnLoopback(cleanup, server);
  return { url, key: API_KEY, project: PROJECT_SLUG, items, dataSources, requests };
}

function create<T>(
  response: ServerResponse,
  parsedInput: { success: true; data: T } | { success: false },
  into: T[],
): void {
  if (parsedInput.success) {
    into.push(parsedInput.data);
    send(response, 201, '');
  } else {
    refuse(response, 400, 'Invalid', 'the body is invalid');
  }
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  send(response, status, JSON.stringify({ error: { code, message } }));
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, body === '' ? {} : { 'content-type': 'application/json' }).end(body);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

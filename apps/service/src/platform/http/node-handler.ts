import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A handler of Node's HTTP server, such as the callback of a Koa app. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A Node request and response without a connection. */
export interface HandledExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface ExchangeOptions {
  /** Path and query of the request. Default: those of its URL. */
  readonly path?: string;
  readonly body?: string | undefined;
  /** Whether the client uses TLS, which a proxy may terminate. */
  readonly isSecure: boolean;
}

/** Collects a response instead of sending it. */
class CollectedResponse extends ServerResponse {
  readonly chunks: Buffer[] = [];

  override write(chunk: string | Uint8Array): boolean {
    this.chunks.push(Buffer.from(chunk));
    return true;
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.chunks.push(Buffer.from(chunk));
    this.finished = true;
    this.emit('finish');
    return this;
  }
}

/** Converts a request to a Node request and response, which a library for Node's HTTP server can use. */
export function createNodeExchange(
  { url, method, headers }: Request,
  { path, body, isSecure }: ExchangeOptions,
): HandledExchange & { readonly response: CollectedResponse } {
  const { pathname, search } = new URL(url);
  const request = new IncomingMessage(Object.assign(new Socket(), { encrypted: isSecure }));
  const givenHeaders = new Headers(headers);
  givenHeaders.delete('transfer-encoding');
  if (body === undefined) givenHeaders.delete('content-length');
  else givenHeaders.set('content-length', String(Buffer.byteLength(body)));
  Object.assign(request, {
    method,
    url: path ?? `${pathname}${search}`,
    headers: Object.fromEntries(givenHeaders),
    httpVersion: '1.1',
    complete: true,
  });
  if (body !== undefined) request.push(body);
  request.push(null);
  return { request, response: new CollectedResponse(request) };
}

/**
 * Runs a handler of Node's HTTP server for a request, and returns its response. The response passes through the middleware of the API, which logs and
 * counts its status and sets headers. This would not happen if the handler wrote to the connection directly.
 */
export async function runNodeHandler(
  handler: NodeHandler,
  request: Request,
  options: ExchangeOptions,
): Promise<Response> {
  const exchange = createNodeExchange(request, options);
  await handler(exchange.request, exchange.response);
  const { statusCode: status, chunks } = exchange.response;
  const headers = new Headers();
  for (const [name, value] of Object.entries(exchange.response.getHeaders())) {
    for (const each of Array.isArray(value) ? value : [String(value)]) headers.append(name, each);
  }
  headers.delete('content-length');
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), { status, headers });
}

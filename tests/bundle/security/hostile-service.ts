import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Cleanup, listenOnLoopback } from '@context-sync/testkit';

/** Responds to a request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse, path: string) => void;

export interface HostileService {
  readonly url: string;
  /** Every request in the form `METHOD path`, with its Authorization header. */
  readonly requests: readonly { readonly line: string; readonly authorization: string | undefined }[];
}

/** Starts a service whose responses a test defines. */
export async function startHostileService(cleanup: Cleanup, respond: RequestHandler): Promise<HostileService> {
  const requests: { line: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const { method = '', url = '/', headers } = request;
    requests.push({ line: `${method} ${url}`, authorization: headers.authorization });
    request.once('end', () => respond(request, response, new URL(url, 'http://loopback').pathname));
  });
  return { url: await listenOnLoopback(cleanup, server), requests };
}

/** Responds with JSON. */
export function respondWith(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

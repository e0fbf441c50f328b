import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Responds to a request. The parameter `body` is the body of the request. */
export type Respond = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** The two ways in which the client sends requests. Without `fetch`, it sends writes with `node:http`. */
export const SENDERS: readonly (readonly [name: string, options: { readonly fetch?: typeof fetch }])[] = [
  ['node:http', {}],
  ['fetch', { fetch }],
];

/**
 * Starts a real server on loopback that sends these responses one after another, and the last one for all further requests. The server is closed at
 * the end of the test.
 */
export async function serve(...responses: readonly Respond[]) {
  const seenRequests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const respond = responses[Math.min(seenRequests.length, responses.length - 1)];
      seenRequests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      respond?.(request, response, body);
    });
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen: seenRequests, server };
}

import { createServer, request } from 'node:http';
import { listen } from '../../../testing/listen.fixture.ts';

/**
 * Starts a proxy that adds a key to all requests, because the suite sends no key. The proxy does not change Host and Origin.
 * @returns the URL of the proxy
 */
export async function startKeyProxy(target: string, key: string): Promise<string> {
  const server = createServer((incomingMessage, outgoing) => {
    const headers = { ...incomingMessage.headers, authorization: `Bearer ${key}` };
    const passedRequest = request(target, { method: incomingMessage.method ?? 'GET', headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    // The forwarded request is canceled if the client disconnects.
    outgoing.on('close', () => passedRequest.destroy());
    passedRequest.on('error', () => outgoing.destroy());
    incomingMessage.pipe(passedRequest);
  });
  return `http://127.0.0.1:${await listen(server)}${new URL(target).pathname}`;
}

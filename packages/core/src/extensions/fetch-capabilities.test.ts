import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { parseBaseUrl } from '../client/base-url.ts';
import { createTransport } from '../client/http-transport.ts';
import { fetchCapabilities, NO_CAPABILITIES } from './capabilities.ts';

/** Fetches the capabilities from a server that responds to every request with this status. */
async function fetchFrom(status: number) {
  const server = createServer((_request, response) => response.writeHead(status).end('{"error":{"code":"x"}}'));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = parseBaseUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return fetchCapabilities(createTransport({ baseUrl, apiKey: 'key', retries: 0 }));
}

it.each([401, 403, 404, 410])('a service that responds with %i has no capabilities', async (status) => {
  expect(await fetchFrom(status)).toEqual(NO_CAPABILITIES);
});

it.each([408, 425, 429, 500, 503])('fetching capabilities fails if the service responds with %i', async (status) => {
  await expect(fetchFrom(status)).rejects.toMatchObject({ status });
});

import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { listen, SERVER_TIMEOUTS } from '../platform/connections/listen.ts';
import { connectRaw, type RawClient } from '../platform/connections/raw-client.fixture.ts';
import { type ConcurrencyOptions, createConcurrency } from '../platform/rate-limit/running-requests.ts';
import { ITEM, OPENAPI_DOCUMENT, OWN_PROJECT, openService, projectPath } from '../testing/service.fixture.ts';

const ITEM_TEXT = JSON.stringify(ITEM);

async function serve(options: ConcurrencyOptions) {
  const service = await openService();
  const { store, parsers, reported, keys } = service;
  const concurrency = createConcurrency(options);
  const app = createApp(store, (error) => reported.push(error), { parsers, concurrency, requestDeadline: 600_000 });
  const handle = (request: Request, bindings: unknown) => app.fetch(request, bindings as object);
  const server = await listen(handle, { host: '127.0.0.1', port: 0, limits: SERVER_TIMEOUTS });
  onTestFinished(() => server.close(0));
  const connect = () => connectRaw(server.port);
  /** Starts a request. The service waits for the body, which the test sends later. */
  const send = (client: RawClient, method: string, path: string, length = 0, key = keys.ann) => {
    const head = `${method} ${projectPath(path)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`;
    client.send(`${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`);
  };
  return { ...service, concurrency, connect, send };
}

it('the number of running requests of a key is limited, and further requests are not executed', async () => {
  const { concurrency, connect, send, keys, count } = await serve({ key: { requests: 2 } });
  const clients = [await connect(), await connect()];
  for (const client of clients) send(client, 'POST', '/context', ITEM_TEXT.length);
  await expect.poll(() => concurrency.key.requests).toBe(2);
  const excess = await connect();
  send(excess, 'POST', '/context', ITEM_TEXT.length);
  excess.send(ITEM_TEXT);
  const refusedResponse = await excess.read();
  expect([refusedResponse?.status, refusedResponse?.headers['retry-after']]).toEqual([429, '1']);
  expect(refusedResponse?.body).toContain('2 requests of this API key are running');
  // Other keys are not affected.
  const other = await connect();
  send(other, 'GET', '/context', 0, keys.annsOther);
  expect((await other.read())?.status).toBe(200);
  for (const client of clients) {
    client.send(ITEM_TEXT);
    expect((await client.read())?.status).toBe(201);
  }
  await expect.poll(() => concurrency.key.requests).toBe(0);
  expect([concurrency.key.bytes, await count('context_items')]).toEqual([0, 2]);
});

it('the number of bytes in running requests of a key is limited, and the bytes count before they arrive', async () => {
  const { concurrency, connect, send } = await serve({ key: { bytes: 1_000_000 } });
  const uploads = [await connect(), await connect(), await connect()];
  for (const client of uploads) send(client, 'POST', '/context', 250_000);
  await expect.poll(() => concurrency.key.bytes).toBe(750_000);
  const excess = await connect();
  send(excess, 'POST', '/context', 250_001);
  const refusedResponse = await excess.read();
  expect([
    refusedResponse?.status,
    refusedResponse?.headers['retry-after'],
    refusedResponse?.headers.connection,
  ]).toEqual([429, '1', 'close']);
  expect(refusedResponse?.body).toContain('have 750000 bytes');
  for (const client of uploads) client.socket.destroy();
  await expect.poll(() => [concurrency.key.requests, concurrency.key.bytes]).toEqual([0, 0]);
});

it('responses that their clients do not read count until the clients disconnect', async () => {
  const { concurrency, connect, send, store, projectId } = await serve({ key: { bytes: 20_000_000 } });
  const text = JSON.stringify({ ...OPENAPI_DOCUMENT, 'x-large': 'x'.repeat(8_000_000) });
  await store.apiDescriptions.put(await projectId(OWN_PROJECT), { format: 'json', text });
  const clients: RawClient[] = [];
  for (const expected of [1, 2]) {
    const client = await connect();
    client.socket.pause();
    send(client, 'GET', '/api-description');
    await expect.poll(() => concurrency.key.bytes).toBe(expected * text.length);
    clients.push(client);
  }
  const excess = await connect();
  send(excess, 'GET', '/api-description');
  expect((await excess.read())?.status).toBe(429);
  for (const client of clients) client.socket.destroy();
  await expect.poll(() => [concurrency.key.requests, concurrency.key.bytes]).toEqual([0, 0]);
  send(excess, 'GET', '/api-description');
  expect((await excess.read())?.status).toBe(200);
});

it('MCP requests without a key are counted by IP address', async () => {
  const { concurrency, connect, store } = await serve({ anonymous: { requests: 1 } });
  await store.accounts.setAnonymousMcp(OWN_PROJECT, true);
  const [first, second] = [await connect(), await connect()];
  const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
  first.send(head);
  await expect.poll(() => concurrency.anonymous.requests).toBe(1);
  second.send(head);
  const refusedResponse = await second.read();
  expect([refusedResponse?.status, refusedResponse?.headers['retry-after']]).toEqual([429, '1']);
  first.socket.destroy();
  await expect.poll(() => concurrency.anonymous.requests).toBe(0);
});

import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConnectionLimits } from './connections.ts';
import { listen, SERVER_TIMEOUTS, type ServerTimeouts } from './listen.ts';
import { connectRaw } from './raw-client.fixture.ts';

interface Started {
  readonly path: string;
  respond(body?: string): void;
}

/** Starts a server whose requests wait until the test responds to them. */
async function serveByHand(timeouts: Partial<ServerTimeouts> = {}, connectionLimits?: ConnectionLimits) {
  const startedStarteds: Started[] = [];
  const handle = (request: Request) =>
    new Promise<Response>((resolve) => {
      const respond = (body = request.url) => resolve(new Response(body));
      startedStarteds.push({ path: new URL(request.url).pathname, respond });
    });
  return { started: startedStarteds, ...(await serve(handle, timeouts, connectionLimits)) };
}

async function serve(
  handle: (request: Request) => Response | Promise<Response>,
  timeouts: Partial<ServerTimeouts> = {},
  connectionLimits?: ConnectionLimits,
) {
  const server = await listen(handle, {
    host: '127.0.0.1',
    port: 0,
    limits: { ...SERVER_TIMEOUTS, ...timeouts },
    ...(connectionLimits ? { connectionLimits } : {}),
  });
  onTestFinished(() => server.close(0));
  return { server, connect: () => connectRaw(server.port) };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const getAll = (count: number) => Array.from({ length: count }, (_, index) => get(`/${index}`)).join('');
const paths = (responses: readonly { readonly body: string }[]) => responses.map(({ body }) => new URL(body).pathname);

describe('pipelined requests', () => {
  it('pipelined requests start one at a time, after the client has received the previous response', async () => {
    const { started, server, connect } = await serveByHand();
    const client = await connect();
    client.send(getAll(10));
    for (let index = 0; index < 10; index += 1) {
      await expect.poll(() => started.length).toBe(index + 1);
      expect(server.connections.waitingRequests).toBe(9 - index);
      started[index]?.respond();
      expect(paths([(await client.read()) ?? { body: 'http://none' }])).toEqual([`/${index}`]);
    }
    expect(server.connections.waitingRequests).toBe(0);
    client.send(get('/later'));
    await expect.poll(() => started.length).toBe(11);
  });

  it('pipelined requests of one connection do not delay requests of another connection', async () => {
    const { started, connect } = await serveByHand();
    const [slow, other] = [await connect(), await connect()];
    slow.send(getAll(1_000));
    await expect.poll(() => started.length).toBe(1);
    other.send(get('/other'));
    await expect.poll(() => started.map(({ path }) => path)).toEqual(['/0', '/other']);
  });

  it('pipelined requests are not read from the connection while earlier requests wait', async () => {
    const { server, started, connect } = await serveByHand();
    const client = await connect();
    // The client sends 50 MB, of which the service buffers only the 64 KiB of one read.
    client.send(getAll(1_000_000));
    await expect.poll(() => started.length).toBe(1);
    await expect.poll(() => client.socket.writableLength).toBeGreaterThan(0);
    expect(server.connections.waitingRequests).toBeLessThan(3_000);
  });

  it('any number of pipelined requests get their responses in order', async () => {
    const { server, connect } = await serve((request) => new Response(request.url));
    const client = await connect();
    client.send(getAll(20_000));
    for (let index = 0; index < 20_000; index += 1) {
      const response = await client.read();
      if (!response?.body.endsWith(`/${index}`)) expect(response).toEqual(`response ${index}`);
    }
    expect(server.connections.waitingRequests).toBe(0);
  });

  it('pipelined requests with bodies are read one after the other', async () => {
    const { connect } = await serve(async (request) => new Response(String((await request.text()).length)));
    const client = await connect();
    const sizes = [0, 1, 70_000, 5, 1_000_000, 0, 65_536, 3];
    for (const size of sizes) {
      client.send(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`);
      void client.sendZeros(size);
    }
    const received: number[] = [];
    while (received.length < sizes.length) received.push(Number((await client.read())?.body ?? Number.NaN));
    expect(received).toEqual(sizes);
  });

  it('pipelined requests after a response that ends the connection are not executed', async () => {
    const startedRequests: string[] = [];
    const { connect } = await serve((request) => {
      startedRequests.push(new URL(request.url).pathname);
      return new Response('', { headers: { connection: 'close' } });
    });
    const client = await connect();
    client.send(getAll(10));
    expect(await client.readAll()).toHaveLength(1);
    expect([startedRequests, client.getOutcome()]).toEqual([['/0'], 'ended']);
  });

  it('pipelined requests get their responses before the error for the invalid input after them', async () => {
    const { connect } = await serve((request) => new Response(request.url));
    const client = await connect();
    client.send(`${getAll(3)}invalid\r\n\r\n`);
    expect((await client.readAll()).map(({ status }) => status)).toEqual([200, 200, 200, 400]);
  });

  it('pipelined requests are released when their client disconnects', async () => {
    const { server, started, connect } = await serveByHand();
    const client = await connect();
    client.send(getAll(100));
    await expect.poll(() => server.connections.waitingRequests).toBe(99);
    client.socket.destroy();
    // The service notices that a paused connection was closed only when it writes to the connection.
    started[0]?.respond('x'.repeat(1_000_000));
    await expect.poll(() => server.connections.open).toBe(0);
    expect([server.connections.waitingRequests, started.length]).toEqual([0, 1]);
  });
});

describe('a client that does not read its response', () => {
  const LARGE = 'x'.repeat(20_000_000);

  it('a client that does not read its response is disconnected if nothing could be sent before the time limit', async () => {
    let startedCount = 0;
    const count = async () => {
      startedCount += 1;
      return new Response(LARGE);
    };
    const { server, connect } = await serve(count, { send: 200 });
    const client = await connect();
    client.socket.pause();
    client.send(getAll(1_000));
    await expect.poll(() => startedCount).toBe(1);
    await expect.poll(() => server.connections.open).toBe(0);
    expect([startedCount, server.connections.waitingRequests]).toEqual([1, 0]);
  });

  it('a stream that has nothing to send stays open after the time limit', async () => {
    let push = (_text: string): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    const { server, connect } = await serve(async () => new Response(body), { send: 50 });
    const client = await connect();
    client.send(get('/'));
    push('first');
    await expect.poll(() => client.socket.bytesRead).toBeGreaterThan(0);
    // The timeout expires several times.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const before = client.socket.bytesRead;
    push('second');
    await expect.poll(() => client.socket.bytesRead).toBeGreaterThan(before);
    expect(server.connections.open).toBe(1);
  });
});

describe('a client that does not close a connection that the service has ended', () => {
  it.each([
    ['sends nothing', { idle: 100, total: 600_000 }, 0],
    ['sends without end', { idle: 600_000, total: 100 }, Number.POSITIVE_INFINITY],
  ])(
    'a client that does not close a connection that the service has ended is disconnected after a time limit if it %s',
    async (_name, linger, bytes) => {
      const { server, connect } = await serve(async () => new Response('no', { status: 413 }), { linger });
      const client = await connect();
      client.socket.allowHalfOpen = true;
      client.send('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n');
      void client.sendZeros(bytes);
      expect((await client.read())?.status).toBe(413);
      await expect.poll(() => server.connections.open).toBe(0);
    },
  );
});

describe('connection limits', () => {
  it('a client with too many connections gets 503 until it closes a connection, and its other requests continue', async () => {
    const { server, connect } = await serve(async () => new Response('ok'), {}, { total: 100, perAddress: 2 });
    const [first] = [await connect(), await connect()];
    const excess = await connect();
    expect(await excess.read()).toMatchObject({
      status: 503,
      headers: { connection: 'close', 'retry-after': '5' },
      body: expect.stringContaining('More than 2 connections of this IP address are open'),
    });
    expect([await excess.read(), excess.getOutcome()]).toEqual([undefined, 'ended']);
    first?.send(get('/'));
    expect((await first?.read())?.status).toBe(200);
    first?.socket.destroy();
    await expect.poll(() => server.connections.open).toBe(1);
    const next = await connect();
    next.send(get('/'));
    expect((await next.read())?.status).toBe(200);
    expect(server.connections.refused).toBe(1);
  });

  it('connections over the total limit are closed', async () => {
    const { server, connect } = await serve(async () => new Response('ok'), {}, { total: 3, perAddress: undefined });
    const clients = [await connect(), await connect(), await connect()];
    await expect.poll(() => server.connections.open).toBe(3);
    const excess = await connect();
    expect(await excess.read()).toBeUndefined();
    clients[0]?.send(get('/'));
    expect((await clients[0]?.read())?.status).toBe(200);
    expect(server.connections.refused).toBe(1);
  });
});

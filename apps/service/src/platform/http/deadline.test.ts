import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { openService } from '../../testing/service.fixture.ts';
import { listen, SERVER_TIMEOUTS } from '../connections/listen.ts';

/** A request whose body is being read and has not arrived completely, as provided by Node's server. */
class Arriving extends EventEmitter {
  complete = false;
  readableFlowing = true;
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST', 'PUT', 'PATCH'];
/** Methods, and whether the request has a body. */
const REQUESTS = [
  ...METHODS.map((method) => [method, 'no body'] as const),
  ...['GET', 'DELETE', 'POST', 'PUT', 'PATCH'].map((method) => [method, 'a body'] as const),
];

/** Starts a server with a short deadline, whose handler never responds. The handler reads the body if the path is `/read`. */
async function startHanging() {
  const { store } = await openService();
  const reportedErrors: string[] = [];
  const app = createApp(store, (error) => reportedErrors.push(String(error)), { requestDeadline: 300 });
  const hang = () => new Promise<Response>(() => undefined);
  app.on(METHODS, '/unread', hang);
  app.on(METHODS, '/read', async (c) => {
    await c.req.text();
    return hang();
  });
  const server = await listen(app.fetch, { host: '127.0.0.1', port: 0, limits: SERVER_TIMEOUTS });
  onTestFinished(() => server.close(0));
  return { port: server.port, reported: reportedErrors };
}

/** Creates an app with a route that responds only when `respond` is called. */
async function openSlow() {
  const { store } = await openService();
  const reportedErrors: string[] = [];
  const app = createApp(store, (error) => reportedErrors.push(String(error)));
  let onBegin = () => {};
  let respond = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    onBegin = resolve;
  });
  const responsePromise = new Promise<void>((resolve) => {
    respond = resolve;
  });
  app.on(['GET', 'POST'], '/slow/:secret', async (c) => {
    onBegin();
    await responsePromise;
    return c.json({ status: 'done' });
  });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sendRequest = (method: string, incoming?: Arriving) =>
    app.request('/slow/S3cr3t', { method, headers: { 'x-request-id': 'r1' } }, { incoming });
  return { sendRequest, hasBegun, respond, reported: reportedErrors };
}

describe('request deadline', () => {
  it.each([
    ['GET', '5', 'The request took longer than 30 s'],
    [
      'POST',
      null,
      'The request took longer than 30 s; the request may have been executed: send it again with the same Idempotency-Key, or check first',
    ],
  ])('a %s request that exceeds the deadline returns 503 with Retry-After %s', async (method, retryAfter, message) => {
    const { sendRequest, hasBegun, respond, reported } = await openSlow();
    const responsePromise = sendRequest(method);
    await hasBegun;
    await vi.advanceTimersByTimeAsync(30_000);
    const response = await responsePromise;
    const headers = ['retry-after', 'x-request-id'].map((name) => response.headers.get(name));
    expect([response.status, ...headers]).toEqual([503, retryAfter, 'r1']);
    expect(await response.json()).toEqual({ error: { code: 'unavailable', message, requestId: 'r1' } });
    expect(reported).toEqual([`Error: The request took longer than 30 s: ${method} /slow/:secret`]);
    // The deadline has already ended the request, so this late response must be ignored.
    respond();
    await vi.advanceTimersByTimeAsync(0);
    expect(reported).toHaveLength(1);
  });

  it('a request that finishes before the deadline succeeds', async () => {
    const { sendRequest, hasBegun, respond } = await openSlow();
    const responsePromise = sendRequest('POST');
    await hasBegun;
    await vi.advanceTimersByTimeAsync(29_999);
    respond();
    expect((await responsePromise).status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the request deadline does not start before the body has arrived', async () => {
    const { sendRequest, hasBegun, respond } = await openSlow();
    const incomingArriving = new Arriving();
    const responsePromise = sendRequest('POST', incomingArriving);
    await hasBegun;
    await vi.advanceTimersByTimeAsync(59_000);
    incomingArriving.emit('end');
    await vi.advanceTimersByTimeAsync(29_999);
    respond();
    expect((await responsePromise).status).toBe(200);
  });

  it('the request deadline starts as soon as a slow body has arrived', async () => {
    const { sendRequest, hasBegun } = await openSlow();
    const incomingArriving = new Arriving();
    const responsePromise = sendRequest('POST', incomingArriving);
    await hasBegun;
    await vi.advanceTimersByTimeAsync(59_000);
    incomingArriving.emit('end');
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await responsePromise).status).toBe(503);
  });

  it.each(REQUESTS)('a %s request with %s gets 503 if its handler never ends', async (method, body) => {
    const { port, reported } = await startHanging();
    for (const path of ['/unread', '/read']) {
      const client = request({ port, method, path, ...(body === 'a body' && { headers: { 'content-length': 4 } }) });
      client.end(body === 'a body' ? 'text' : undefined);
      const [response] = (await once(client, 'response')) as [IncomingMessage];
      const text = await readText(response);
      const isRead = method === 'GET' || method === 'HEAD';
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, isRead ? '5' : undefined]);
      if (method !== 'HEAD') expect(JSON.parse(text).error.message).toMatch(/^The request took longer than 0\.3 s/);
      expect(reported.splice(0)).toEqual([`Error: The request took longer than 0.3 s: ${method} ${path}`]);
    }
  });

  it('a request whose body no one reads gets 503, although the body has not arrived completely', async () => {
    const { port, reported } = await startHanging();
    const client = request({ port, method: 'POST', path: '/unread', headers: { 'content-length': 10_000_000 } });
    client.on('error', () => undefined);
    client.write('x');
    const [response] = (await once(client, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(503);
    client.destroy();
    expect(reported).toEqual(['Error: The request took longer than 0.3 s: POST /unread']);
  });
});

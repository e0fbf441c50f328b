import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { openService } from '../../testing/service.fixture.ts';

/** A request whose body has not arrived completely, as provided by Node's server. */
class Arriving extends EventEmitter {
  complete = false;
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
});

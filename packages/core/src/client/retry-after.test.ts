import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTransport, type TransportOptions } from './http-transport.ts';

// Time advances only when a test advances it. The responses are created by a function, because a real server could not use this clock.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends a write whose attempts get these responses, and counts the attempts. */
function sendAll(responses: readonly Response[], options: Partial<TransportOptions> = {}) {
  let attempts = 0;
  const send = createTransport({
    baseUrl: new URL('https://api.example.com/'),
    apiKey: 'key',
    fetch: async () => {
      attempts += 1;
      return responses[attempts - 1] ?? new Response('{"id":"c1"}', { status: 201 });
    },
    ...options,
  });
  const endPromise = send({ method: 'post', path: ['items'], json: {}, idempotencyKey: 'k' }).then(
    ({ status }) => status,
    (error: unknown) => error,
  );
  return { ended: endPromise, attempts: () => attempts };
}

const busy = (status: number, retryAfter: string) =>
  new Response('', { status, headers: { 'retry-after': retryAfter } });
const FIRST_ATTEMPT_MS = 1;

describe('Retry-After', () => {
  it.each([
    ['the seconds in Retry-After of a 429', 429, '7', 7_000],
    ['the seconds in Retry-After of a 503', 503, '20', 20_000],
    ['the time until the date in Retry-After of a 429', 429, 'Thu, 01 Jan 2026 00:00:15 GMT', 15_000],
    ['limited to the maximum', 429, '3600', 30_000],
  ])('the wait before the next attempt is %s', async (_how, status, retryAfter, wait) => {
    const { ended, attempts } = sendAll([busy(status, retryAfter)]);
    await vi.advanceTimersByTimeAsync(wait - FIRST_ATTEMPT_MS);
    expect(attempts()).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * FIRST_ATTEMPT_MS);
    expect(attempts()).toBe(2);
    expect(await ended).toBe(201);
  });

  it('the wait before the next attempt depends on the Retry-After header of the last response', async () => {
    const { ended, attempts } = sendAll([busy(429, '4'), busy(503, '11')]);
    await vi.advanceTimersByTimeAsync(4_001);
    expect(attempts()).toBe(2);
    await vi.advanceTimersByTimeAsync(10_998);
    expect(attempts()).toBe(2);
    await vi.advanceTimersByTimeAsync(2);
    expect(attempts()).toBe(3);
    expect(await ended).toBe(201);
  });

  it('a request is not retried if the wait exceeds the deadline of the call', async () => {
    const { ended, attempts } = sendAll([busy(429, '25')], { totalTimeout: 10_000 });
    await vi.advanceTimersByTimeAsync(10_001);
    expect(await ended).toMatchObject({ kind: 'rate-limited', outcomeUnknown: false });
    expect(attempts()).toBe(1);
  });

  it.each([
    [429, '3600', 'POST /items returned 429; the platform asks to wait 60 minutes'],
    [503, '90', 'POST /items returned 503; the platform asks to wait 2 minutes'],
    [429, '20', 'POST /items returned 429'],
  ])(
    'the error of a call that ends during the wait of a %i with %s seconds is %s',
    async (status, seconds, message) => {
      const { ended } = sendAll(
        Array.from({ length: 5 }, () => busy(status, seconds)),
        { totalTimeout: 50_000 },
      );
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await ended).toMatchObject({ message, status });
    },
  );
});

it('the client backs off for at most half a second if a 429 has no Retry-After', async () => {
  const { ended, attempts } = sendAll([new Response('', { status: 429 })]);
  await vi.advanceTimersByTimeAsync(501);
  expect(attempts()).toBe(2);
  expect(await ended).toBe(201);
});

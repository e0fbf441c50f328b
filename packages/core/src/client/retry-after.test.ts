import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTransport, type TransportOptions } from './transport.ts';

// Time passes only when a test says so; the responses come from a function, as no server could keep to such a clock.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends a write that is answered with these responses, and counts the attempts. */
function sent(responses: readonly Response[], options: Partial<TransportOptions> = {}) {
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
  const ended = send({ method: 'post', path: ['items'], json: {}, idempotencyKey: 'k' }).then(
    ({ status }) => status,
    (error: unknown) => error,
  );
  return { ended, attempts: () => attempts };
}

const busy = (status: number, retryAfter: string) =>
  new Response('', { status, headers: { 'retry-after': retryAfter } });
const FIRST_ATTEMPT_MS = 1;

describe('the client waits before the next attempt', () => {
  it.each([
    ['as long as a 429 asks, in seconds', 429, '7', 7_000],
    ['as long as a 503 asks, in seconds', 503, '20', 20_000],
    ['until the time that a 429 names', 429, 'Thu, 01 Jan 2026 00:00:15 GMT', 15_000],
    ['no longer than the bound', 429, '3600', 30_000],
  ])('%s', async (_how, status, retryAfter, wait) => {
    const { ended, attempts } = sent([busy(status, retryAfter)]);
    await vi.advanceTimersByTimeAsync(wait - FIRST_ATTEMPT_MS);
    expect(attempts()).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * FIRST_ATTEMPT_MS);
    expect(attempts()).toBe(2);
    expect(await ended).toBe(201);
  });

  it('each time as long as the last response asks', async () => {
    const { ended, attempts } = sent([busy(429, '4'), busy(503, '11')]);
    await vi.advanceTimersByTimeAsync(4_001);
    expect(attempts()).toBe(2);
    await vi.advanceTimersByTimeAsync(10_998);
    expect(attempts()).toBe(2);
    await vi.advanceTimersByTimeAsync(2);
    expect(attempts()).toBe(3);
    expect(await ended).toBe(201);
  });

  it('not at all where the wait would outlast the time for the call', async () => {
    const { ended, attempts } = sent([busy(429, '25')], { totalTimeout: 10_000 });
    await vi.advanceTimersByTimeAsync(10_001);
    expect(await ended).toMatchObject({ kind: 'timeout', outcomeUnknown: false });
    expect(attempts()).toBe(1);
  });
});

it('the client backs off for at most half a second if a 429 has no Retry-After', async () => {
  const { ended, attempts } = sent([new Response('', { status: 429 })]);
  await vi.advanceTimersByTimeAsync(501);
  expect(attempts()).toBe(2);
  expect(await ended).toBe(201);
});

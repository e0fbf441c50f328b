import { describe, expect, it } from 'vitest';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** Creates a clock whose time advances only when a task sleeps. */
function createClock() {
  let time = 0;
  return {
    now: () => time,
    sleep: async (milliseconds: number) => {
      time += milliseconds;
    },
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

const getResponse = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
});
const neverHappens = () => false;

describe('ConcurrencyLimiter', () => {
  it('the concurrency limit is halved on overload responses, at most once per second, down to one', () => {
    const clock = createClock();
    const limiter = new ConcurrencyLimiter(8, clock);
    for (let at = 0; at < 5; at += 1) limiter.onResponse(getResponse(429));
    expect(limiter.limit).toBe(4);
    for (let at = 0; at < 9; at += 1) {
      clock.pass(1_000);
      limiter.onResponse(getResponse(503));
    }
    expect(limiter.limit).toBe(1);
  });

  it('the concurrency limit increases by one per round of successes, up to the maximum', () => {
    const clock = createClock();
    const limiter = new ConcurrencyLimiter(8, clock);
    limiter.onResponse(getResponse(429));
    for (let at = 0; at < 5; at += 1) limiter.onResponse(getResponse(201));
    expect(limiter.limit).toBe(5);
    for (let at = 0; at < 200; at += 1) limiter.onResponse(getResponse(201));
    expect(limiter.limit).toBe(8);
  });

  it('ConcurrencyLimiter runs no more requests than its limit allows', async () => {
    const limiter = new ConcurrencyLimiter(3, createClock());
    let [now, most] = [0, 0];
    const work = async () => {
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => limiter.run(work, neverHappens)));
    expect([most, now]).toEqual([3, 0]);
  });
});

describe('pauses of ConcurrencyLimiter', () => {
  it.each<[string, ReturnType<typeof getResponse>, number]>([
    ['Retry-After in seconds', getResponse(429, { 'retry-after': '7' }), 7_000],
    ['a Retry-After over the limit', getResponse(503, { 'retry-after': '3600' }), 60_000],
    ['429 without a header', getResponse(429), 1_000],
    ['RateLimit without remaining requests', getResponse(200, { ratelimit: '"default";r=0;t=12' }), 12_000],
    ['RateLimit with remaining requests', getResponse(200, { ratelimit: '"default";r=1;t=12' }), 0],
    ['RateLimit-Remaining', getResponse(200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '5' }), 5_000],
    ['X-RateLimit-Remaining', getResponse(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' }), 5_000],
    ['a reset that is not a number', getResponse(200, { 'ratelimit-remaining': '0', 'ratelimit-reset': 'soon' }), 0],
    ['a successful response', getResponse(201), 0],
  ])('all requests pause after %s', async (_name, sign, milliseconds) => {
    const clock = createClock();
    const limiter = new ConcurrencyLimiter(2, clock);
    limiter.onResponse(sign);
    await limiter.run(async () => undefined, neverHappens);
    expect(clock.now()).toBe(milliseconds);
  });

  it('the pause ends when the run is canceled', async () => {
    const clock = createClock();
    const limiter = new ConcurrencyLimiter(2, clock);
    limiter.onResponse(getResponse(429, { 'retry-after': '50' }));
    const isOver = () => clock.now() >= 1_000;
    expect(await limiter.run(() => Promise.reject(new Error('was done')), isOver)).toBe(false);
    expect(clock.now()).toBeLessThan(1_500);
  });
});

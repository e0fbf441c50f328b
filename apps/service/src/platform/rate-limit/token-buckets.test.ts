import { expect, it } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

function buckets(requests: number, window: number, maxNames?: number) {
  let seconds = 1000;
  const all = new TokenBuckets(
    { requests, window },
    { now: () => seconds, ...(maxNames === undefined ? {} : { maxNames }) },
  );
  const countGranted = (name: string, times: number) =>
    Array.from({ length: times }, () => all.take(name)).filter((taken) => taken.granted).length;
  return { all, granted: countGranted, pass: (more: number) => (seconds += more) };
}

it('a full token bucket grants all its tokens at once, and then more at the refill rate', () => {
  const { granted, pass } = buckets(10, 5);
  expect(granted('a', 15)).toBe(10);
  pass(1);
  expect(granted('a', 5)).toBe(2);
  pass(1000);
  expect(granted('a', 20)).toBe(10);
});

it('a token bucket grants at most its size plus the refill over any period', () => {
  const { granted, pass } = buckets(10, 5);
  let all = 0;
  for (let step = 0; step < 200; step += 1) {
    all += granted('a', 3);
    pass(0.1);
  }
  expect(all).toBeLessThanOrEqual(10 + 20 * 2);
  expect(all).toBeGreaterThanOrEqual(20 * 2);
});

it('take() returns the remaining tokens, the wait, and the time until the bucket is full', () => {
  const { all, pass } = buckets(2, 4);
  expect(all.take('a')).toEqual({ granted: true, remaining: 1, wait: 0, reset: 2 });
  expect(all.take('a')).toEqual({ granted: true, remaining: 0, wait: 2, reset: 4 });
  expect(all.take('a')).toEqual({ granted: false, remaining: 0, wait: 2, reset: 4 });
  pass(1);
  expect(all.take('a')).toEqual({ granted: false, remaining: 0, wait: 1, reset: 3 });
});

it('each name has a separate token bucket', () => {
  const { granted } = buckets(3, 60);
  expect([granted('a', 5), granted('b', 5)]).toEqual([3, 3]);
});

it('the number of token buckets is limited, so that a client with many names gets at most the tokens of all buckets', () => {
  const { all, granted, pass } = buckets(2, 60, 10);
  let acceptedCount = 0;
  for (let name = 0; name < 1000; name += 1) acceptedCount += granted(`name ${name}`, 1);
  expect(acceptedCount).toBe(20);
  expect(all.size).toBe(10);
  pass(60);
  expect(granted('new', 3)).toBe(2);
});

it('clients that use all token buckets, and a client with many names, do not block other clients', () => {
  const { granted, pass } = buckets(60, 60, 10);
  for (let name = 0; name < 10; name += 1) granted(`busy ${name}`, 50);
  for (let second = 0; second < 90; second += 1) {
    // All clients together use 8 of the 10 tokens that the buckets get in a second.
    for (let name = 0; name < 5; name += 1) granted(`busy ${(second % 2) * 5 + name}`, 1);
    for (let name = 0; name < 2; name += 1) granted(`flood ${second} ${name}`, 1);
    expect(granted(`late ${second}`, 1)).toBe(1);
    pass(1);
  }
});

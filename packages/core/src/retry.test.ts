import { describe, expect, it } from 'vitest';
import { computeBackoffMs, getRequestedDelayMs, retry, retryAfterMs } from './retry.ts';

/** The current time in seconds since 1970. */
const NOW_S = 1_767_225_600;
const NOW = NOW_S * 1_000;
const DATE = 'Thu, 01 Jan 2026 00:00:15 GMT';

/** Creates a clock that advances only when a task sleeps. */
function fakeClock() {
  const waits: number[] = [];
  return { waits, sleep: async (milliseconds: number) => void waits.push(milliseconds) };
}

describe('getRequestedDelayMs', () => {
  it.each<[string, Record<string, string>, number | undefined]>([
    ['reads seconds', { 'retry-after': '7' }, 7_000],
    ['reads zero seconds', { 'retry-after': '0' }, 0],
    ['ignores spaces', { 'retry-after': ' 7 ' }, 7_000],
    ['reads a date', { 'retry-after': DATE }, 15_000],
    ['reads a date in the past as no wait', { 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
    ['ignores a negative number', { 'retry-after': '-7' }, undefined],
    ['ignores a fraction', { 'retry-after': '1.5' }, undefined],
    ['ignores a word', { 'retry-after': 'soon' }, undefined],
    ['ignores an empty value', { 'retry-after': '' }, undefined],
    ['reads the draft header', { ratelimit: '"minute";r=0;t=30' }, 30_000],
    ['reads the first draft header', { ratelimit: 'limit=100, remaining=0, reset=12' }, 12_000],
    ['ignores the draft header while requests are left', { ratelimit: '"minute";r=4;t=30' }, undefined],
    ['reads the seconds until a reset', { 'ratelimit-remaining': '0', 'ratelimit-reset': '9' }, 9_000],
    ['reads the time of a reset', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_S + 42) }, 42_000],
    [
      'reads a reset in the past as no wait',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_S - 5) },
      0,
    ],
    ['ignores a reset while requests are left', { 'ratelimit-remaining': '3', 'ratelimit-reset': '9' }, undefined],
    ['ignores a reset without a remaining count', { 'ratelimit-reset': '9' }, undefined],
    ['ignores a reset that is not a number', { 'ratelimit-remaining': '0', 'ratelimit-reset': 'soon' }, undefined],
    ['prefers Retry-After', { 'retry-after': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '9' }, 1_000],
    ['falls back to the reset', { 'retry-after': 'soon', 'ratelimit-remaining': '0', 'ratelimit-reset': '9' }, 9_000],
    ['returns nothing without headers', {}, undefined],
  ])('getRequestedDelayMs %s', (_name, headers, expected) => {
    expect(getRequestedDelayMs(new Headers(headers), { now: NOW })).toBe(expected);
    expect(getRequestedDelayMs(headers, { now: NOW })).toBe(expected);
  });

  it('getRequestedDelayMs reads a reset time without a remaining count if the response reports that the limit is reached', () => {
    expect(getRequestedDelayMs({ 'ratelimit-reset': '9' }, { now: NOW, isLimited: true })).toBe(9_000);
    expect(
      getRequestedDelayMs({ 'ratelimit-remaining': '3', 'ratelimit-reset': '9' }, { isLimited: true }),
    ).toBeUndefined();
  });

  it('getRequestedDelayMs reads headers that Octokit returns as numbers', () => {
    expect(getRequestedDelayMs({ 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': NOW_S + 3 }, { now: NOW })).toBe(
      3_000,
    );
  });

  it('getRequestedDelayMs uses the system clock by default', () => {
    expect(retryAfterMs({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() })).toBeGreaterThan(55_000);
  });
});

describe('computeBackoffMs', () => {
  it.each([
    ['doubles the wait with each attempt', { firstMs: 500 }, [500, 1_000, 2_000, 4_000]],
    ['does not exceed the limit', { firstMs: 500, maxMs: 1_500 }, [500, 1_000, 1_500, 1_500]],
  ])('computeBackoffMs %s', (_name, backoff, longest) => {
    expect([1, 2, 3, 4].map((attempt) => computeBackoffMs(attempt, backoff, () => 0))).toEqual(longest);
  });

  it.each([
    ['with full jitter', { firstMs: 500 }, 0],
    ['with half of it random', { firstMs: 500, jitter: 0.5 }, 250],
    ['without jitter', { firstMs: 500, jitter: 0 }, 500],
  ])('computeBackoffMs returns a wait up to the limit %s', (_name, backoff, shortest) => {
    expect(computeBackoffMs(1, backoff, () => 1)).toBe(shortest);
    expect(computeBackoffMs(1, backoff, () => 0)).toBe(500);
  });

  it('computeBackoffMs returns different waits in different clients', () => {
    expect(new Set(Array.from({ length: 20 }, () => computeBackoffMs(3, { firstMs: 500 }))).size).toBeGreaterThan(15);
  });
});

describe('retry', () => {
  const failing = (times: number) => async (attempt: number) => {
    if (attempt <= times) throw new Error(`attempt ${attempt} failed`);
    return attempt;
  };
  const options = {
    maxAttempts: 4,
    isRetryable: () => true,
    delayMs: (_error: unknown, attempt: number) => attempt * 10,
  };

  it('retry waits between attempts until one succeeds', async () => {
    const { waits, sleep } = fakeClock();
    expect(await retry(failing(2), { ...options, sleep })).toBe(3);
    expect(waits).toEqual([10, 20]);
  });

  it('retry throws the last error after the last attempt, without waiting again', async () => {
    const { waits, sleep } = fakeClock();
    await expect(retry(failing(9), { ...options, sleep })).rejects.toThrow('attempt 4 failed');
    expect(waits).toEqual([10, 20, 30]);
  });

  it('retry immediately throws an error that is not retryable', async () => {
    const { waits, sleep } = fakeClock();
    await expect(retry(failing(1), { ...options, isRetryable: () => false, sleep })).rejects.toThrow(
      'attempt 1 failed',
    );
    expect(waits).toEqual([]);
  });

  it('retry stops when its wait is aborted', async () => {
    const sleep = () => Promise.reject(new Error('aborted'));
    await expect(retry(failing(1), { ...options, sleep })).rejects.toThrow('aborted');
  });
});

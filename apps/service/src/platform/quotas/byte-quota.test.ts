import { describe, expect, it } from 'vitest';
import { ByteQuota } from './byte-quota.ts';

function createQuota(limit: number, storedCount = 0) {
  const state = { stored: storedCount, time: 0, measurements: 0 };
  const quota = new ByteQuota({
    limit,
    measure: async () => {
      state.measurements += 1;
      return state.stored;
    },
    now: () => state.time,
  });
  return { quota, state };
}

describe('a quota of bytes', () => {
  it('a byte quota grants exactly the allowed number of bytes, also to concurrent requests', async () => {
    const { quota } = createQuota(100, 40);
    const granted = await Promise.all(Array.from({ length: 20 }, () => quota.reserve(7)));
    expect(granted.filter(Boolean)).toHaveLength(8);
    expect(quota.usedBytes).toBe(96);
  });

  it('a byte quota releases the bytes of a failed request and counts the bytes of a successful request', async () => {
    const { quota } = createQuota(10);
    expect(await quota.reserve(10)).toBe(true);
    expect(await quota.reserve(1)).toBe(false);
    quota.release(10, 0);
    expect(await quota.reserve(10)).toBe(true);
    quota.release(10, 10);
    expect(await quota.reserve(1)).toBe(false);
  });

  it('a byte quota measures the usage periodically, which includes what other processes have stored and deleted', async () => {
    const { quota, state } = createQuota(100);
    expect(await quota.reserve(60)).toBe(true);
    quota.release(60, 60);
    state.stored = 60 + 35;
    expect(await quota.reserve(30)).toBe(true);
    quota.release(30, 0);
    expect(state.measurements).toBe(1);
    state.time = 60_000;
    expect(await quota.reserve(30)).toBe(false);
    expect(await quota.reserve(5)).toBe(true);
    quota.release(5, 0);
    state.stored = 0;
    state.time = 120_000;
    expect(await quota.reserve(100)).toBe(true);
  });

  it('a byte quota measures the usage once for concurrent requests', async () => {
    const { quota, state } = createQuota(100);
    await Promise.all([quota.reserve(1), quota.reserve(1), quota.reserve(1)]);
    expect(state.measurements).toBe(1);
  });

  it('a byte quota rejects the request if the measurement fails, and measures again later', async () => {
    let isBroken = true;
    const quota = new ByteQuota({
      limit: 10,
      measure: () => (isBroken ? Promise.reject(new Error('no database')) : Promise.resolve(3)),
      now: () => 0,
    });
    await expect(quota.reserve(1)).rejects.toThrow('no database');
    isBroken = false;
    expect(await quota.reserve(7)).toBe(true);
    expect(await quota.reserve(1)).toBe(false);
  });
});

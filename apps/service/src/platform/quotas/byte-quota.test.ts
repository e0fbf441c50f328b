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
    expect(await quota.reserve(10)).toBe(true);
    quota.release(10, 10);
    state.stored = 10 + 85;
    expect(await quota.reserve(1)).toBe(true);
    quota.release(1, 0);
    expect(state.measurements).toBe(1);
    state.time = 60_000;
    expect(await quota.reserve(30)).toBe(false);
    expect(await quota.reserve(5)).toBe(true);
    quota.release(5, 0);
    state.stored = 0;
    state.time = 120_000;
    expect(await quota.reserve(100)).toBe(true);
  });

  it('a byte quota measures the usage again when an eighth of what was left is used, but not for rejected requests', async () => {
    const { quota, state } = createQuota(100, 20);
    const use = async (bytes: number) => {
      const isGranted = await quota.reserve(bytes);
      if (isGranted) state.stored += bytes;
      quota.release(isGranted ? bytes : 0, isGranted ? bytes : 0);
      return isGranted;
    };
    expect([await use(6), await use(4), state.measurements]).toEqual([true, true, 1]);
    // Another process uses almost all that is left.
    state.stored = 98;
    expect([await use(3), state.measurements]).toEqual([false, 2]);
    for (let request = 0; request < 10; request += 1) expect(await use(3)).toBe(false);
    expect([state.measurements, state.stored]).toEqual([2, 98]);
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

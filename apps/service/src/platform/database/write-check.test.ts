import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { createWriteCheck } from './write-check.ts';

const DOWN = new StoreUnavailableError('no connection');
const FULL = new StoreUnavailableError('disk full', { isFull: true });

function openCheck() {
  let time = 0;
  let failure: Error | undefined;
  const calls = { reads: 0, writes: 0 };
  const { observeWrite, check } = createWriteCheck(
    {
      read: async () => {
        calls.reads += 1;
      },
      write: async () => {
        calls.writes += 1;
        if (failure) throw failure;
      },
    },
    () => time,
  );
  return {
    calls,
    check,
    /** Passes the outcome of a request's write to the check. */
    write: (error?: Error) => observeWrite(error ? Promise.reject(error) : Promise.resolve('value')),
    pass(milliseconds: number) {
      time += milliseconds;
    },
    fail(error: Error | undefined) {
      failure = error;
    },
  };
}

describe('the readiness check', () => {
  it('the readiness check writes a probe at first, and again after a minute without a successful write', async () => {
    const { check, calls, pass } = openCheck();
    await check();
    pass(60_000);
    await check();
    expect(calls).toEqual({ reads: 2, writes: 1 });
    pass(1);
    await check();
    expect(calls).toEqual({ reads: 3, writes: 2 });
  });

  it('the readiness check writes no probe while the writes of requests succeed', async () => {
    const { check, calls, pass, write } = openCheck();
    for (let time = 0; time < 10; time += 1) {
      expect(await write()).toBe('value');
      await check();
      pass(20_000);
    }
    expect(calls).toEqual({ reads: 10, writes: 0 });
  });

  it('the readiness check writes no probe after another database failed', async () => {
    const { check, calls, write } = openCheck();
    await check();
    const failure = new StoreUnavailableError('ClickHouse has no space', { isExternal: true, isFull: true });
    await expect(write(failure)).rejects.toThrow(failure);
    await check();
    expect(calls).toEqual({ reads: 2, writes: 1 });
  });

  it('the readiness check writes a probe after a write failed because of the database', async () => {
    const { check, calls, write } = openCheck();
    await write();
    await expect(write(DOWN)).rejects.toBe(DOWN);
    await check();
    expect(calls.writes).toBe(1);
  });

  it('the readiness check fails for 30 s after the disk was full, because a small probe might still fit', async () => {
    const { check, calls, pass, write } = openCheck();
    await expect(write(FULL)).rejects.toBe(FULL);
    pass(29_999);
    await expect(check()).rejects.toBe(FULL);
    expect(calls.writes).toBe(0);
    pass(1_000);
    await check();
    expect(calls.writes).toBe(1);
  });

  it('the readiness check passes as soon as a write of a request succeeds again', async () => {
    const { check, calls, pass, write } = openCheck();
    await expect(write(FULL)).rejects.toBe(FULL);
    await expect(check()).rejects.toBe(FULL);
    await write();
    pass(1_000);
    await check();
    expect(calls.writes).toBe(0);
  });

  it('the readiness check writes no probe after a write that failed for a reason other than the database', async () => {
    const { check, calls, write } = openCheck();
    await write();
    await expect(write(new Error('a duplicate'))).rejects.toThrow('a duplicate');
    await check();
    expect(calls.writes).toBe(0);
  });

  it('the readiness check fails until a probe succeeds, and writes at most one probe a second', async () => {
    const { check, calls, pass, fail } = openCheck();
    fail(DOWN);
    for (let time = 0; time < 5; time += 1) await expect(check()).rejects.toBe(DOWN);
    expect(calls.writes).toBe(1);
    fail(undefined);
    await expect(check()).rejects.toBe(DOWN);
    pass(1_000);
    await check();
    expect(calls.writes).toBe(2);
  });

  it('concurrent readiness checks share one probe', async () => {
    const { check, calls } = openCheck();
    await Promise.all(Array.from({ length: 50 }, check));
    expect(calls).toEqual({ reads: 1, writes: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { SharedReads } from './shared-reads.ts';

/** Returns reads that end when the test ends them. */
function createReads() {
  const started: PromiseWithResolvers<string>[] = [];
  const reads = new SharedReads(() => {
    const read = Promise.withResolvers<string>();
    started.push(read);
    return read.promise;
  });
  return { reads, started };
}

describe('SharedReads', () => {
  it('requests share a read that starts after they have arrived, and not a read that runs already', async () => {
    const { reads, started } = createReads();
    const first = Promise.all([reads.read('a'), reads.read('a')]);
    await expect.poll(() => started.length).toBe(1);
    const later = [reads.read('a'), reads.read('a')];
    started[0]?.resolve('old');
    expect(await first).toEqual(['old', 'old']);
    await expect.poll(() => started.length).toBe(2);
    started[1]?.resolve('new');
    expect(await Promise.all(later)).toEqual(['new', 'new']);
  });

  it('a read that starts when no other read runs is not shared with an earlier request', async () => {
    const { reads, started } = createReads();
    const first = reads.read('a');
    await expect.poll(() => started.length).toBe(1);
    started[0]?.resolve('old');
    await first;
    const second = reads.read('a');
    await expect.poll(() => started.length).toBe(2);
    started[1]?.resolve('new');
    expect(await second).toBe('new');
  });

  it('the reads of different keys do not wait for each other', async () => {
    const { reads, started } = createReads();
    void reads.read('a');
    const other = reads.read('b');
    await expect.poll(() => started.length).toBe(2);
    started[1]?.resolve('b');
    expect(await other).toBe('b');
  });

  it('a failed read fails only the requests that share it', async () => {
    const { reads, started } = createReads();
    const first = reads.read('a');
    await expect.poll(() => started.length).toBe(1);
    const second = reads.read('a');
    started[0]?.reject(new Error('no connection'));
    await expect(first).rejects.toThrow('no connection');
    await expect.poll(() => started.length).toBe(2);
    started[1]?.resolve('new');
    expect(await second).toBe('new');
  });

  it('a read that stalls does not delay later requests without end', async () => {
    const { reads, started } = createReads();
    void reads.read('a');
    await expect.poll(() => started.length).toBe(1);
    const second = reads.read('a');
    await expect.poll(() => started.length).toBe(2);
    started[1]?.resolve('new');
    expect(await second).toBe('new');
  });
});

import { describe, expect, it } from 'vitest';
import { SharedReads } from './shared-reads.ts';

/** Returns reads that end when the test ends them. @param getDataVersion returns the version of the data */
function createReads(getDataVersion: () => number | undefined = () => undefined) {
  const started: PromiseWithResolvers<string>[] = [];
  const reads = new SharedReads(() => {
    const read = Promise.withResolvers<string>();
    started.push(read);
    return read.promise;
  }, getDataVersion);
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

  it('a value is not read again until the version of the data changes', async () => {
    let version = 1;
    const { reads, started } = createReads(() => version);
    const first = reads.read('a');
    await expect.poll(() => started.length).toBe(1);
    started[0]?.resolve('old');
    expect(await first).toBe('old');
    expect(await reads.read('a')).toBe('old');
    expect(started).toHaveLength(1);
    version = 2;
    const changed = reads.read('a');
    await expect.poll(() => started.length).toBe(2);
    started[1]?.resolve('new');
    expect([await changed, await reads.read('a')]).toEqual(['new', 'new']);
  });

  it('a value is not kept if the data have changed while it was read', async () => {
    let version = 1;
    const { reads, started } = createReads(() => version);
    const first = reads.read('a');
    await expect.poll(() => started.length).toBe(1);
    version = 2;
    // The version is known before the read ends.
    const other = reads.read('b');
    started[0]?.resolve('old');
    await first;
    const second = reads.read('a');
    await expect.poll(() => started.length).toBe(3);
    started[1]?.resolve('b');
    started[2]?.resolve('new');
    expect([await other, await second]).toEqual(['b', 'new']);
  });

  it('a failed read is repeated by the next request', async () => {
    const { reads, started } = createReads(() => 1);
    const first = reads.read('a');
    await expect.poll(() => started.length).toBe(1);
    started[0]?.reject(new Error('no connection'));
    await expect(first).rejects.toThrow('no connection');
    const second = reads.read('a');
    await expect.poll(() => started.length).toBe(2);
    started[1]?.resolve('new');
    expect(await second).toBe('new');
  });
});

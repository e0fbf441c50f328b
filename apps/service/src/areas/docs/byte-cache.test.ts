import { describe, expect, it } from 'vitest';
import { ByteCache } from './byte-cache.ts';

describe('ByteCache', () => {
  it('the cache removes the least recently used entries when the sum of the sizes exceeds its maximum', () => {
    const cache = new ByteCache<string>(10);
    cache.set('a', 'A', 4);
    cache.set('b', 'B', 4);
    cache.get('a');
    cache.set('c', 'C', 5);
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual(['A', undefined, 'C', 9]);
  });

  it('the cache does not store an entry that is larger than its maximum, and removes the entry that it would replace', () => {
    const cache = new ByteCache<string>(10);
    cache.set('a', 'A', 4);
    cache.set('a', 'larger', 11);
    expect([cache.get('a'), cache.size]).toEqual([undefined, 0]);
  });

  it('the sum of the sizes never exceeds the maximum', () => {
    const cache = new ByteCache<number>(1_000);
    for (let index = 0; index < 5_000; index += 1) {
      cache.set(`page ${index % 70}`, index, (index * 7) % 300);
      expect(cache.size).toBeLessThanOrEqual(1_000);
    }
  });
});

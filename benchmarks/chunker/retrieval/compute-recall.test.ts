import { describe, expect, it } from 'vitest';
import { computeRecall, rank } from './compute-recall.ts';

describe('rank', () => {
  const lengths = [5000, 6000, 2000, 100];

  it('rank() returns the position of the first hit and the number of characters up to the end of the hit', () => {
    expect(rank([1, 0, 3], new Set([0, 3]), lengths)).toEqual({ place: 2, read: 11_000 });
  });

  it('rank() returns no position if there is no hit', () => {
    expect(rank([1, 2], new Set([0]), lengths).place).toBeUndefined();
  });
});

describe('computeRecall', () => {
  it('computeRecall counts hits among the first five results and within 12,000 characters', () => {
    const ranks = [
      { place: 1, read: 12_000 },
      { place: 2, read: 12_001 },
      { place: 6, read: 6000 },
      { place: undefined, read: 500 },
    ];
    expect(computeRecall(ranks)).toEqual({ at5: 50, at12k: 50, mrr: (1 + 1 / 2 + 1 / 6) / 4 });
  });
});

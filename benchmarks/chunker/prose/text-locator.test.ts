import { describe, expect, it } from 'vitest';
import { countCoveredChars, createLocator, overlaps } from './text-locator.ts';

describe('createLocator', () => {
  it('createLocator finds the lines of consecutive chunks, even if a line occurs twice', () => {
    const locate = createLocator('One two.\nOne two.\nThree.');
    expect(locate('# One two.')).toEqual([[0, 8]]);
    expect(locate('One two.\nThree.\nnew')).toEqual([
      [9, 17],
      [18, 24],
    ]);
  });
});

describe('countCoveredChars', () => {
  it('countCoveredChars counts each character of overlapping ranges once', () => {
    const ranges = [
      [5, 30],
      [0, 12],
    ] as const;
    expect(
      countCoveredChars(
        [
          [10, 20],
          [28, 40],
        ],
        ranges,
      ),
    ).toBe(12);
  });
});

describe('overlaps', () => {
  it('touches() requires a common character of two ranges', () => {
    expect(overlaps([[10, 20]], [[0, 10]])).toBe(false);
    expect(overlaps([[10, 20]], [[0, 11]])).toBe(true);
  });
});

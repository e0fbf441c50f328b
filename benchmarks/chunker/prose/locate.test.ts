import { describe, expect, it } from 'vitest';
import { coveredChars, createLocator, touches } from './locate.ts';

describe('createLocator', () => {
  it('finds the lines of consecutive chunks, even if a line occurs twice', () => {
    const locate = createLocator('One two.\nOne two.\nThree.');
    expect(locate('# One two.')).toEqual([[0, 8]]);
    expect(locate('One two.\nThree.\nnew')).toEqual([
      [9, 17],
      [18, 24],
    ]);
  });
});

describe('coveredChars', () => {
  it('counts each character once', () => {
    const ranges = [
      [5, 30],
      [0, 12],
    ] as const;
    expect(
      coveredChars(
        [
          [10, 20],
          [28, 40],
        ],
        ranges,
      ),
    ).toBe(12);
  });
});

describe('touches', () => {
  it('requires a common character', () => {
    expect(touches([[10, 20]], [[0, 10]])).toBe(false);
    expect(touches([[10, 20]], [[0, 11]])).toBe(true);
  });
});

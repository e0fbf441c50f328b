import { expect, it } from 'vitest';
import { computePercentile } from './percentile.ts';

const hundredValues = Array.from({ length: 100 }, (_, index) => 100 - index);

it.each([
  [0.5, 50],
  [0.99, 99],
  [1, 100],
  [0, 1],
])('the percentile %s of the numbers from 1 to 100 is %i', (share, expected) => {
  expect(computePercentile(hundredValues, share)).toBe(expected);
});

it('a high percentile of a few values is the largest value', () => {
  expect(computePercentile([3, 1, 2], 0.99)).toBe(3);
});

it('percentile() throws an error for an empty list', () => {
  expect(() => computePercentile([], 0.5)).toThrow('no percentile');
});

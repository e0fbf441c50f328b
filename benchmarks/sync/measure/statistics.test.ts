import { expect, it } from 'vitest';
import { computeMedian, formatRatio, formatWhole } from './statistics.ts';

it.each([
  { values: [3, 1, 2], middle: 2 },
  { values: [4, 1, 3, 2], middle: 2.5 },
])('the median of $values is $middle', ({ values, middle }) => {
  expect(computeMedian(values)).toBe(middle);
});

it('ratio() and whole() format missing values as a dash', () => {
  expect([
    formatRatio(3, 2),
    formatRatio(3, undefined),
    formatRatio(Number.NaN, 2),
    formatWhole(1234.5),
    formatWhole(Number.NaN),
  ]).toEqual(['1.50 ×', '–', '–', '1,235', '–']);
});

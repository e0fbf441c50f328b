import { expect, it } from 'vitest';
import { median, ratio, whole } from './statistics.ts';

it.each([
  { values: [3, 1, 2], middle: 2 },
  { values: [4, 1, 3, 2], middle: 2.5 },
])('the median of $values is $middle', ({ values, middle }) => {
  expect(median(values)).toBe(middle);
});

it('ratio() and whole() format missing values as a dash', () => {
  expect([ratio(3, 2), ratio(3, undefined), ratio(Number.NaN, 2), whole(1234.5), whole(Number.NaN)]).toEqual([
    '1.50 ×',
    '–',
    '–',
    '1,235',
    '–',
  ]);
});

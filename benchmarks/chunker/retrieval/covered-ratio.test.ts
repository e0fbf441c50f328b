import { expect, it } from 'vitest';
import { computeCoveredRatio } from './covered-ratio.ts';

const span = 'abcdefghijklmnopqrstuvwxyz0123456789';

it.each([
  ['the whole span', `before${span}after`, 1],
  ['none of the span', 'something else altogether, and long enough', 0],
  ['the first two thirds of the span', `before${span.slice(0, 24)}`, 24 / 36],
  ['the last two thirds of the span', `${span.slice(12)}after`, 24 / 36],
  ['fewer than twenty consecutive characters', span.slice(0, 19), 0],
])('computeCoveredRatio returns how much of the span the text contains: %s', (_, text, expected) => {
  expect(computeCoveredRatio(text, span)).toBeCloseTo(expected);
});

it('computeCoveredRatio adds up matches with other text between them', () => {
  const long = span + span.toUpperCase();
  expect(computeCoveredRatio(`${long.slice(0, 36)}link${long.slice(36)}`, long)).toBe(1);
});

it('computeCoveredRatio matches a short span only as a whole', () => {
  expect(computeCoveredRatio('so setbase it is', 'setbase')).toBe(1);
  expect(computeCoveredRatio('so setbas', 'setbase')).toBe(0);
  expect(computeCoveredRatio('anything', '')).toBe(0);
});

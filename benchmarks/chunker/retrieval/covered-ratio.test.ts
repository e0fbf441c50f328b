import { expect, it } from 'vitest';
import { coveredRatio } from './covered-ratio.ts';

const span = 'abcdefghijklmnopqrstuvwxyz0123456789';

it.each([
  ['all of it', `before${span}after`, 1],
  ['nothing of it', 'something else altogether, and long enough', 0],
  ['its first two thirds', `before${span.slice(0, 24)}`, 24 / 36],
  ['its end', `${span.slice(12)}after`, 24 / 36],
  ['less than twenty in a run', span.slice(0, 19), 0],
])('returns how much of the span is in the text: %s', (_, text, expected) => {
  expect(coveredRatio(text, span)).toBeCloseTo(expected);
});

it('adds up runs with other text between them', () => {
  const long = span + span.toUpperCase();
  expect(coveredRatio(`${long.slice(0, 36)}link${long.slice(36)}`, long)).toBe(1);
});

it('matches a short span only as a whole', () => {
  expect(coveredRatio('so setbase it is', 'setbase')).toBe(1);
  expect(coveredRatio('so setbas', 'setbase')).toBe(0);
  expect(coveredRatio('anything', '')).toBe(0);
});

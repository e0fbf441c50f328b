import { expect, it } from 'vitest';
import { rarestWords } from './rarest.ts';

const WORDS = [
  { text: 'the', items: 900 },
  { text: 'webhook', items: 3 },
  { text: 'limit', items: 40 },
];

it.each([
  [5_000, ['webhook', 'limit', 'the']],
  [943, ['webhook', 'limit', 'the']],
  [942, ['webhook', 'limit']],
  [1, ['webhook']],
])('keeps the rarest words that are together in %d items at most, and one always', (most, kept) => {
  expect(rarestWords(WORDS, most)).toEqual(kept);
});

it('keeps nothing of nothing', () => {
  expect(rarestWords([], 10)).toEqual([]);
});

import { expect, it } from 'vitest';
import { selectRarestWords } from './rarest-words.ts';

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
])(
  'selectRarestWords returns the rarest words that together occur in at most %d items, but at least one word',
  (most, kept) => {
    expect(selectRarestWords(WORDS, most)).toEqual(kept);
  },
);

it('selectRarestWords returns an empty list for an empty list', () => {
  expect(selectRarestWords([], 10)).toEqual([]);
});

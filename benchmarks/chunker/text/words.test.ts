import { expect, it } from 'vitest';
import { keepLettersAndDigits, splitWords } from './words.ts';

it('words() returns all sequences of letters and digits, in any script', () => {
  expect(splitWords('`server.hmr` – Größe, 日本 v2!')).toEqual(['server', 'hmr', 'größe', '日本', 'v2']);
  expect(splitWords('— …')).toEqual([]);
});

it('keepLettersAndDigits() returns the same string for texts that differ only in markup and spacing', () => {
  expect(keepLettersAndDigits('**Set** `base` to\n  "/x/"')).toBe(keepLettersAndDigits('Set base to /X'));
});

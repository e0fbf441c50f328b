import { expect, it } from 'vitest';
import { removeWhitespace, splitWords } from './words.ts';

it('words() returns all sequences of letters and digits, in any script', () => {
  expect(splitWords('`server.hmr` – Größe, 日本 v2!')).toEqual(['server', 'hmr', 'größe', '日本', 'v2']);
  expect(splitWords('— …')).toEqual([]);
});

it('removeWhitespace() returns the same string for texts that differ only in markup and spacing', () => {
  expect(removeWhitespace('**Set** `base` to\n  "/x/"')).toBe(removeWhitespace('Set base to /X'));
});

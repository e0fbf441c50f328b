import { expect, it } from 'vitest';
import { splitWords, squash } from './words.ts';

it('words() returns all sequences of letters and digits, in any script', () => {
  expect(splitWords('`server.hmr` – Größe, 日本 v2!')).toEqual(['server', 'hmr', 'größe', '日本', 'v2']);
  expect(splitWords('— …')).toEqual([]);
});

it('squash() returns the same string for texts that differ only in markup and spacing', () => {
  expect(squash('**Set** `base` to\n  "/x/"')).toBe(squash('Set base to /X'));
});

import { expect, test } from 'vitest';
import { byCodePoints, shortestFirst } from './path-order.ts';

test.each([
  ['a.md', 'b.md', -1],
  ['a', 'a/b', -1],
  ['a', 'a', 0],
  ['', 'a', -1],
  ['Z', 'a', -1],
  // U+FF5E is one UTF-16 unit and U+1F600 two, of which the first is the smaller.
  ['\u{ff5e}', '\u{1f600}', -1],
  ['\u{1f600}', '\u{1f601}', -1],
  ['\u{d7ff}', '\u{1f600}', -1],
])('%j against %j by code points', (a, b, order) => {
  expect(Math.sign(byCodePoints(a, b))).toBe(order);
  expect(Math.sign(byCodePoints(b, a))).toBe(-order + 0);
});

test('the shortest comes first, and code points settle ties', () => {
  expect(['bb', 'c', 'aa', 'ba'].sort(shortestFirst)).toEqual(['c', 'aa', 'ba', 'bb']);
});

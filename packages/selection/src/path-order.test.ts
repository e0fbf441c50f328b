import { expect, test } from 'vitest';
import { compareByLength, compareCodePoints } from './path-order.ts';

test.each([
  ['a.md', 'b.md', -1],
  ['a', 'a/b', -1],
  ['a', 'a', 0],
  ['', 'a', -1],
  ['Z', 'a', -1],
  // U+FF5E is one UTF-16 code unit. U+1F600 consists of two units, the first of which is smaller than U+FF5E.
  ['\u{ff5e}', '\u{1f600}', -1],
  ['\u{1f600}', '\u{1f601}', -1],
  ['\u{d7ff}', '\u{1f600}', -1],
])('compares the path %j with %j by code points', (a, b, order) => {
  expect(Math.sign(compareCodePoints(a, b))).toBe(order);
  expect(Math.sign(compareCodePoints(b, a))).toBe(-order + 0);
});

test('sorts paths by length first, then by code points', () => {
  expect(['bb', 'c', 'aa', 'ba'].sort(compareByLength)).toEqual(['c', 'aa', 'ba', 'bb']);
});

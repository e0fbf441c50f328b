import { expect, it } from 'vitest';
import { findInlineLinks } from './inline-spans.ts';

it.each([
  ['a destination with parentheses', '[a](b_(c)_d) e', '[a](b_(c)_d)'],
  ['a destination that ends before a parenthesis', '[a](b) (c)', '[a](b)'],
  ['an escaped parenthesis', '[a](b\\)c)', '[a](b\\)c)'],
])('finds an inline link that contains %s', (_name, text, link) => {
  expect(findInlineLinks(text).map(({ start, end }) => text.slice(start, end))).toEqual([link]);
});

import { describe, expect, it } from 'vitest';
import { truncateJson } from './truncate-json.ts';

describe('truncateJson', () => {
  it.each([
    ['a value that fits', { a: [1, 'b'] }, 100, { a: [1, 'b'] }],
    ['a long text', 'abcdef', 4, 'abc…'],
    ['a list', [1, 2, 3], 8, [1, '…']],
    ['properties after the limit', { abc: 1, d: 2 }, 5, { abc: '…', '…': '…' }],
    ['a list under a name that ends after the limit', { 'a long name': [1, 2] }, 5, { 'a long name': '…' }],
    ['a surrogate pair', 'a😀b', 2, 'a…'],
  ])('truncates JSON: %s', (_name, value, maxChars, expected) => {
    expect(truncateJson(value, maxChars)).toEqual(expected);
  });
});

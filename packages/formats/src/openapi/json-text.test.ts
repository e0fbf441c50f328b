import { expect, it } from 'vitest';
import { formatJson, formatJsonLine } from './json-text.ts';

it.each([
  [{}, '{}'],
  [[], '[]'],
  [{ a: [1, 'b', null, true, 2.5] }, '{ "a": [1, "b", null, true, 2.5] }'],
  [9223372036854775807n, '9223372036854775807'],
  [{ a: undefined }, '{ "a": null }'],
  ['"\n', '"\\"\\n"'],
])('writes the JSON value on one line: %s', (value, text) => {
  expect(formatJsonLine(value, 80)).toBe(text);
});

it.each([
  ['abcd', '"abcd"'],
  [[1, 2, 3], '[1, 2, 3]'],
  [{ a: [] }, '{ "a": [] }'],
])('returns undefined if the JSON value does not fit on the line: %j', (value, text) => {
  expect([text.length + 2, text.length - 3, 0, -1].map((maxChars) => formatJsonLine(value, maxChars))).toEqual([
    text,
    undefined,
    undefined,
    undefined,
  ]);
});

it('breaks only long JSON values into lines', () => {
  const value = { id: 1, tags: ['a', 'b'], text: 'x'.repeat(70), list: [{ a: 'y'.repeat(40), b: 'z'.repeat(40) }] };
  expect(formatJson(value, 1_000)).toEqual({
    whole: true,
    text: [
      '{',
      '  "id": 1,',
      '  "tags": ["a", "b"],',
      `  "text": "${'x'.repeat(70)}",`,
      '  "list": [',
      '    {',
      `      "a": "${'y'.repeat(40)}",`,
      `      "b": "${'z'.repeat(40)}"`,
      '    }',
      '  ]',
      '}',
    ].join('\n'),
  });
});

it('writes JSON text that is equivalent to its value', () => {
  const value = { a: [{ b: { c: ['d'.repeat(90), -0.5] } }], 'e"f': null, g: [[], {}, [[]]] };
  expect(JSON.parse(formatJson(value, 10_000).text)).toEqual(value);
});

it('truncates large JSON values to valid JSON', () => {
  const { text, whole } = formatJson({ list: Array.from({ length: 1_000 }, () => 'x'.repeat(100)), more: 'm' }, 500);
  expect(whole).toBe(false);
  expect(text.length).toBeLessThan(1_000);
  expect(JSON.parse(text)).toEqual({ list: [...Array.from({ length: 5 }, () => 'x'.repeat(100)), '…'], more: '…' });
});

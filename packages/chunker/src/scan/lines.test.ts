import { describe, expect, it } from 'vitest';
import { indentOf, isBlank, normalize } from './lines.ts';

describe('normalize', () => {
  it.each([
    ['a byte order mark', '\ufeff# T', '# T'],
    ['only one byte order mark', '\ufeff\ufeffx', '\ufeffx'],
    ['CRLF', 'a\r\nb\r\n', 'a\nb\n'],
    ['a lone CR', 'a\rb', 'a\nb'],
    ['CR before CRLF', 'a\r\r\nb', 'a\n\nb'],
    ['NUL', 'a\0b', 'a\ufffdb'],
    ['a lone high surrogate', 'a\ud83db', 'a\ufffdb'],
    ['a lone low surrogate', '\ude00', '\ufffd'],
    ['surrogates the wrong way round', '\ude00\ud83d', '\ufffd\ufffd'],
  ])('resolves %s', (_name, text, expected) => {
    expect(normalize(text)).toBe(expected);
  });

  it.each([
    ['a byte order mark further on', 'a\ufeffb'],
    ['no-break and ideographic spaces', 'a\u00a0b\u3000c'],
    ['joined emoji', '👩‍👩‍👧‍👦 🏳️‍🌈 🇨🇭'],
    ['a zero width space', 'a\u200bb'],
    ['a replacement character', 'a\ufffdb'],
    ['Unicode line separators, which end no line of Markdown', 'a\u2028b\u2029c\u0085d'],
    ['nothing', ''],
  ])('leaves %s alone', (_name, text) => {
    expect(normalize(text)).toBe(text);
  });
});

describe('indentOf', () => {
  it.each([
    ['', 0],
    ['a', 0],
    ['   a', 3],
    ['\ta', 4],
    ['  \ta', 4],
    ['\t a', 5],
    ['    ', 4],
    ['\u00a0a', 0],
  ])('counts the columns of %j', (line, columns) => {
    expect(indentOf(line)).toBe(columns);
  });
});

describe('isBlank', () => {
  it.each([
    ['', true],
    [' \t', true],
    ['\f', true],
    ['\u200b', false],
    ['.', false],
  ])('of %j', (line, blank) => {
    expect(isBlank(line)).toBe(blank);
  });
});

import { describe, expect, it } from 'vitest';
import {
  countColumns,
  findFirstText,
  findLine,
  getLineEnd,
  getLineStart,
  getLines,
  isBlank,
  normalize,
  sliceLines,
} from './line-index.ts';

describe('normalize', () => {
  it.each([
    ['removes a byte order mark', '\ufeff# T', '# T'],
    ['removes only one byte order mark', '\ufeff\ufeffx', '\ufeffx'],
    ['converts CRLF', 'a\r\nb\r\n', 'a\nb\n'],
    ['converts a lone CR', 'a\rb', 'a\nb'],
    ['converts a CR before CRLF', 'a\r\r\nb', 'a\n\nb'],
    ['replaces NUL', 'a\0b', 'a\ufffdb'],
    ['replaces a lone high surrogate', 'a\ud83db', 'a\ufffdb'],
    ['replaces a lone low surrogate', '\ude00', '\ufffd'],
    ['replaces surrogates in the wrong order', '\ude00\ud83d', '\ufffd\ufffd'],
  ])('normalizes text: %s', (_name, text, expected) => {
    expect(normalize(text)).toBe(expected);
  });

  it.each([
    ['a byte order mark inside the text', 'a\ufeffb'],
    ['non-breaking and ideographic spaces', 'a\u00a0b\u3000c'],
    ['joined emoji', '👩‍👩‍👧‍👦 🏳️‍🌈 🇨🇭'],
    ['a zero width space', 'a\u200bb'],
    ['a replacement character', 'a\ufffdb'],
    ['Unicode line separators, which do not end a line in Markdown', 'a\u2028b\u2029c\u0085d'],
    ['an empty text', ''],
  ])('preserves %s when it normalizes a text', (_name, text) => {
    expect(normalize(text)).toBe(text);
  });
});

describe('getLines', () => {
  it.each([
    ['', ['']],
    ['a', ['a']],
    ['a\n', ['a', '']],
    ['\n', ['', '']],
    ['a\n\nb', ['a', '', 'b']],
    ['a\u2028b', ['a\u2028b']],
  ])('splits the text %j at line feeds', (text, expected) => {
    const lines = getLines(text);
    expect(lines.count).toBe(expected.length);
    expect(expected.map((_, line) => sliceLines(lines, line, line + 1))).toEqual(expected);
    expect(expected.map((_, line) => text.slice(getLineStart(lines, line), getLineEnd(lines, line)))).toEqual(expected);
    expect(sliceLines(lines, 0, lines.count)).toBe(text);
  });

  it('returns empty text for lines after the last one', () => {
    const lines = getLines('a\nb');
    expect([getLineStart(lines, 2), getLineEnd(lines, 5), sliceLines(lines, 2, 2), sliceLines(lines, 1, 0)]).toEqual([
      4,
      3,
      '',
      '',
    ]);
  });

  it('returns the line of an offset', () => {
    const text = 'ab\n\ncd\n';
    const lines = getLines(text);
    expect([...text, ''].map((_, offset) => findLine(lines, offset))).toEqual([0, 0, 0, 1, 2, 2, 2, 3]);
    expect(findLine(lines, 4, 2)).toBe(2);
  });
});

describe('countColumns', () => {
  it.each([
    ['', 0],
    ['a', 0],
    ['   a', 3],
    ['\ta', 4],
    ['  \ta', 4],
    ['\t a', 5],
    ['    ', 4],
    ['\u00a0a', 0],
    ['\fa', 0],
  ])('counts the white space before the text of %j', (line, expected) => {
    expect(countColumns(line, 0, findFirstText(line, 0, line.length))).toBe(expected);
  });
});

describe('isBlank', () => {
  // CommonMark: a blank line contains only spaces and tabs.
  it.each([
    ['', true],
    [' \t', true],
    ['\f', false],
    ['\u00a0', false],
    ['\u200b', false],
    ['.', false],
  ])('returns whether the line %j is blank: %s', (line, blank) => {
    expect(isBlank(getLines(`a\n${line}\nb`), 1)).toBe(blank);
  });
});

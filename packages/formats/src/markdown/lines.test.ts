import { describe, expect, it } from 'vitest';
import { columns, firstText, isBlank, lineAt, lineEnd, lineStart, linesOf, normalize, sliceLines } from './lines.ts';

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

describe('lines', () => {
  it.each([
    ['', ['']],
    ['a', ['a']],
    ['a\n', ['a', '']],
    ['\n', ['', '']],
    ['a\n\nb', ['a', '', 'b']],
    ['a\u2028b', ['a\u2028b']],
  ])('of %j are those that split gives', (text, expected) => {
    const lines = linesOf(text);
    expect(lines.count).toBe(expected.length);
    expect(expected.map((_, line) => sliceLines(lines, line, line + 1))).toEqual(expected);
    expect(expected.map((_, line) => text.slice(lineStart(lines, line), lineEnd(lines, line)))).toEqual(expected);
    expect(sliceLines(lines, 0, lines.count)).toBe(text);
  });

  it('behind the last are empty', () => {
    const lines = linesOf('a\nb');
    expect([lineStart(lines, 2), lineEnd(lines, 5), sliceLines(lines, 2, 2), sliceLines(lines, 1, 0)]).toEqual([
      4,
      3,
      '',
      '',
    ]);
  });

  it('are found by an offset', () => {
    const text = 'ab\n\ncd\n';
    const lines = linesOf(text);
    expect([...text, ''].map((_, offset) => lineAt(lines, offset))).toEqual([0, 0, 0, 1, 2, 2, 2, 3]);
    expect(lineAt(lines, 4, 2)).toBe(2);
  });
});

describe('columns', () => {
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
  ])('of white space before the text of %j', (line, expected) => {
    expect(columns(line, 0, firstText(line, 0, line.length))).toBe(expected);
  });
});

describe('isBlank', () => {
  // CommonMark: a blank line holds nothing, or spaces and tabs alone.
  it.each([
    ['', true],
    [' \t', true],
    ['\f', false],
    ['\u00a0', false],
    ['\u200b', false],
    ['.', false],
  ])('of %j', (line, blank) => {
    expect(isBlank(linesOf(`a\n${line}\nb`), 1)).toBe(blank);
  });
});

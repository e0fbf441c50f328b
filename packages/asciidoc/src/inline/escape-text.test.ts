import { describe, expect, it } from 'vitest';
import { encodeDestination, escapeLineStart, escapeText, formatCodeSpan } from './escape-text.ts';

describe('escapeText', () => {
  it.each([
    ['a*b', 'a\\*b'],
    ['a * b', 'a * b'],
    ['a_b _c_', 'a_b \\_c\\_'],
    ['`a`', '\\`a\\`'],
    ['a\\b \\* \\', 'a\\b \\\\\\* \\\\'],
    ['<a> </a> <!-- a < b <1>', '\\<a> \\</a> \\<!-- a < b <1>'],
    ['[a] [b](c)', '[a] [b\\](c)'],
    ['~a b~', '~a b\\~'],
  ])('escapes the text %j as %j', (text, expected) => {
    expect(escapeText(text)).toBe(expected);
  });

  it('escapes text depending on the surrounding characters', () => {
    expect(escapeText('_', 'a', 'b')).toBe('_');
    expect(escapeText('_', 'a', ' ')).toBe('\\_');
    expect(escapeText('[a]', '', '', true)).toBe('\\[a\\]');
  });
});

describe('escapeLineStart', () => {
  it.each([
    '# a',
    '#',
    '> a',
    '>a',
    '+ a',
    '- a',
    '* a',
    '-',
    '=====',
    '---',
    '| a',
    '--- | ---',
    ':-- | --',
    '* * *',
    '[a]: b',
    '+++',
    '::: a',
    '!!! note',
    '~~~',
  ])('escapes the start of the line %j', (line) => {
    expect(escapeLineStart(line)).toBe(`\\${line}`);
  });

  it.each([
    '#a',
    '####### a',
    '+a',
    '-a',
    '--a',
    '**a** b',
    '== a',
    '1.a',
    '[a] b',
    'a | b',
    '!image',
    '***bold** it*',
  ])('does not escape the start of the line %j', (line) => {
    expect(escapeLineStart(line)).toBe(line);
  });

  it('escapes list numbers after their digits and removes the indent', () => {
    expect(escapeLineStart('12. a')).toBe('12\\. a');
    expect(escapeLineStart('3) a')).toBe('3\\) a');
    expect(escapeLineStart('    a')).toBe('a');
  });
});

describe('formatCodeSpan', () => {
  it.each([
    ['a', '`a`'],
    ['a`b', '``a`b``'],
    ['`a', '`` `a ``'],
    ['``', '``` `` ```'],
    [' a ', '`  a  `'],
    [' ', ' '],
  ])('formats the code %j as the Markdown code span %j', (text, expected) => {
    expect(formatCodeSpan(text)).toBe(expected);
  });
});

describe('encodeDestination', () => {
  it.each([
    ['a/b.html?c=d#e', 'a/b.html?c=d#e'],
    ['a b(c).html', 'a%20b%28c%29.html'],
    ['<a>"\\', '%3Ca%3E%22%5C'],
    ['ü%20\u3000x', 'ü%20%E3%80%80x'],
  ])('encodes the link destination %j as %j', (url, expected) => {
    expect(encodeDestination(url)).toBe(expected);
  });
});

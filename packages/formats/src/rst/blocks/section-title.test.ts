import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();
const warnings = (rst: string): string[] => readRst(rst).warnings.map(({ line, message }) => `${line}: ${message}`);

describe('section title', () => {
  it.each([
    ['has a level that follows from the order of title styles', 'A\n~~~\n\nB\n^^^\n\nC\n~~~\n', '# A\n\n## B\n\n# C'],
    ['has a separate style if it has an overline', '===\nA\n===\n\nB\n===\n', '# A\n\n## B'],
    ['can be indented below its overline', '#######\n  A  b\n#######\n', '# A  b'],
    ['can be longer than an underline of four characters', 'A longer title\n----\n', '# A longer title'],
    ['can be shorter than its underline', 'A\n----------\n', '# A'],
    ['can have a short underline of the same length', 'ab\n--\n', '# ab'],
    ['can look like a list item', '1. First\n========\n', '# 1. First {#first}'],
  ])('a reStructuredText section title %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('limits reStructuredText section titles to level 6', () => {
    const titles = [...'=-~^"+*'].map((mark) => `T\n${mark.repeat(4)}\n`);
    expect(md(titles.join('\n')).match(/^#+/gm)).toEqual(['#', '##', '###', '####', '#####', '######', '######']);
  });

  it.each([
    ['a short line below longer text', 'text\n--\n', 'text\n\\--'],
    ['a short line below wide characters', '譯者\n::\n\n  a', '譯者\n\n```\na\n```'],
    ['an underline below two lines', 'one\ntwo\n====\n', 'one\ntwo\n\\===='],
    ['a short line above text', '--\nText\n', '\\--\nText'],
  ])('does not treat %s as a reStructuredText section title', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it.each([
    ['an underline that is too short', 'A longer title\n----\n', ['1: The underline of the title is too short']],
    ['an overline that is too short', '=====\nA longer title\n=====\n', ['1: The overline of the title is too short']],
    [
      'lines of different lengths',
      '=====\nAb\n====\n',
      ['1: The overline and underline of the title differ in length'],
    ],
    [
      'an overline without an underline',
      '=====\nText\n',
      ['1: The line starts a title, but no underline with the same character follows'],
    ],
    [
      'a new style at a level with an existing style',
      'A\n=\n\nB\n-\n\nC\n~\n\nD\n-\n\nE\n^\n',
      ['13: The title uses a new style where a previously used style is required'],
    ],
    ['a skipped level', 'A\n=\n\nB\n-\n\nC\n~\n\nD\n=\n\nE\n~\n', ['13: The title skips a level']],
    [
      'a position inside another block',
      '.. note::\n\n   Title\n   =====\n',
      ['3: A section title is inside another block, where it does not start a section'],
    ],
  ])('keeps a reStructuredText section title and warns about %s', (_name, rst, expected) => {
    expect(warnings(rst)).toEqual(expected);
    for (const word of rst.match(/[a-z]\w*/gi) ?? []) if (word !== 'note') expect(md(rst)).toContain(word);
  });

  it('converts a section title inside another block to a bold line', () => {
    expect(md('* Title\n  =====\n\n  Text')).toBe('- **Title**\n\n  Text');
  });

  it('converts the inline markup of a section title to Markdown', () => {
    expect(md(':mod:`json` --- *a* ``b_c`` `d` #\n=====\n')).toBe('# `json` --- *a* `b_c` d \\# {#json-a-b-c-d}');
  });
});

describe('reStructuredText transitions', () => {
  it.each([
    ['between paragraphs', 'a\n\n----\n\nb', 'a\n\n***\n\nb'],
    ['with four characters or more', 'a\n\n---\n\nb', 'a\n\n\\---\n\nb'],
  ])('parses a reStructuredText transition %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

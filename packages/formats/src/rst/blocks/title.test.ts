import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();
const warnings = (rst: string): string[] => readRst(rst).warnings.map(({ line, message }) => `${line}: ${message}`);

describe('a title', () => {
  it.each([
    ['has the level of its style, in order of appearance', 'A\n~~~\n\nB\n^^^\n\nC\n~~~\n', '# A\n\n## B\n\n# C'],
    ['with an overline has a style of its own', '===\nA\n===\n\nB\n===\n', '# A\n\n## B'],
    ['may be indented under its overline', '#######\n  A  b\n#######\n', '# A  b'],
    ['may be wider than an underline of four', 'A longer title\n----\n', '# A longer title'],
    ['may be narrower than its underline', 'A\n----------\n', '# A'],
    ['may have an underline as short as itself', 'ab\n--\n', '# ab'],
    ['may look like an item', '1. First\n========\n', '# 1. First {#first}'],
  ])('%s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('goes down to level 6', () => {
    const titles = [...'=-~^"+*'].map((mark) => `T\n${mark.repeat(4)}\n`);
    expect(md(titles.join('\n')).match(/^#+/gm)).toEqual(['#', '##', '###', '####', '#####', '######', '######']);
  });

  it.each([
    ['a short line under longer text', 'text\n--\n', 'text\n\\--'],
    ['a short line under wide characters', '譯者\n::\n\n  a', '譯者\n\n```\na\n```'],
    ['a line under two lines', 'one\ntwo\n====\n', 'one\ntwo\n\\===='],
    ['a short line above text', '--\nText\n', '\\--\nText'],
  ])('is not made by %s', (_name, rst, expected) => {
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
    ['an overline alone', '=====\nText\n', ['1: The line begins a title, but no underline of the same mark follows']],
    [
      'a style that comes too late',
      'A\n=\n\nB\n-\n\nC\n~\n\nD\n-\n\nE\n^\n',
      ['13: The title has a style of its own, but stands where one of the styles before is due'],
    ],
    ['a level that is left out', 'A\n=\n\nB\n-\n\nC\n~\n\nD\n=\n\nE\n~\n', ['13: The title skips a level']],
    [
      'a place within a block',
      '.. note::\n\n   Title\n   =====\n',
      ['3: A section title stands inside another block, where it opens no section'],
    ],
  ])('gives a warning for %s, and stays', (_name, rst, expected) => {
    expect(warnings(rst)).toEqual(expected);
    for (const word of rst.match(/[a-z]\w*/gi) ?? []) if (word !== 'note') expect(md(rst)).toContain(word);
  });

  it('within a block is a bold line', () => {
    expect(md('* Title\n  =====\n\n  Text')).toBe('- **Title**\n\n  Text');
  });

  it('holds Markdown, not reStructuredText', () => {
    expect(md(':mod:`json` --- *a* ``b_c`` `d` #\n=====\n')).toBe('# `json` --- *a* `b_c` d \\# {#json-a-b-c-d}');
  });
});

describe('a transition', () => {
  it.each([
    ['between paragraphs', 'a\n\n----\n\nb', 'a\n\n***\n\nb'],
    ['only from four marks on', 'a\n\n---\n\nb', 'a\n\n\\---\n\nb'],
  ])('stands %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

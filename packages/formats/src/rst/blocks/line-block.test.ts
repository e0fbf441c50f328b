import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('line block', () => {
  it.each([
    ['preserves line breaks', '| one\n| *two*\n', 'one  \n*two*'],
    ['preserves blank lines', '| one\n|\n| two\n', 'one\n\ntwo'],
    ['continues on indented lines', '| one\n  two\n| three', 'one two  \nthree'],
    ['escapes markup at the start of lines', '| # one\n| - two', '\\# one  \n\\- two'],
  ])('a reStructuredText line block %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('a line block', () => {
  it.each([
    ['keeps its lines', '| one\n| *two*\n', 'one  \n*two*'],
    ['keeps its gaps', '| one\n|\n| two\n', 'one\n\ntwo'],
    ['goes on over indented lines', '| one\n  two\n| three', 'one two  \nthree'],
    ['may begin lines with anything', '| # one\n| - two', '\\# one  \n\\- two'],
  ])('%s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

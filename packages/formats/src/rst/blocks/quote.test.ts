import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('a block quote', () => {
  it.each([
    ['in the text', 'a\n\n  b\n  c\n\nd', 'a\n\n> b\n> c\n\nd'],
    ['with an attribution', 'a\n\n  b\n\n  -- C. D.', 'a\n\n> b\n>\n> -- C. D.'],
    ['within another', '  a\n\n    b\n', '> a\n>\n> > b'],
    ['around other blocks', '  * a\n\n    ::\n\n      b\n', '> - a\n>\n>   ```\n>   b\n>   ```'],
    ['set off by an empty comment', '* a\n\n..\n\n  b', '- a\n\n> b'],
  ])('stands %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

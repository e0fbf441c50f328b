import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('block quote', () => {
  it.each([
    ['between paragraphs', 'a\n\n  b\n  c\n\nd', 'a\n\n> b\n> c\n\nd'],
    ['with an attribution', 'a\n\n  b\n\n  -- C. D.', 'a\n\n> b\n>\n> -- C. D.'],
    ['inside another quote', '  a\n\n    b\n', '> a\n>\n> > b'],
    ['that contains other blocks', '  * a\n\n    ::\n\n      b\n', '> - a\n>\n>   ```\n>   b\n>   ```'],
    ['after an empty comment', '* a\n\n..\n\n  b', '- a\n\n> b'],
  ])('parses a reStructuredText block quote %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

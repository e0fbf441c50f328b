import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('option list', () => {
  it.each([
    [
      'with several kinds of options',
      '-a            All.\n-f FILE, --file=FILE  The file.\n/V            As in DOS.\n--long <a b>  With\n              lines.',
      '- `-a`: All.\n- `-f FILE, --file=FILE`: The file.\n- `/V`: As in DOS.\n- `--long <a b>`: With\n  lines.',
    ],
    ['with a description on the next line', '--all\n    All.', '- `--all`: All.'],
  ])('parses a reStructuredText option list %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it.each([
    ['a dash', '-- Someone', '-- Someone'],
    ['an option in a sentence', '--all is an option', '--all is an option'],
    ['an option without a description', '--all\n', '--all'],
    ['a path', '/etc is a folder', '/etc is a folder'],
  ])('does not treat %s as a reStructuredText option list', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

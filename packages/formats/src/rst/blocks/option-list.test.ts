import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('an option list', () => {
  it.each([
    [
      'of options',
      '-a            All.\n-f FILE, --file=FILE  The file.\n/V            As in DOS.\n--long <a b>  With\n              lines.',
      '- `-a`: All.\n- `-f FILE, --file=FILE`: The file.\n- `/V`: As in DOS.\n- `--long <a b>`: With\n  lines.',
    ],
    ['with the text below', '--all\n    All.', '- `--all`: All.'],
  ])('%s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it.each([
    ['a dash', '-- Someone', '-- Someone'],
    ['an option in running text', '--all is an option', '--all is an option'],
    ['an option that nothing is said of', '--all\n', '--all'],
    ['a path', '/etc is a folder', '/etc is a folder'],
  ])('is not begun by %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('list-table directive', () => {
  it.each([
    [
      'supports header rows',
      '.. list-table:: The *title*\n   :header-rows: 1\n   :widths: 10 90\n\n   * - A\n     - B\n   * - ``a|b``\n     - One.\n\n       Two.',
      '**The *title***\n\n| A | B |\n| --- | --- |\n| `a\\|b` | One.<br>Two. |',
    ],
    [
      'works without header rows',
      '.. list-table::\n\n   * - A\n     - B\n   * - C',
      '| | |\n| --- | --- |\n| A | B |\n| C |',
    ],
  ])('a reStructuredText list-table directive %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('warns about a list-table directive whose list does not consist of rows', () => {
    expect(readRst('.. list-table::\n\n   * a\n   * b')).toMatchObject({
      markdown: '- a\n- b',
      warnings: [{ line: 1, message: 'The table must be a list of rows, each of which is a list of cells' }],
    });
  });
});

describe('csv-table directive', () => {
  it.each([
    [
      'supports a header option',
      '.. csv-table:: T\n   :header: "x, y", *b*\n\n   "q ""w""", 2\n   3, "two\n   lines"\n',
      '**T**\n\n| x, y | *b* |\n| --- | --- |\n| q "w" | 2 |\n| 3 | two lines |',
    ],
    [
      'supports header rows',
      '.. csv-table::\n   :header-rows: 1\n\n   a,b\n   c,d',
      '| a | b |\n| --- | --- |\n| c | d |',
    ],
    [
      'supports other delimiters',
      ".. csv-table::\n   :delim: ;\n   :quote: '\n   :escape: $\n\n   'a;$'b';c$;d",
      "| | |\n| --- | --- |\n| a;'b | c;d |",
    ],
    ['links to a file', '.. csv-table:: T\n   :file: a.csv\n', '**T**\n\nIncluded file: [a.csv](a.csv)'],
  ])('a csv-table directive %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

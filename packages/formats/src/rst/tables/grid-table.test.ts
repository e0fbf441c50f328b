import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('grid table', () => {
  it('a grid table has a header row and joins the lines of cells', () => {
    expect(
      readRst(`+------------+-----------+
| Name       | What      |
|            | it is     |
+============+===========+
| \`\`a|b\`\`    | - one     |
|            | - two     |
+------------+-----------+
| second     | Text that |
|            | goes on.  |
|            |           |
|            | More::    |
|            |           |
|            |   x = 1   |
|            |   y = 2   |
+------------+-----------+
`),
    ).toEqual({
      markdown: `| Name | What it is |
| --- | --- |
| \`a\\|b\` | - one<br>- two |
| second | Text that goes on.<br>More:<br>\`x = 1\`<br>\`y = 2\` |`,
      lines: [2, 2, 5, 8],
      warnings: [],
    });
  });

  it.each([
    ['without a header', '+---+---+\n| a | b |\n+---+---+', '| | |\n| --- | --- |\n| a | b |'],
    ['with an empty cell', '+---+---+\n| a |   |\n+===+===+\n|   | b |\n+---+---+', '| a | |\n| --- | --- |\n| | b |'],
    [
      'with cells that span columns',
      '+---+---+\n| a | b |\n+===+===+\n| c     |\n+---+---+\n| d | e |\n+---+---+',
      '| a | b |\n| --- | --- |\n| c | |\n| d | e |',
    ],
    [
      'with cells that span rows',
      '+---+---+\n| a | b |\n+===+===+\n| c | d |\n|   +---+\n|   | e |\n+---+---+',
      '| a | b |\n| --- | --- |\n| c | d |\n| c | e |',
    ],
    [
      'with a long cell that spans rows',
      `+${'-'.repeat(70)}+---+\n|${'c'.repeat(65)}     | d |\n|${' '.repeat(70)}+---+\n|${' '.repeat(70)}| e |\n+${'-'.repeat(70)}+---+`,
      `| | |\n| --- | --- |\n| ${'c'.repeat(65)} | d |\n| | e |`,
    ],
    [
      'with several header rows',
      '+---+-------+\n| a | b     |\n|   +---+---+\n|   | c | d |\n+===+===+===+\n| 1 | 2 | 3 |\n+---+---+---+',
      '| a | b c | b d |\n| --- | --- | --- |\n| 1 | 2 | 3 |',
    ],
    [
      'with wide characters',
      '+------+---+\n| 中文 | b |\n+======+===+\n| a    | 字|\n+------+---+',
      '| 中文 | b |\n| --- | --- |\n| a | 字 |',
    ],
    [
      'with text that looks like a border',
      '+---------+---+\n| a +- b  | c |\n| ``[-+]``| d |\n+---------+---+\n| ``x+``  | e |\n+---------+---+',
      '| | |\n| --- | --- |\n| a +- b `[-+]` | c d |\n| `x+` | e |',
    ],
    [
      'with a table in a cell',
      '+---+-----------+\n| a | b         |\n+===+===========+\n| c | d         |\n|   |           |\n|   | +---+---+ |\n|   | | 1 | 2 | |\n|   | +---+---+ |\n+---+-----------+',
      '| a | b |\n| --- | --- |\n| c | d<br>1 / 2 |',
    ],
    ['in a list item', '* +---+\n  | a |\n  +---+\n', '- | |\n  | --- |\n  | a |'],
    ['followed by text', '+---+\n| a |\n+---+\nText', '| |\n| --- |\n| a |\n\nText'],
  ])('parses a grid table %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('parses a grid table that is 230 characters wide, and removes the padding', () => {
    const width = 114;
    const border = `+${'-'.repeat(width)}+${'-'.repeat(width)}+`;
    const row = (a: string, b: string) => `| ${a.padEnd(width - 1)}| ${b.padEnd(width - 1)}|`;
    const rst = [border, row('a', 'b'), border.replaceAll('-', '='), row('c', 'd'), border].join('\n');
    expect(md(rst)).toBe('| a | b |\n| --- | --- |\n| c | d |');
  });

  it.each([
    ['lines of different lengths', '+---+---+\n| a | b |\n+---+--+'],
    ['cells that are not rectangles', '+---+---+---+\n| a | b | c |\n+---+   +---+\n| d       e |\n+---+---+---+'],
    ['no bottom border', '+---+\n| a |'],
    ['no cells', '+---+\n+---+'],
  ])('converts a grid table to a code block if it has %s', (_name, rst) => {
    expect(readRst(rst)).toMatchObject({
      markdown: `\`\`\`\n${rst}\n\`\`\``,
      warnings: [{ line: 1, message: 'The cells of the table do not form a grid, so it is kept as a code block' }],
    });
  });
});

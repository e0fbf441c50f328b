import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('simple table', () => {
  it('a simple table has a header row with spans and joins the lines of cells', () => {
    expect(
      readRst(`=====  =====  ======
   Inputs     Output
------------  ------
  A      B    A or B
=====  =====  ======
False  False  False
True   False  True,
              always

              More | text
\\      True   True
=====  =====  ======
`),
    ).toEqual({
      markdown: `| Inputs A | Inputs B | Output A or B |
| --- | --- | --- |
| False | False | False |
| True | False | True, always<br>More \\| text |
| | True | True |`,
      lines: [2, 4, 6, 7, 11],
      warnings: [],
    });
  });

  it.each([
    ['without a header', '==  ==\na   b\n==  ==\n', '| | |\n| --- | --- |\n| a | b |'],
    ['with a long last column', '==  ==\na   a long text\n==  ==\n', '| | |\n| --- | --- |\n| a | a long text |'],
    ['with short rows', '==  ==\na   b\nc\n==  ==\n', '| | |\n| --- | --- |\n| a | b |\n| c |'],
    ['with blank lines', '==  ==\na   b\n\nc   d\n==  ==\n', '| | |\n| --- | --- |\n| a | b |\n| c | d |'],
    [
      'with spans in the body',
      '==  ==\na   b\n==  ==\nc\n------\nd   e\n==  ==\n',
      '| a | b |\n| --- | --- |\n| c | |\n| d | e |',
    ],
  ])('parses a reStructuredText simple table %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('converts a simple table with text between its columns to a code block', () => {
    const rst = '==  ==\nabcde f\n==  ==';
    expect(readRst(rst)).toMatchObject({ markdown: `\`\`\`\n${rst}\n\`\`\``, warnings: [{ line: 1 }] });
  });

  it('converts a simple table without a bottom border to text', () => {
    expect(readRst('==  ==\na   b')).toMatchObject({
      markdown: '==  ==\na   b',
      warnings: [{ line: 1, message: 'The table has no bottom border' }],
    });
  });
});

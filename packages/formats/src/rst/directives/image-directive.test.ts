import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('image directive', () => {
  it.each([
    ['without options', '.. image:: a/b.png\n', '![](a/b.png)'],
    [
      'with an alternative text',
      '.. image:: a.png\n   :alt: An [x]\n     image\n   :width: 5em\n',
      '![An [x] image](a.png)',
    ],
    ['with a link', '.. image:: a.png\n   :alt: A\n   :target: https://x.y/(a\n', '[![A](a.png)](<https://x.y/(a>)'],
    [
      'with a link to a target',
      '.. image:: a.png\n   :target: `b c`_\n\n.. _b c: https://x.y',
      '[![](a.png)](https://x.y)',
    ],
    ['with a link to an unknown target', '.. image:: a.png\n   :target: b_\n', '![](a.png)'],
    ['with inline image data', '.. image:: data:image/png;base64,AAAA\n   :alt: A', 'A'],
    [
      'as a figure',
      '.. figure:: a.png\n   :alt: A\n\n   The *caption*.\n\n   A legend.\n',
      '![A](a.png)\n\nThe *caption*.\n\nA legend.',
    ],
  ])('parses an image directive %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('warns about an image directive without a file name', () => {
    expect(readRst('.. image::').warnings).toEqual([{ line: 1, message: 'The image has no file name' }]);
  });
});

import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('an image', () => {
  it.each([
    ['alone', '.. image:: a/b.png\n', '![](a/b.png)'],
    ['with its text', '.. image:: a.png\n   :alt: An [x]\n     image\n   :width: 5em\n', '![An [x] image](a.png)'],
    [
      'that leads somewhere',
      '.. image:: a.png\n   :alt: A\n   :target: https://x.y/(a\n',
      '[![A](a.png)](<https://x.y/(a>)',
    ],
    [
      'that leads to a target',
      '.. image:: a.png\n   :target: `b c`_\n\n.. _b c: https://x.y',
      '[![](a.png)](https://x.y)',
    ],
    ['that leads to nothing known', '.. image:: a.png\n   :target: b_\n', '![](a.png)'],
    ['in the text itself', '.. image:: data:image/png;base64,AAAA\n   :alt: A', 'A'],
    [
      'as a figure',
      '.. figure:: a.png\n   :alt: A\n\n   The *caption*.\n\n   A legend.\n',
      '![A](a.png)\n\nThe *caption*.\n\nA legend.',
    ],
  ])('stands %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('without a file gives a warning', () => {
    expect(readRst('.. image::').warnings).toEqual([{ line: 1, message: 'The image names no file' }]);
  });
});

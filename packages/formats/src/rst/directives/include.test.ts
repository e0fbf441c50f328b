import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('include directive', () => {
  it.each([
    ['.. include:: /a/b.rst\n   :start-line: 3', 'Included file: [/a/b.rst](/a/b.rst)'],
    ['.. literalinclude:: ../a.py\n   :language: python', 'Included file: [../a.py](../a.py)'],
    ['.. literalinclude:: a.py\n   :caption: The *file*', 'The *file*: [a.py](a.py)'],
    ['.. include:: <isonum.txt>', ''],
    ['.. raw:: html\n   :file: a.html', 'Included file: [a.html](a.html)'],
  ])('converts %s to a link', (rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

describe('raw directive', () => {
  it.each([
    ['keeps HTML', '.. raw:: html\n\n   <b>a</b>\n\n   <i>b</i>', '<b>a</b>\n\n<i>b</i>'],
    [
      'removes invisible HTML',
      '.. raw:: html\n\n   <script>\n   a\n   </script>\n   <b>c</b><!-- d -->\n   <style>e',
      '<b>c</b>\n<style>e',
    ],
    ['ignores other formats', 'a\n\n.. raw:: latex\n\n   \\b', 'a'],
  ])('%s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

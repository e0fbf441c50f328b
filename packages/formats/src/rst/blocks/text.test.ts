import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('a literal block', () => {
  it.each([
    ['after text', 'Text::\n\n  a\n    b\n\n  c\n', 'Text:\n\n```\na\n  b\n\nc\n```'],
    ['after a gap', 'Text ::\n\n  a\n', 'Text\n\n```\na\n```'],
    ['after a mark alone', '::\n\n  a\n', '```\na\n```'],
    ['after lines of text', 'one\ntwo::\n\n  a\n', 'one\ntwo:\n\n```\na\n```'],
    ['without the blank line', 'Text::\n  a\n\nb', 'Text:\n\n```\na\n```\n\nb'],
    ['of quoted lines', 'Text::\n\n> a\n> b\n\nc', 'Text:\n\n```\n> a\n> b\n```\n\nc'],
    ['that holds a fence', '::\n\n  ```\n  a\n  ```\n', '````\n```\na\n```\n````'],
    ['that is a session', '::\n\n  >>> 1\n  1\n', '```pycon\n>>> 1\n1\n```'],
    ['in the language of the document', '.. highlight:: c\n\n::\n\n  int a;\n', '```c\nint a;\n```'],
    ['whose language is taken back', '.. highlight:: none\n\n::\n\n  a\n', '```\na\n```'],
    [
      'with marks that mean something elsewhere',
      '::\n\n  .. note::\n  * a*\n  `b`_\n',
      '```\n.. note::\n* a*\n`b`_\n```',
    ],
    ['in an item', '* a::\n\n    b\n\n* c', '- a:\n\n  ```\n  b\n  ```\n\n- c'],
    ['with tabs', '::\n\n\ta\n\t\tb\n', '```\na\n        b\n```'],
  ])('stands %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('that is missing gives a warning', () => {
    expect(readRst('Text::\n\nmore')).toMatchObject({
      markdown: 'Text:\n\nmore',
      warnings: [{ line: 1, message: 'No literal block follows the `::`' }],
    });
  });

  it('is not announced by an escaped colon', () => {
    expect(md('a\\::\n\nb')).toBe('a::\n\nb');
  });
});

describe('a definition list', () => {
  it.each([
    ['short', 'one\n  First.\ntwo\n  Second.\n', '- **one**: First.\n- **two**: Second.'],
    ['with blank lines', 'one\n  First.\n\ntwo\n  Second.\n', '- **one**: First.\n- **two**: Second.'],
    ['with classifiers', 'one : int : *optional*\n  First.\n', '- **one** (int) (*optional*): First.'],
    ['with code for a term', '``--all``\n  First.\n', '- **`--all`**: First.'],
    ['with a strong term', '**one**\n  First.\n', '- **one**: First.'],
    ['with a term that ends a sentence', 'Why?\n  Because.\n', '- **Why?** Because.'],
    ['long', 'one\n  First.\n\n  More.\n\ntwo\n  * a\n', '**one**: First.\n\nMore.\n\n**two**\n\n- a'],
    [
      'long, within another block',
      '* x\n\n  one\n    First.\n\n    More.\n\n  two\n    Second.\n',
      '- x\n\n  - **one**: First.\n\n    More.\n\n  - **two**: Second.',
    ],
    [
      'long, within another',
      'one\n  First.\n\n  two\n    Second.\n\n    More.\n',
      '**one**: First.\n\n- **two**: Second.\n\n  More.',
    ],
    ['before a list', 'one\n  First.\n\n* a\n', '- **one**: First.\n\n- a'],
    ['before a directive', 'one\n  First.\n\n.. note:: a\n', '- **one**: First.\n\n**Note:** a'],
  ])('may be %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

describe('a paragraph', () => {
  it.each([
    ['keeps its lines', 'one\ntwo\nthree', 'one\ntwo\nthree'],
    ['ends before an indented line', 'one\ntwo\n  three', 'one\ntwo\n\n> three'],
    ['may hold lines of items', 'one\n* two\n1. three', 'one\n\\* two\n1\\. three'],
  ])('%s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('literal block', () => {
  it.each([
    ['after a paragraph', 'Text::\n\n  a\n    b\n\n  c\n', 'Text:\n\n```\na\n  b\n\nc\n```'],
    ['after a separated marker', 'Text ::\n\n  a\n', 'Text\n\n```\na\n```'],
    ['after a marker on its own line', '::\n\n  a\n', '```\na\n```'],
    ['after a paragraph with several lines', 'one\ntwo::\n\n  a\n', 'one\ntwo:\n\n```\na\n```'],
    ['without a blank line before it', 'Text::\n  a\n\nb', 'Text:\n\n```\na\n```\n\nb'],
    ['with quoted lines', 'Text::\n\n> a\n> b\n\nc', 'Text:\n\n```\n> a\n> b\n```\n\nc'],
    ['that contains a fence', '::\n\n  ```\n  a\n  ```\n', '````\n```\na\n```\n````'],
    ['that contains a Python session', '::\n\n  >>> 1\n  1\n', '```pycon\n>>> 1\n1\n```'],
    ['in the default language of the document', '.. highlight:: c\n\n::\n\n  int a;\n', '```c\nint a;\n```'],
    ['after the default language is reset', '.. highlight:: none\n\n::\n\n  a\n', '```\na\n```'],
    ['that contains other markup', '::\n\n  .. note::\n  * a*\n  `b`_\n', '```\n.. note::\n* a*\n`b`_\n```'],
    ['in a list item', '* a::\n\n    b\n\n* c', '- a:\n\n  ```\n  b\n  ```\n\n- c'],
    ['that contains tabs', '::\n\n\ta\n\t\tb\n', '```\na\n        b\n```'],
  ])('parses a reStructuredText literal block %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('warns if the literal block after a double colon is missing', () => {
    expect(readRst('Text::\n\nmore')).toMatchObject({
      markdown: 'Text:\n\nmore',
      warnings: [{ line: 1, message: 'No literal block follows the `::`' }],
    });
  });

  it('does not begin a literal block after an escaped colon', () => {
    expect(md('a\\::\n\nb')).toBe('a::\n\nb');
  });
});

describe('definition list', () => {
  it.each([
    ['with short definitions', 'one\n  First.\ntwo\n  Second.\n', '- **one**: First.\n- **two**: Second.'],
    ['with blank lines between entries', 'one\n  First.\n\ntwo\n  Second.\n', '- **one**: First.\n- **two**: Second.'],
    ['with classifiers', 'one : int : *optional*\n  First.\n', '- **one** (int) (*optional*): First.'],
    ['with code as a term', '``--all``\n  First.\n', '- **`--all`**: First.'],
    ['with a bold term', '**one**\n  First.\n', '- **one**: First.'],
    ['with a term that ends like a sentence', 'Why?\n  Because.\n', '- **Why?** Because.'],
    ['with long definitions', 'one\n  First.\n\n  More.\n\ntwo\n  * a\n', '**one**: First.\n\nMore.\n\n**two**\n\n- a'],
    [
      'with long definitions in another block',
      '* x\n\n  one\n    First.\n\n    More.\n\n  two\n    Second.\n',
      '- x\n\n  - **one**: First.\n\n    More.\n\n  - **two**: Second.',
    ],
    [
      'with long definitions in another definition',
      'one\n  First.\n\n  two\n    Second.\n\n    More.\n',
      '**one**: First.\n\n- **two**: Second.\n\n  More.',
    ],
    ['before a bullet list', 'one\n  First.\n\n* a\n', '- **one**: First.\n\n- a'],
    ['before a directive', 'one\n  First.\n\n.. note:: a\n', '- **one**: First.\n\n**Note:** a'],
  ])('parses a reStructuredText definition list %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

describe('reStructuredText paragraphs', () => {
  it.each([
    ['preserves its lines', 'one\ntwo\nthree', 'one\ntwo\nthree'],
    ['ends before an indented line', 'one\ntwo\n  three', 'one\ntwo\n\n> three'],
    ['may contain lines that look like list items', 'one\n* two\n1. three', 'one\n\\* two\n1\\. three'],
  ])('a reStructuredText paragraph %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

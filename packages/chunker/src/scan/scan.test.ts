import { linesOf } from '@context-sync/formats';
import { oneOf, seeded } from '@context-sync/formats/seeded';
import { describe, expect, it } from 'vitest';
import { openFenceLine } from './blocks.ts';
import { scan } from './scan.ts';
import { shape, shapesOf } from './shape.fixture.ts';

describe('fences', () => {
  it.each([
    ['with an info string', '```js {1} [a.js]\na\n```\nb', 'fence 1-3, paragraph 4-4'],
    ['closed by more marks', '```\na\n`````\nb', 'fence 1-3, paragraph 4-4'],
    ['not closed by fewer marks', '````\na\n```\nb\n````\nc', 'fence 1-5, paragraph 6-6'],
    ['of four marks holding three', '````md\n```js\na\n```\n````\nb', 'fence 1-5, paragraph 6-6'],
    ['of tildes holding backticks', '~~~\n```\na\n~~~\nb', 'fence 1-4, paragraph 5-5'],
    ['not closed by marks with an info string', '```\na\n```js\nb\n```', 'fence 1-5'],
    ['never closed', '```\na\n\n# b\n\nc', 'fence 1-6'],
    ['closed by marks with white space behind', '```\na\n```  \t\nb', 'fence 1-3, paragraph 4-4'],
    ['with lines that only look like the end', '```\n``` a\n~~~\n`````x\n```', 'fence 1-5'],
    ['with `# comment` inside', '```sh\n# one\n## two\nthree\n---\n```\n# T', 'fence 1-6, heading1 7-7'],
    ['empty', '```\n```\na', 'fence 1-2, paragraph 3-3'],
    ['indented by three', '   ```\n   a\n   ```\nb', 'fence 1-3, paragraph 4-4'],
    ['whose end is indented by four, which is no end', '```\na\n    ```\n```\nb', 'fence 1-4, paragraph 5-5'],
    ['right below a paragraph', 'a\n```\nb\n```', 'paragraph 1-1, fence 2-4'],
    ['in a list, by two columns', '- a\n  ```sh\n  # b\n\n  c\n  ```\n- d', 'list 1-7'],
    ['in a list, by four columns', '1.  a\n\n    ```sh\n    # b\n    ```\n\n2.  c', 'list 1-7'],
    ['at the start of a list item', '- ```sh\n  # a\n\n  b\n  ```\n- c\n\nd', 'list 1-6, paragraph 8-8'],
    [
      'never closed in a list, up to the end of the item',
      '- ```\n  # a\n\nb\n\n# c',
      'list 1-2, paragraph 4-4, heading1 6-6',
    ],
    ['in a quote', '> ```sh\n> # a\n> ```\n\nb', 'quote 1-3, paragraph 5-5'],
    ['never closed in a quote, up to the end of the quote', '> ```\n> # a\n\n# b', 'quote 1-2, heading1 4-4'],
    ['which is inline code', '```a``` b\nc', 'paragraph 1-2'],
    ['of two marks, which is none', '``\na', 'paragraph 1-2'],
  ])('%s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe('headings', () => {
  it.each([
    ['of all levels', '# a\n## b\n### c\n#### d\n##### e\n###### f', [1, 2, 3, 4, 5, 6]],
    ['glued to a quote', '> a\n## b', [2]],
    ['glued to a paragraph and to a list', 'a\n# b\n- c\n## d', [1, 2]],
    ['indented by three', '   ## a', [2]],
    ['with a tab', '##\ta', [2]],
    ['underlined by =', 'a\n===', [1]],
    ['underlined by -', 'a\n---', [2]],
    ['underlined by a single mark', 'a\n-\n\nb\n=', [2, 1]],
    ['underlined with white space around', 'a\n  --- ', [2]],
    ['of several lines', 'a\nb\n===', [1]],
  ])('%s', (_name, text, levels) => {
    const headings = shapesOf(text).filter(({ kind }) => kind === 'heading');
    expect(headings.map(({ level }) => level)).toEqual(levels);
  });

  it.each([
    ['no space after the marks', '#a', 'paragraph 1-1'],
    ['seven marks', '####### a', 'paragraph 1-1'],
    ['an escaped mark', '\\# a', 'paragraph 1-1'],
    ['four columns', '    # a', 'code 1-1'],
    ['an underline after a blank line', 'a\n\n---', 'paragraph 1-1, break 3-3'],
    ['an underline with a gap', 'a\n- -\nb', 'paragraph 1-1, list 2-2, paragraph 3-3'],
    ['an underline below a list', '- a\n---', 'list 1-1, break 2-2'],
    ['an underline below a quote', '> a\n---', 'quote 1-1, break 2-2'],
    ['an underline indented by four', 'a\n    ---', 'paragraph 1-2'],
  ])('are not made from %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it('end at the line end, but not at a Unicode separator', () => {
    expect(shape('# a\u2028b\n\nc')).toBe('heading1 1-1, paragraph 3-3');
    expect(shape('```a\u2028b\n# c\n```')).toBe('fence 1-3');
  });
});

describe('lists', () => {
  it.each([
    ['loose, with paragraphs', '- a\n\n  b\n\n- c\n\nd', 'list 1-5, paragraph 7-7'],
    ['nested', '- a\n  - b\n    - c\n\n      d\n- e', 'list 1-6'],
    ['numbered', '1. a\n2. b\n10. c\n\n    d', 'list 1-5'],
    ['right below a paragraph', 'a\n- b', 'paragraph 1-1, list 2-2'],
    ['numbered from 1 right below a paragraph', 'a\n1. b', 'paragraph 1-1, list 2-2'],
    ['not numbered from 14 right below a paragraph', 'in\n14. days', 'paragraph 1-2'],
    ['numbered, up to text that is not indented enough', '1. a\n10. b\n\n   c', 'list 1-2, paragraph 4-4'],
    ['with a lazy line', '- a\nb\n- c', 'list 1-3'],
    ['up to a heading', '- a\n# b', 'list 1-1, heading1 2-2'],
    ['up to a fence at the margin', '1. a\n```\nb\n```\n2. c', 'list 1-1, fence 2-4, list 5-5'],
    ['up to a break', '- a\n***\n- b', 'list 1-1, break 2-2, list 3-3'],
    ['with code by six columns', '- a\n\n      b\n- c', 'list 1-4'],
    ['with an item that begins empty', '-\n  a\n- b', 'list 1-3'],
    ['of one mark only', '-', 'list 1-1'],
  ])('%s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  // https://spec.commonmark.org/0.31.2/#tabs: a tab after the marker advances to column four, not by four columns.
  it('allow tabs after the marker and as indentation', () => {
    expect(shape('-\ta\n\n\tb\n\n-\tc\n\nd')).toBe('list 1-5, paragraph 7-7');
  });
});

describe('tables', () => {
  it.each([
    ['with pipes around', '| a | b |\n|---|:-:|\n| 1 | 2 |\n\nc', 'table 1-3, paragraph 5-5'],
    ['without pipes around', 'a | b\n--|--\n1 | 2', 'table 1-3'],
    ['without rows', '| a |\n| - |', 'table 1-2'],
    ['right below a paragraph', 'x\n| a | b |\n|---|---|\n| 1 | 2 |', 'paragraph 1-1, table 2-4'],
    ['up to a heading', '| a |\n| - |\n| 1 |\n# b', 'table 1-3, heading1 4-4'],
    ['with an escaped pipe', '| a \\| b |\n| --- |\n| 1 |', 'table 1-3'],
    ['none, as the cells do not match', '| a | b |\n|---|\n| 1 | 2 |', 'paragraph 1-3'],
    ['none, as a mark is missing', '| a | b |\n|---| |', 'paragraph 1-2'],
    ['none, as dashes alone underline', '| a |\n---', 'heading2 1-2'],
    ['none, as a pipe alone is no header', '|\n|-', 'paragraph 1-2'],
    ['none, as the header is indented by four', 'x\n    | a |\n| - |', 'paragraph 1-3'],
    ['of one column whose header has no pipe', 'a\n:-', 'table 1-2'],
    ['with an empty header', '||\n|-|\n| 1 |', 'table 1-3'],
    ['with rows of fewer and of more cells', '| a | b |\n|---|---|\n| 1\n1 | 2 | 3', 'table 1-4'],
    ['with code that holds an escaped pipe', '| a | b |\n|---|---|\n| `x \\| y` | 1 |', 'table 1-3'],
    ['up to a list', '| a |\n| - |\n2. b', 'table 1-2, list 3-3'],
    [
      'up to a quote and to a fence',
      '| a |\n| - |\n> b\n\na|b\n-|-\n```\n```',
      'table 1-2, quote 3-3, table 5-6, fence 7-8',
    ],
    ['up to indented code', '| a |\n| - |\n    b', 'table 1-2, code 3-3'],
    ['with delimiters that are indented', '| a | b |\n   | --- | --- |', 'table 1-2'],
  ])('%s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe('quotes, HTML, code and breaks', () => {
  it.each([
    ['a quote with a lazy line', '> a\nb\n> c\n\nd', 'quote 1-3, paragraph 5-5'],
    ['a quote that holds headings', '> # a\n> ## b', 'quote 1-2'],
    ['a quote right below a paragraph', 'a\n> b', 'paragraph 1-1, quote 2-2'],
    ['quotes in quotes', '> > > a\n> b', 'quote 1-2'],
    ['a comment with blank lines and headings', '<!--\n# a\n\n# b\n-->\n# c', 'html 1-5, heading1 6-6'],
    ['a comment on one line', '<!-- a -->\n# b', 'html 1-1, heading1 2-2'],
    ['a preformatted element with blank lines', '<pre>\na\n\n# b\n</pre>\nc', 'html 1-5, paragraph 6-6'],
    ['a script with blank lines', '<script setup>\na\n\nb\n</script>\n\n# c', 'html 1-5, heading1 7-7'],
    ['an element up to a blank line', '<div>\n# a\n</div>\n\n# b', 'html 1-3, heading1 5-5'],
    ['a processing instruction with blank lines', '<?php\n\n# a\n?>\n# b', 'html 1-4, heading1 5-5'],
    ['a declaration over lines', '<!DOCTYPE html\n\n# a\n>\n# b', 'html 1-4, heading1 5-5'],
    ['CDATA with blank lines', '<![CDATA[\n\n# a\n]]>\n# b', 'html 1-4, heading1 5-5'],
    ['raw text that ends with any raw tag', '<style>\n\n# a\n</SCRIPT>\n# b', 'html 1-4, heading1 5-5'],
    ['a comment that is never closed', '<!-- a\n\n# b', 'html 1-3'],
    ['a lone tag up to a blank line', '<x-y a="b">\n# c\n\n# d', 'html 1-2, heading1 4-4'],
    ['a closing tag up to a blank line', '</details>\n# c\n\n# d', 'html 1-2, heading1 4-4'],
    ['no lone tag below text', 'a\n<b>\n# c', 'paragraph 1-2, heading1 3-3'],
    ['a block tag below text', 'a\n<div>\n# c\n\nd', 'paragraph 1-1, html 2-3, paragraph 5-5'],
    [
      'a tag of a component with bound attributes',
      '<Badge :text="a > b" @click="c" />\n# d\n\n# e',
      'html 1-2, heading1 4-4',
    ],
    ['an autolink, which is text', '<https://a.b>\nc', 'paragraph 1-2'],
    ['indented code with blank lines', '    a\n\n\n    b\n\nc', 'code 1-4, paragraph 6-6'],
    ['an indented line below a paragraph', 'a\n    b', 'paragraph 1-2'],
    ['an indented fence below a paragraph', 'a\n    ```\n    b\n\nc', 'paragraph 1-3, paragraph 5-5'],
    ['breaks', '---\n\n* * *\n___', 'break 1-1, break 3-3, break 4-4'],
    ['nothing', '', ''],
    ['blank lines', ' \n\t\n\n', ''],
  ])('%s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  // https://spec.commonmark.org/0.31.2/#html-blocks, start condition 7: an inline tag starts a block only if it is alone on its line.
  it('a line that starts with an inline tag does not swallow a heading', () => {
    expect(shape('<b>Note</b> that\n# a')).toBe('paragraph 1-1, heading1 2-2');
    expect(shape('Press\n<kbd>Ctrl</kbd>\n# a')).toBe('paragraph 1-2, heading1 3-3');
  });

  it.each([
    ['after a paragraph', 'a\n[b]: c', 'paragraph 1-2'],
    ['before a break', '[a]: b\n---\nc', 'paragraph 1-1, break 2-2, paragraph 3-3'],
    ['before a heading that is underlined', '[a]: b\nc\n===', 'paragraph 1-1, heading1 2-3'],
    ['above what would underline a heading', '[a]: b\n===\nc', 'paragraph 1-1, paragraph 2-3'],
    ['with text right below', '[a]: <b> "t"\n[c]: d\ne', 'paragraph 1-2, paragraph 3-3'],
    ['of footnotes, which are text', '[^1]: a\n---\nb', 'paragraph 1-1, break 2-2, paragraph 3-3'],
    ['that are none', '[a]: b c d\n---', 'heading2 1-2'],
  ])('recognizes link reference definitions %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it('starts at the given line', () => {
    const found = shapesOf('# a\nb\n\nc', false, 2);
    expect(found).toEqual([{ kind: 'paragraph', level: 0, start: 4, end: 4 }]);
  });
});

// An extension of CommonMark: lines that mark the start or end of something.
describe('directives', () => {
  it.each([
    ['of colons', '::: tip\na\n:::', 'directive 1-1, paragraph 2-2, directive 3-3'],
    [
      'nested',
      ':::: tabs\n::: tab A\na\n:::\n::::',
      'directive 1-1, directive 2-2, paragraph 3-3, directive 4-4, directive 5-5',
    ],
    ['around code', '::: code-group\n```js [a.js]\na\n```\n:::', 'directive 1-1, fence 2-4, directive 5-5'],
    ['right below a list', '- a\n:::', 'list 1-1, directive 2-2'],
    ['in a list', '- a\n\n  :::tip\n  b\n  :::\n\nc', 'list 1-5, paragraph 7-7'],
    ['in a fence', '```\n:::\n```', 'fence 1-3'],
    ['right below a quote', '> a\n:::', 'quote 1-1, directive 2-2'],
    ['of two colons, which are text', ':: a', 'paragraph 1-1'],
    [
      'that are a shortcode of Hugo',
      'a\n{{< note >}}\nb\n{{% /note %}}',
      'paragraph 1-1, directive 2-2, paragraph 3-3, directive 4-4',
    ],
    [
      'that are a tag of Liquid',
      '{% tabs %}\n{% tab title="a" %}\n# b\n{% endtab %}',
      'directive 1-1, directive 2-2, heading1 3-3, directive 4-4',
    ],
    ['that are an include of mdBook', '{{#include ../a.md}}\nb', 'directive 1-1, paragraph 2-2'],
    ['in text, which is a paragraph', 'a {% b %}\n{% c %} d', 'paragraph 1-2'],
    ['two on a line, which are a paragraph', '{% a %}{% b %}', 'paragraph 1-1'],
    ['that are a value, which is text', '{{ a }}', 'paragraph 1-1'],
  ])('%s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

/** Mostly block starts. Indented variants follow their base form. */
const LINES = [
  ...['', '', ' ', 'a', 'b:', '# a', '## b ##', '---', '===', '```', '````js', '~~~', '- a', '-', '1. b', '2) c'],
  ...['> a', '>', '    a', '  a', '\ta', '| a | b |', '|--|--|', '<!--', '-->', '<div>', '</div>', '<b>a</b>', '<pre>'],
  ...[
    '[a]: b',
    '[^1]: c',
    ':::tip',
    ':::',
    '{% a %}',
    '{{< a',
    '>}}',
    '{',
    '}',
    '<A b={',
    '/>',
    'import a from',
    '<>',
    '{/*',
    '*/}',
  ],
];

describe.each([
  ['Markdown', false],
  ['MDX', true],
])('for any lines of %s', (_name, mdx) => {
  it('every line that is not blank is in exactly one block, and blocks are in order', () => {
    for (let seed = 1; seed <= 3_000; seed += 1) {
      const random = seeded(seed);
      const lines = Array.from({ length: 1 + Math.floor(random() * 12) }, () => oneOf(random, LINES));
      const covered = lines.map((line) => line.trim() === '');
      const told = JSON.stringify(lines);
      let last = 0;
      for (const { start, end } of shapesOf(lines.join('\n'), mdx)) {
        expect(start, told).toBeGreaterThan(last);
        expect(end, told).toBeGreaterThanOrEqual(start);
        expect(lines[start - 1]?.trim(), told).not.toBe('');
        covered.fill(true, start - 1, end);
        last = end;
      }
      expect(last, told).toBeLessThanOrEqual(lines.length);
      expect(covered, told).not.toContain(false);
    }
  });
});

describe('a document', () => {
  const BLOCKS: readonly (readonly [kind: string, text: string])[] = [
    ['heading', '## a'],
    ['heading', 'a\n---'],
    ['paragraph', 'a\nb'],
    ['fence', '```sh\n# a\n\n- b\n```'],
    ['fence', '~~~~\n```\n\n~~~\n~~~~'],
    ['table', '| a | b |\n| - | - |\n| # | > |'],
    ['list', '- a\n\n  b\n  - c\n\n    ```\n    # d\n    ```'],
    ['quote', '> # a\n>\n> ```\n> b'],
    ['html', '<!--\n\n# a\n-->'],
    ['html', '<div>\n# a\n</div>'],
    ['code', '    # a\n\n    - b'],
    ['break', '* * *'],
    ['directive', ':::tip[a]'],
  ];

  it('is scanned into the blocks that it was made of', () => {
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const random = seeded(seed);
      const made: (readonly [string, string])[] = [];
      while (made.length < 12) {
        const next = oneOf(random, BLOCKS);
        // A list continues with another list or indented lines, and so does code.
        const continues = ['list', 'code'].includes(made.at(-1)?.[0] ?? '') && ['list', 'code'].includes(next[0]);
        if (!continues) made.push(next);
      }
      const text = made.map(([, part]) => part).join('\n\n');
      const lines = text.split('\n');
      const found = shapesOf(text).map(({ kind, start, end }) => [kind, lines.slice(start - 1, end).join('\n')]);
      expect(found).toEqual(made);
    }
  });
});

describe('openFenceLine', () => {
  it.each([
    ['```\na\n```', undefined],
    ['~~~~~~ md\n```\n~~~~~~', undefined],
    ['````\na\n```', 0],
    ['  ```', 0],
    ['- a\n\n  ```\n  b', 2],
    ['> a\n> ```', 1],
    ['- ```\n  a\n  ```', undefined],
  ])('returns the line of the fence that is not closed in %j', (text, line) => {
    expect(openFenceLine(scan(linesOf(text), 0, { mdx: false }), 0)).toBe(line);
  });
});

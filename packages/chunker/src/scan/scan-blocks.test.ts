import { getLines } from '@context-sync/formats';
import { createSeededRandom, pickOne } from '@context-sync/reading/seeded';
import { describe, expect, it } from 'vitest';
import { getShapes, shape } from './block-shape.fixture.ts';
import { scan } from './scan-blocks.ts';
import { openFenceLine } from './scanned-blocks.ts';

describe('fences', () => {
  it.each([
    ['can have an info string', '```js {1} [a.js]\na\n```\nb', 'fence 1-3, paragraph 4-4'],
    ['end at a longer mark', '```\na\n`````\nb', 'fence 1-3, paragraph 4-4'],
    ['do not end at a shorter mark', '````\na\n```\nb\n````\nc', 'fence 1-5, paragraph 6-6'],
    ['can contain a fence of fewer marks', '````md\n```js\na\n```\n````\nb', 'fence 1-5, paragraph 6-6'],
    ['can contain backticks if they consist of tildes', '~~~\n```\na\n~~~\nb', 'fence 1-4, paragraph 5-5'],
    ['do not end at a mark with an info string', '```\na\n```js\nb\n```', 'fence 1-5'],
    ['end with the document if they are not closed', '```\na\n\n# b\n\nc', 'fence 1-6'],
    ['can have white space after the closing mark', '```\na\n```  \t\nb', 'fence 1-3, paragraph 4-4'],
    ['can contain lines that look similar to their end', '```\n``` a\n~~~\n`````x\n```', 'fence 1-5'],
    [
      'can contain lines that look like headings',
      '```sh\n# one\n## two\nthree\n---\n```\n# T',
      'fence 1-6, heading1 7-7',
    ],
    ['can be empty', '```\n```\na', 'fence 1-2, paragraph 3-3'],
    ['can be indented by three columns', '   ```\n   a\n   ```\nb', 'fence 1-3, paragraph 4-4'],
    ['do not end at a mark that is indented by four columns', '```\na\n    ```\n```\nb', 'fence 1-4, paragraph 5-5'],
    ['can directly follow a paragraph', 'a\n```\nb\n```', 'paragraph 1-1, fence 2-4'],
    [
      'can directly follow an end tag, but no other HTML',
      '<div>\na\n</div>\n```html\n\n# b\n```\n\n<div>\n```\nc\n</div>',
      'html 1-3, fence 4-7, html 9-12',
    ],
    ['can be in a list item with two columns of indentation', '- a\n  ```sh\n  # b\n\n  c\n  ```\n- d', 'list 1-7'],
    [
      'can be in a list item with four columns of indentation',
      '1.  a\n\n    ```sh\n    # b\n    ```\n\n2.  c',
      'list 1-7',
    ],
    ['can begin on the line of a list marker', '- ```sh\n  # a\n\n  b\n  ```\n- c\n\nd', 'list 1-6, paragraph 8-8'],
    [
      'end with their list item if they are not closed',
      '- ```\n  # a\n\nb\n\n# c',
      'list 1-2, paragraph 4-4, heading1 6-6',
    ],
    ['can be in a quote', '> ```sh\n> # a\n> ```\n\nb', 'quote 1-3, paragraph 5-5'],
    ['end with their quote if they are not closed', '> ```\n> # a\n\n# b', 'quote 1-2, heading1 4-4'],
    ['are not the same as inline code of three marks', '```a``` b\nc', 'paragraph 1-2'],
    ['do not begin with two marks', '``\na', 'paragraph 1-2'],
  ])('Markdown fences %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe('Markdown headings', () => {
  it.each([
    ['have levels from one to six', '# a\n## b\n### c\n#### d\n##### e\n###### f', [1, 2, 3, 4, 5, 6]],
    ['can directly follow a quote', '> a\n## b', [2]],
    ['can directly follow a paragraph or a list', 'a\n# b\n- c\n## d', [1, 2]],
    ['can be indented by three columns', '   ## a', [2]],
    ['can have a tab after the mark', '##\ta', [2]],
    ['have level 1 if they are underlined by =', 'a\n===', [1]],
    ['have level 2 if they are underlined by -', 'a\n---', [2]],
    ['can be underlined by a single mark', 'a\n-\n\nb\n=', [2, 1]],
    ['can have white space around their underline', 'a\n  --- ', [2]],
    ['can have several lines if they are underlined', 'a\nb\n===', [1]],
  ])('Markdown headings %s', (_name, text, levels) => {
    const headings = getShapes(text).filter(({ kind }) => kind === 'heading');
    expect(headings.map(({ level }) => level)).toEqual(levels);
  });

  it.each([
    ['no space after the marks', '#a', 'paragraph 1-1'],
    ['seven marks', '####### a', 'paragraph 1-1'],
    ['an escaped mark', '\\# a', 'paragraph 1-1'],
    ['four columns of indentation', '    # a', 'code 1-1'],
    ['an underline after a blank line', 'a\n\n---', 'paragraph 1-1, break 3-3'],
    ['an underline with a gap', 'a\n- -\nb', 'paragraph 1-1, list 2-2, paragraph 3-3'],
    ['an underline below a list', '- a\n---', 'list 1-1, break 2-2'],
    ['an underline below a quote', '> a\n---', 'quote 1-1, break 2-2'],
    ['an underline indented by four', 'a\n    ---', 'paragraph 1-2'],
  ])('does not recognize a heading with %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it('ends a heading at a line break, but not at a Unicode separator', () => {
    expect(shape('# a\u2028b\n\nc')).toBe('heading1 1-1, paragraph 3-3');
    expect(shape('```a\u2028b\n# c\n```')).toBe('fence 1-3');
  });
});

describe('lists', () => {
  it.each([
    ['can contain several paragraphs per item', '- a\n\n  b\n\n- c\n\nd', 'list 1-5, paragraph 7-7'],
    ['can be nested', '- a\n  - b\n    - c\n\n      d\n- e', 'list 1-6'],
    ['can be numbered', '1. a\n2. b\n10. c\n\n    d', 'list 1-5'],
    ['can directly follow a paragraph', 'a\n- b', 'paragraph 1-1, list 2-2'],
    ['can directly follow a paragraph if they are numbered from 1', 'a\n1. b', 'paragraph 1-1, list 2-2'],
    ['cannot directly follow a paragraph if they are numbered from 14', 'in\n14. days', 'paragraph 1-2'],
    ['end before text that is indented less than the last item', '1. a\n10. b\n\n   c', 'list 1-2, paragraph 4-4'],
    ['can contain lazy continuation lines', '- a\nb\n- c', 'list 1-3'],
    ['end before a heading', '- a\n# b', 'list 1-1, heading1 2-2'],
    ['end before a fence that is not indented', '1. a\n```\nb\n```\n2. c', 'list 1-1, fence 2-4, list 5-5'],
    ['end before a thematic break', '- a\n***\n- b', 'list 1-1, break 2-2, list 3-3'],
    ['can contain code that is indented by six columns', '- a\n\n      b\n- c', 'list 1-4'],
    ['can contain an item that begins with an empty line', '-\n  a\n- b', 'list 1-3'],
    ['can consist of a single mark', '-', 'list 1-1'],
  ])('Markdown lists %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  // A tab after the marker advances to column four, not by four columns (https://spec.commonmark.org/0.31.2/#tabs).
  it('a list can have tabs after the marker and as indentation', () => {
    expect(shape('-\ta\n\n\tb\n\n-\tc\n\nd')).toBe('list 1-5, paragraph 7-7');
  });
});

describe('tables', () => {
  it.each([
    ['can have outer pipes', '| a | b |\n|---|:-:|\n| 1 | 2 |\n\nc', 'table 1-3, paragraph 5-5'],
    ['can lack outer pipes', 'a | b\n--|--\n1 | 2', 'table 1-3'],
    ['can lack rows', '| a |\n| - |', 'table 1-2'],
    ['can directly follow a paragraph', 'x\n| a | b |\n|---|---|\n| 1 | 2 |', 'paragraph 1-1, table 2-4'],
    ['end before a heading', '| a |\n| - |\n| 1 |\n# b', 'table 1-3, heading1 4-4'],
    ['can contain an escaped pipe', '| a \\| b |\n| --- |\n| 1 |', 'table 1-3'],
    [
      'do not begin if header and delimiters have different numbers of cells',
      '| a | b |\n|---|\n| 1 | 2 |',
      'paragraph 1-3',
    ],
    ['do not begin if a delimiter cell is empty', '| a | b |\n|---| |', 'paragraph 1-2'],
    ['do not begin with an underline of dashes only', '| a |\n---', 'heading2 1-2'],
    ['do not begin if the header is a single pipe', '|\n|-', 'paragraph 1-2'],
    ['do not begin if the header is indented by four columns', 'x\n    | a |\n| - |', 'paragraph 1-3'],
    ['can have one column whose header has no pipe', 'a\n:-', 'table 1-2'],
    ['can have an empty header', '||\n|-|\n| 1 |', 'table 1-3'],
    ['can have rows with fewer or more cells', '| a | b |\n|---|---|\n| 1\n1 | 2 | 3', 'table 1-4'],
    ['can contain code with an escaped pipe', '| a | b |\n|---|---|\n| `x \\| y` | 1 |', 'table 1-3'],
    ['end before a list', '| a |\n| - |\n2. b', 'table 1-2, list 3-3'],
    [
      'end before a quote or a fence',
      '| a |\n| - |\n> b\n\na|b\n-|-\n```\n```',
      'table 1-2, quote 3-3, table 5-6, fence 7-8',
    ],
    ['end before indented code', '| a |\n| - |\n    b', 'table 1-2, code 3-3'],
    ['can have an indented delimiter row', '| a | b |\n   | --- | --- |', 'table 1-2'],
  ])('Markdown tables %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe('Markdown blocks of other kinds', () => {
  it.each([
    ['a quote with a lazy continuation line', '> a\nb\n> c\n\nd', 'quote 1-3, paragraph 5-5'],
    ['a quote that contains headings', '> # a\n> ## b', 'quote 1-2'],
    ['a quote directly after a paragraph', 'a\n> b', 'paragraph 1-1, quote 2-2'],
    ['nested quotes', '> > > a\n> b', 'quote 1-2'],
    ['a comment with blank lines and headings', '<!--\n# a\n\n# b\n-->\n# c', 'html 1-5, heading1 6-6'],
    ['a comment on one line', '<!-- a -->\n# b', 'html 1-1, heading1 2-2'],
    ['a preformatted element with blank lines', '<pre>\na\n\n# b\n</pre>\nc', 'html 1-5, paragraph 6-6'],
    ['a script with blank lines', '<script setup>\na\n\nb\n</script>\n\n# c', 'html 1-5, heading1 7-7'],
    ['an HTML element, which ends at a blank line', '<div>\n# a\n</div>\n\n# b', 'html 1-3, heading1 5-5'],
    ['a processing instruction with blank lines', '<?php\n\n# a\n?>\n# b', 'html 1-4, heading1 5-5'],
    ['a declaration on several lines', '<!DOCTYPE html\n\n# a\n>\n# b', 'html 1-4, heading1 5-5'],
    ['CDATA with blank lines', '<![CDATA[\n\n# a\n]]>\n# b', 'html 1-4, heading1 5-5'],
    [
      'a style element, which ends at the closing tag of any raw element',
      '<style>\n\n# a\n</SCRIPT>\n# b',
      'html 1-4, heading1 5-5',
    ],
    ['a comment that is never closed', '<!-- a\n\n# b', 'html 1-3'],
    ['a custom tag on its own line, which ends at a blank line', '<x-y a="b">\n# c\n\n# d', 'html 1-2, heading1 4-4'],
    ['a closing tag, which ends at a blank line', '</details>\n# c\n\n# d', 'html 1-2, heading1 4-4'],
    ['an inline tag after text, which is part of the paragraph', 'a\n<b>\n# c', 'paragraph 1-2, heading1 3-3'],
    ['a block tag directly after text', 'a\n<div>\n# c\n\nd', 'paragraph 1-1, html 2-3, paragraph 5-5'],
    [
      'a component tag with bound attributes',
      '<Badge :text="a > b" @click="c" />\n# d\n\n# e',
      'html 1-2, heading1 4-4',
    ],
    ['an autolink, which is a paragraph', '<https://a.b>\nc', 'paragraph 1-2'],
    ['indented code with blank lines', '    a\n\n\n    b\n\nc', 'code 1-4, paragraph 6-6'],
    ['an indented line after a paragraph, which is part of it', 'a\n    b', 'paragraph 1-2'],
    [
      'an indented fence after a paragraph, which is part of it',
      'a\n    ```\n    b\n\nc',
      'paragraph 1-3, paragraph 5-5',
    ],
    ['thematic breaks', '---\n\n* * *\n___', 'break 1-1, break 3-3, break 4-4'],
    ['an empty text, which has no blocks', '', ''],
    ['blank lines, which are not blocks', ' \n\t\n\n', ''],
  ])('recognizes blocks other than headings, lists and tables: %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  // An inline tag starts a block only if the line contains nothing else (https://spec.commonmark.org/0.31.2/#html-blocks, start condition 7).
  it('recognizes a heading after a line that starts with an inline tag', () => {
    expect(shape('<b>Note</b> that\n# a')).toBe('paragraph 1-1, heading1 2-2');
    expect(shape('Press\n<kbd>Ctrl</kbd>\n# a')).toBe('paragraph 1-2, heading1 3-3');
  });

  it.each([
    ['a link reference definition after a paragraph, which is part of it', 'a\n[b]: c', 'paragraph 1-2'],
    [
      'a link reference definition before a thematic break',
      '[a]: b\n---\nc',
      'paragraph 1-1, break 2-2, paragraph 3-3',
    ],
    ['a link reference definition before an underlined heading', '[a]: b\nc\n===', 'paragraph 1-1, heading1 2-3'],
    [
      'a link reference definition above a line that looks like an underline',
      '[a]: b\n===\nc',
      'paragraph 1-1, paragraph 2-3',
    ],
    [
      'a link reference definition with text directly after it',
      '[a]: <b> "t"\n[c]: d\ne',
      'paragraph 1-2, paragraph 3-3',
    ],
    ['a footnote, which is a paragraph', '[^1]: a\n---\nb', 'paragraph 1-1, break 2-2, paragraph 3-3'],
    ['an invalid link reference definition, which is a heading', '[a]: b c d\n---', 'heading2 1-2'],
  ])('recognizes link definitions and footnotes next to other blocks: %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it('counts block lines from the given first line', () => {
    const found = getShapes('# a\nb\n\nc', false, 2);
    expect(found).toEqual([{ kind: 'paragraph', level: 0, start: 4, end: 4 }]);
  });
});

// Directives are an extension of CommonMark: lines that mark the start or end of a container.
describe('directives', () => {
  it.each([
    ['a directive with colons', '::: tip\na\n:::', 'directive 1-1, paragraph 2-2, directive 3-3'],
    [
      'nested directives',
      ':::: tabs\n::: tab A\na\n:::\n::::',
      'directive 1-1, directive 2-2, paragraph 3-3, directive 4-4, directive 5-5',
    ],
    ['a directive around code', '::: code-group\n```js [a.js]\na\n```\n:::', 'directive 1-1, fence 2-4, directive 5-5'],
    ['a directive directly after a list', '- a\n:::', 'list 1-1, directive 2-2'],
    ['a directive in a list', '- a\n\n  :::tip\n  b\n  :::\n\nc', 'list 1-5, paragraph 7-7'],
    ['a directive in a fence, which is code', '```\n:::\n```', 'fence 1-3'],
    ['a directive directly after a quote', '> a\n:::', 'quote 1-1, directive 2-2'],
    ['two colons, which are text', ':: a', 'paragraph 1-1'],
    [
      'shortcodes of Hugo',
      'a\n{{< note >}}\nb\n{{% /note %}}',
      'paragraph 1-1, directive 2-2, paragraph 3-3, directive 4-4',
    ],
    [
      'tags of Liquid',
      '{% tabs %}\n{% tab title="a" %}\n# b\n{% endtab %}',
      'directive 1-1, directive 2-2, heading1 3-3, directive 4-4',
    ],
    ['an include of mdBook', '{{#include ../a.md}}\nb', 'directive 1-1, paragraph 2-2'],
    ['tags inside text, which are a paragraph', 'a {% b %}\n{% c %} d', 'paragraph 1-2'],
    ['two tags on a line, which are a paragraph', '{% a %}{% b %}', 'paragraph 1-1'],
    ['an output tag, which is text', '{{ a }}', 'paragraph 1-1'],
  ])('recognizes directives: %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

/** Lines for random documents. Most of them start a block, and indented variants follow their base form. */
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
])('the blocks of random lines in %s', (_name, mdx) => {
  it('returns each line of random text that is not blank exactly once, in order', () => {
    for (let seed = 1; seed <= 3_000; seed += 1) {
      const random = createSeededRandom(seed);
      const lines = Array.from({ length: 1 + Math.floor(random() * 12) }, () => pickOne(random, LINES));
      const coveredLines = lines.map((line) => line.trim() === '');
      const linesText = JSON.stringify(lines);
      let last = 0;
      for (const { start, end } of getShapes(lines.join('\n'), mdx)) {
        expect(start, linesText).toBeGreaterThan(last);
        expect(end, linesText).toBeGreaterThanOrEqual(start);
        expect(lines[start - 1]?.trim(), linesText).not.toBe('');
        coveredLines.fill(true, start - 1, end);
        last = end;
      }
      expect(last, linesText).toBeLessThanOrEqual(lines.length);
      expect(coveredLines, linesText).not.toContain(false);
    }
  });
});

describe('generated documents', () => {
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

  it('scans a generated document into the blocks that it consists of', () => {
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const random = createSeededRandom(seed);
      const createdLines: (readonly [string, string])[] = [];
      while (createdLines.length < 12) {
        const next = pickOne(random, BLOCKS);
        // Another list or indented lines continue a list, and indented lines continue indented code.
        const continues =
          ['list', 'code'].includes(createdLines.at(-1)?.[0] ?? '') && ['list', 'code'].includes(next[0]);
        if (!continues) createdLines.push(next);
      }
      const text = createdLines.map(([, part]) => part).join('\n\n');
      const lines = text.split('\n');
      const found = getShapes(text).map(({ kind, start, end }) => [kind, lines.slice(start - 1, end).join('\n')]);
      expect(found).toEqual(createdLines);
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
  ])('returns the line of the unclosed fence in %j: %s', (text, line) => {
    expect(openFenceLine(scan(getLines(text), 0, { mdx: false }), 0)).toBe(line);
  });
});

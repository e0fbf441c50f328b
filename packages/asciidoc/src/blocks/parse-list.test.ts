import { describe, expect, it } from 'vitest';
import { readAsciidoc } from '../read-asciidoc.ts';

const markdown = (...lines: string[]) => readAsciidoc(lines.join('\n')).markdown.trimEnd();

describe('AsciiDoc lists', () => {
  it.each([
    ['bullets', ['* a', '* b', '', '- c'], '- a\n- b\n  - c'],
    ['levels', ['* a', '** b', '*** c', '** d', '* e'], '- a\n  - b\n    - c\n  - d\n- e'],
    ['numbers', ['. a', '.. b', '.. c', '. d'], '1. a\n   1. b\n   2. c\n2. d'],
    ['explicit numbers', ['3. a', '4. b'], '3. a\n4. b'],
    ['a start number', ['[start=7]', '. a', '. b'], '7. a\n8. b'],
    [
      'ten items, which widen the indent',
      Array.from({ length: 10 }, (_, index) => `. ${index}`).concat('.. x'),
      `${Array.from({ length: 10 }, (_, index) => `${index + 1}. ${index}`).join('\n')}\n    1. x`,
    ],
    ['letters and Roman numerals', ['a. x', 'b. y', 'i) z'], '1. x\n2. y\n   1. z'],
    ['mixed markers', ['* a', '. b', '* c'], '- a\n  1. b\n- c'],
    ['checkboxes', ['* [ ] a', '* [x] b', '* [*] c', '* [y] d'], '- [ ] a\n- [x] b\n- [x] c\n- [y] d'],
    ['items with several lines', ['* a', 'b', '  c', '// d', 'e'], '- a\n  b\n  c\n  e'],
    ['a title', ['.T', '* a'], '**T**\n\n- a'],
    ['two lists', ['* a', '', '//', '', '* b', '', '[circle]', '* c'], '- a\n\n* b\n\n- c'],
    ['a list in an example', ['====', '* a', '===='], '- a'],
    ['a nested list with a start number', ['* a', '[start=3]', '. b'], '- a\n\n  3. b'],
    ['text that looks like Markdown', ['* # a', '> b', '* +'], '- \\# a\n  \\> b\n- \\+'],
    ['an anchor', ['* [[x]]a', '', '<<x>>'], '- a\n\n[x](#x)'],
  ])('an AsciiDoc list can have %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });

  it.each([
    ['a paragraph', ['* a', '+', 'b', '* c'], '- a\n\n  b\n\n- c'],
    [
      'code',
      ['. a', '+', '[source,sh]', '----', 'b', '', '  c', '----', '. d'],
      '1. a\n\n   ```sh\n   b\n\n     c\n   ```\n\n2. d',
    ],
    ['several blocks', ['* a', '+', 'b', '+', 'NOTE: c', '+', 'd'], '- a\n\n  b\n\n  **Note:** c\n\n  d'],
    [
      'an open block',
      ['* a', '+', '--', 'b', '', '* c', '', '|===', '|d', '|===', '--', '* e'],
      '- a\n\n  b\n\n  - c\n\n  | |\n  | --- |\n  | d |\n\n- e',
    ],
    ['a quote', ['* a', '+', '____', 'b', '____'], '- a\n\n  > b'],
    ['an indented paragraph', ['* a', '', '  $ b', '    c', '* d'], '- a\n\n  ```\n  $ b\n    c\n  ```\n\n- d'],
    ['a block of the outer item', ['* a', '** b', '', '+', 'c', '* d'], '- a\n  - b\n\n  c\n\n- d'],
    ['a paragraph after a block', ['* a', '+', '----', 'b', '----', 'c'], '- a\n\n  ```\n  b\n  ```\n\n  c'],
    [
      'callouts',
      ['* a', '+', '----', 'b <1>', '----', '<1> c', '* d'],
      '- a\n\n  ```\n  b (1)\n  ```\n\n  1. c\n\n- d',
    ],
    ['only a block', ['* {empty}', '+', '----', 'b', '----'], '-\n  ```\n  b\n  ```'],
    ['an include', ['* a', 'include::b.adoc[]', '* c'], '- a\n\n  Included file: [b.adoc](b.adoc)\n\n- c'],
  ])('a list item can contain %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });

  it.each([
    ['a paragraph', ['* a', '', 'b'], '- a\n\nb'],
    ['a heading', ['* a', '', '== B'], '- a\n\n## B {#_b}'],
    ['an underlined heading', ['* a', '', 'Bbbb', '----'], '- a\n\n## Bbbb {#_bbbb}'],
    [
      'an underlined heading after callouts in an item',
      ['a::', '+', '----', 'b <1>', '----', '<1> c', '', 'Dddd', '----'],
      '- **a**:\n\n  ```\n  b (1)\n  ```\n\n  1. c\n\n## Dddd {#_dddd}',
    ],
    ['a block without a continuation', ['* a', '----', 'b', '----'], '- a\n\n```\nb\n```'],
    ['attributes of a block', ['* a', '', '[source]', '----', 'b', '----'], '- a\n\n```\nb\n```'],
    ['callouts after a blank line', ['* a', '', '<1> b'], '- a\n\n1. b'],
  ])('ends an AsciiDoc list before %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });

  it.each([
    ['text on the same line', ['a:: b', 'c:: d', 'e'], '- **a**: b\n- **c**: d\n  e'],
    ['text on the next line', ['a::', '  b', 'c', 'd::', '', 'e'], '- **a**: b\n  c\n- **d**: e'],
    ['several terms', ['a::', 'b::', ' c'], '- **a**, **b**: c'],
    [
      'levels',
      ['a:: b', 'c::: d', 'e:::: f', 'g;; h', 'i:: j'],
      '- **a**: b\n  - **c**: d\n    - **e**: f\n      - **g**: h\n- **i**: j',
    ],
    ['formatted terms', ['`a`:: b', '*c*:: d', '_e_:: f'], '- **`a`**: b\n- **c**: d\n- ***e***: f'],
    ['terms that end with punctuation', ['[qanda]', 'Why?:: a', 'b::: c'], '- **Why?** a\n  - **b**: c'],
    ['a list', ['a::', '* b', '* c', 'd:: e'], '- **a**:\n  - b\n  - c\n- **d**: e'],
    ['a list after a blank line', ['a::', '', '. b'], '- **a**:\n  1. b'],
    [
      'blocks',
      ['a:: b', '+', '----', 'c', '----', '', 'd::', '+', '--', 'e', '--'],
      '- **a**: b\n\n  ```\n  c\n  ```\n\n- **d**:\n\n  e',
    ],
    ['no text', ['a::'], '- **a**'],
    ['names of C++ as terms', ['std::vector:: b', 'std::c is text'], '- **std::vector**: b\n  std::c is text'],
  ])('converts an AsciiDoc description list to Markdown: %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });
});

describe('metadata above the continuation of a list item', () => {
  const key = '   ```console\n   openssl genrsa\n   ```';
  it.each([
    [
      'above the mark',
      ['. Create a key:', '[source, console]', '+', '----', 'openssl genrsa', '----', '+', 'The output.', '', '. Next'],
      `1. Create a key:\n\n${key}\n\n   The output.\n\n2. Next`,
    ],
    [
      'above and below the mark',
      ['. Create a key:', '[#key]', '+', '.Title', '[source,console]', '----', 'openssl genrsa', '----'],
      `1. Create a key:\n\n   **Title**\n\n${key}`,
    ],
    [
      'after another block',
      ['. Create:', '+', 'Text.', '[source,console]', '+', '----', 'openssl genrsa', '----'],
      `1. Create:\n\n   Text.\n\n${key}`,
    ],
    ['of a nested list', ['. a', '[square]', '* b'], '1. a\n   - b'],
  ])('belongs to the block that is attached: %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });
});

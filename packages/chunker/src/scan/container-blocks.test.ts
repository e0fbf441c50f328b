import { describe, expect, it } from 'vitest';
import { shape } from './block-shape.fixture.ts';

// The content of a list or quote determines which of the following lines belong to it. https://spec.commonmark.org/0.31.2/#container-blocks
describe('lines after a list', () => {
  it.each([
    ['continues the paragraph of the last item', '- a\nb\n\nc', 'list 1-2, paragraph 4-4'],
    ['continues the paragraph of a nested item', '- a\n  1. b\nc', 'list 1-3'],
    ['continues a quote in the last item', '- > a\nb', 'list 1-2'],
    ['continues the paragraph after another continuation line', '- a\nb\nc', 'list 1-3'],
    ['continues the paragraph even if it is indented by six columns', '- a\n      b\nc', 'list 1-3'],
    ['ends the list if the item ends with a heading', '- # a\nb', 'list 1-1, paragraph 2-2'],
    ['ends the list if the item ends with an underlined heading', '- a\n  ===\nb', 'list 1-2, paragraph 3-3'],
    ['ends the list if the item ends with a fence', '- ```\n  a\n  ```\nb', 'list 1-3, paragraph 4-4'],
    ['ends the list if the item ends with an unclosed fence', '- ```\n  a\nb', 'list 1-2, paragraph 3-3'],
    ['ends the list if the item ends with indented code', '-     a\nb', 'list 1-1, paragraph 2-2'],
    ['ends the list if the item ends with HTML', '- <div>\n  a\nb', 'list 1-2, paragraph 3-3'],
    ['ends the list if the item ends with a table', '- | a |\n  |---|\nb', 'list 1-2, paragraph 3-3'],
    ['ends the list if the item is empty', '-\nb', 'list 1-1, paragraph 2-2'],
    ['ends the list after a blank line', '- a\n\nb', 'list 1-1, paragraph 3-3'],
    ['ends the list if it starts a fence', '- a\n```\n# b\n```', 'list 1-1, fence 2-4'],
    ['ends the list if it starts an HTML block', '- a\n<div>\nb', 'list 1-1, html 2-3'],
    ['continues the paragraph if it starts with an inline tag', '- a\n<b>\n# c', 'list 1-2, heading1 3-3'],
    ['does not underline a heading in the item', '- a\n===\n\nb', 'list 1-2, paragraph 4-4'],
    ['starts an item, whatever its number is', '- a\n7. b\n\nc', 'list 1-2, paragraph 4-4'],
    ['can be an empty item', '- a\n*\n\nb', 'list 1-2, paragraph 4-4'],
    ['ends the list if it is a thematic break', '- a\n- - -\n- b', 'list 1-1, break 2-2, list 3-3'],
  ])('a line directly after a list %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe('list items', () => {
  it.each([
    ['ends at a second blank line if it begins with one', '-\n\n  a', 'list 1-1, paragraph 3-3'],
    ['continues below a blank line after its first text', '-\n  a\n\n  b\n\nc', 'list 1-4, paragraph 6-6'],
    ['contains blocks that are indented as far as its text', '10.  a\n\n     b\n\n    c', 'list 1-3, code 5-5'],
    ['has a deeper text column if its marker is indented', '  - a\n\n    b\n\n   c', 'list 1-3, paragraph 5-5'],
    [
      'contains indented code instead of a fence at four further columns',
      '- a\n\n      ```\n      b\n\n# c',
      'list 1-4, heading1 6-6',
    ],
    ['closes a fence at its end', '- a\n\n  ~~~~\n  b\n\n# c', 'list 1-4, heading1 6-6'],
    ['contains a fence with blank lines', '- ```\n\n\n  # a\n\n  ```\n\n# b', 'list 1-6, heading1 8-8'],
    [
      'ends at a closing mark that is indented less than its text',
      '-   ```\n    a\n  ```\n\n# b',
      'list 1-2, fence 3-5',
    ],
    ['contains HTML with blank lines', '- <!--\n\n  # a\n\n  -->\n\n# b', 'list 1-5, heading1 7-7'],
    ['ends at the end of the quote around it', '> - a\n>\n>   b\n\n  c', 'quote 1-3, paragraph 5-5'],
    ['contains a quote', '- > a\n  > b\n\n  c\n\nd', 'list 1-4, paragraph 6-6'],
    [
      'can start several nested lists on one line',
      '- 1. - a\n\n       b\n\n     c\n\n  d\n\ne',
      'list 1-7, paragraph 9-9',
    ],
    ['can be a task', '- [ ] a\n- [x] b\n\n  c', 'list 1-4'],
    ['belongs to the same list despite a different marker', '- a\n+ b\n1. c\n2) d', 'list 1-4'],
    ['does not start with a number of ten digits', '1234567890. a', 'paragraph 1-1'],
    ['does not start without white space after the marker', '-a\n1.b', 'paragraph 1-2'],
    ['does not start after four columns of indentation', '- a\n\n    - b\n\n- c\n\n      - d', 'list 1-7'],
  ])('a list item %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe('lines after a quote', () => {
  it.each([
    ['continues the paragraph of the quote', '> a\nb', 'quote 1-2'],
    ['continues a list in the quote', '> - a\nb', 'quote 1-2'],
    ['continues the paragraph whatever its indentation is', '> a\n        b', 'quote 1-2'],
    ['ends the quote if the line above it is an empty quote line', '> a\n>\nb', 'quote 1-2, paragraph 3-3'],
    ['ends the quote if the quote ends with an empty item', '> -\nb', 'quote 1-1, paragraph 2-2'],
    ['ends the quote if the quote ends with code', '>     a\nb', 'quote 1-1, paragraph 2-2'],
    ['ends the quote if the quote ends with a fence', '> ```\nb', 'quote 1-1, paragraph 2-2'],
    ['ends the quote if the quote ends with HTML', '> <pre>\nb', 'quote 1-1, paragraph 2-2'],
    ['ends the quote if the quote ends with a table', '> | a |\n> |---|\nb', 'quote 1-2, paragraph 3-3'],
    ['ends the quote if it is a list item of any number', '> a\n2. b', 'quote 1-1, list 2-2'],
    ['ends the quote if it is a thematic break', '> a\n---', 'quote 1-1, break 2-2'],
    ['ends the quote if it is indented code', '> a\n\n    b', 'quote 1-1, code 3-3'],
    ['continues the quote with or without a space after the mark', '>a\n> b\n >\tc', 'quote 1-3'],
    ['continues the paragraph if its mark is indented by four columns', '> a\n    > b', 'quote 1-2'],
  ])('a line directly after a quote %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe('tabs as indentation', () => {
  // The cases follow https://spec.commonmark.org/0.31.2/#tabs.
  it.each([
    ['after a list marker', '-\ta\n\n\tb\n\nc', 'list 1-3, paragraph 5-5'],
    ['after a list marker and before code', '-\t\ta\nb', 'list 1-1, paragraph 2-2'],
    ['before the text of an indented marker', ' -\ta\n\n\tb\n\nc', 'list 1-3, paragraph 5-5'],
    ['in a quote', '>\t- a\n>\n>\t  b\n\nc', 'quote 1-3, paragraph 5-5'],
    ['after a quote mark and before code', '>\t\ta\nb', 'quote 1-1, paragraph 2-2'],
    ['in nested lists', '- a\n\t- b\n\n\t\tc\n\nd', 'list 1-4, paragraph 6-6'],
  ])('recognizes tabs as indentation %s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

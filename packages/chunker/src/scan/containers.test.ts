import { describe, expect, it } from 'vitest';
import { shape } from './shape.fixture.ts';

// The content of a list or quote decides which of the following lines belong to it. https://spec.commonmark.org/0.31.2/#container-blocks
describe('a line below a list', () => {
  it.each([
    ['goes on with the paragraph of its item', '- a\nb\n\nc', 'list 1-2, paragraph 4-4'],
    ['goes on with the paragraph of an item deep inside', '- a\n  1. b\nc', 'list 1-3'],
    ['goes on with a quote in it', '- > a\nb', 'list 1-2'],
    ['goes on with a lazy line', '- a\nb\nc', 'list 1-3'],
    ['goes on, indented by six, with the paragraph', '- a\n      b\nc', 'list 1-3'],
    ['is no part of it below a heading', '- # a\nb', 'list 1-1, paragraph 2-2'],
    ['is no part of it below an underlined heading', '- a\n  ===\nb', 'list 1-2, paragraph 3-3'],
    ['is no part of it below a fence', '- ```\n  a\n  ```\nb', 'list 1-3, paragraph 4-4'],
    ['is no part of it below a fence that is not closed', '- ```\n  a\nb', 'list 1-2, paragraph 3-3'],
    ['is no part of it below indented code', '-     a\nb', 'list 1-1, paragraph 2-2'],
    ['is no part of it below HTML', '- <div>\n  a\nb', 'list 1-2, paragraph 3-3'],
    ['is no part of it below a table', '- | a |\n  |---|\nb', 'list 1-2, paragraph 3-3'],
    ['is no part of it below an empty item', '-\nb', 'list 1-1, paragraph 2-2'],
    ['is no part of it behind a blank line', '- a\n\nb', 'list 1-1, paragraph 3-3'],
    ['is no part of it where it is a fence', '- a\n```\n# b\n```', 'list 1-1, fence 2-4'],
    ['is no part of it where it is a block of HTML', '- a\n<div>\nb', 'list 1-1, html 2-3'],
    ['goes on with it where it is an inline tag', '- a\n<b>\n# c', 'list 1-2, heading1 3-3'],
    ['underlines nothing', '- a\n===\n\nb', 'list 1-2, paragraph 4-4'],
    ['is an item, whatever its number is', '- a\n7. b\n\nc', 'list 1-2, paragraph 4-4'],
    ['is an empty item', '- a\n*\n\nb', 'list 1-2, paragraph 4-4'],
    ['is no item where it is a break', '- a\n- - -\n- b', 'list 1-1, break 2-2, list 3-3'],
  ])('%s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe('a list item', () => {
  it.each([
    ['that begins with a blank line ends at a second one', '-\n\n  a', 'list 1-1, paragraph 3-3'],
    ['that begins with a blank line goes on below it', '-\n  a\n\n  b\n\nc', 'list 1-4, paragraph 6-6'],
    ['has what is indented as far as its text', '10.  a\n\n     b\n\n    c', 'list 1-3, code 5-5'],
    ['of one that is indented begins further right', '  - a\n\n    b\n\n   c', 'list 1-3, paragraph 5-5'],
    ['has code, not a fence, four columns further', '- a\n\n      ```\n      b\n\n# c', 'list 1-4, heading1 6-6'],
    ['has a fence that its end closes', '- a\n\n  ~~~~\n  b\n\n# c', 'list 1-4, heading1 6-6'],
    ['has a fence with blank lines', '- ```\n\n\n  # a\n\n  ```\n\n# b', 'list 1-6, heading1 8-8'],
    ['has a fence whose end is indented less than it', '-   ```\n    a\n  ```\n\n# b', 'list 1-2, fence 3-5'],
    ['has HTML with blank lines', '- <!--\n\n  # a\n\n  -->\n\n# b', 'list 1-5, heading1 7-7'],
    ['in a quote ends with it', '> - a\n>\n>   b\n\n  c', 'quote 1-3, paragraph 5-5'],
    ['with a quote in it', '- > a\n  > b\n\n  c\n\nd', 'list 1-4, paragraph 6-6'],
    ['of many on a line', '- 1. - a\n\n       b\n\n     c\n\n  d\n\ne', 'list 1-7, paragraph 9-9'],
    ['of a task', '- [ ] a\n- [x] b\n\n  c', 'list 1-4'],
    ['of another mark is of the same list', '- a\n+ b\n1. c\n2) d', 'list 1-4'],
    ['is none of ten digits', '1234567890. a', 'paragraph 1-1'],
    ['is none without white space', '-a\n1.b', 'paragraph 1-2'],
    ['does not begin at four columns', '- a\n\n    - b\n\n- c\n\n      - d', 'list 1-7'],
  ])('%s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe('a line below a quote', () => {
  it.each([
    ['goes on with its paragraph', '> a\nb', 'quote 1-2'],
    ['goes on with a list in it', '> - a\nb', 'quote 1-2'],
    ['goes on, however it is indented', '> a\n        b', 'quote 1-2'],
    ['is no part of it below an empty line of it', '> a\n>\nb', 'quote 1-2, paragraph 3-3'],
    ['is no part of it below an empty item', '> -\nb', 'quote 1-1, paragraph 2-2'],
    ['is no part of it below code', '>     a\nb', 'quote 1-1, paragraph 2-2'],
    ['is no part of it below a fence', '> ```\nb', 'quote 1-1, paragraph 2-2'],
    ['is no part of it below HTML', '> <pre>\nb', 'quote 1-1, paragraph 2-2'],
    ['is no part of it below a table', '> | a |\n> |---|\nb', 'quote 1-2, paragraph 3-3'],
    ['is no part of it where it is an item of any number', '> a\n2. b', 'quote 1-1, list 2-2'],
    ['is no part of it where it is a break', '> a\n---', 'quote 1-1, break 2-2'],
    ['is no part of it where it is indented code', '> a\n\n    b', 'quote 1-1, code 3-3'],
    ['is the same quote, with or without a space', '>a\n> b\n >\tc', 'quote 1-3'],
    ['is text at four columns', '> a\n    > b', 'quote 1-2'],
  ])('%s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe('tabs', () => {
  // https://spec.commonmark.org/0.31.2/#tabs
  it.each([
    ['behind a marker', '-\ta\n\n\tb\n\nc', 'list 1-3, paragraph 5-5'],
    ['behind a marker, with code', '-\t\ta\nb', 'list 1-1, paragraph 2-2'],
    ['before a marker', ' -\ta\n\n\tb\n\nc', 'list 1-3, paragraph 5-5'],
    ['in a quote', '>\t- a\n>\n>\t  b\n\nc', 'quote 1-3, paragraph 5-5'],
    ['behind a quote, with code', '>\t\ta\nb', 'quote 1-1, paragraph 2-2'],
    ['of nested lists', '- a\n\t- b\n\n\t\tc\n\nd', 'list 1-4, paragraph 6-6'],
  ])('%s', (_name, text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('bullet list', () => {
  it.each([
    ['with different markers', '* a\n* b\n\n+ c\n\n- d\n\n• e', '- a\n- b\n\n- c\n\n- d\n\n- e'],
    ['with several lines per item', '*  a\n   b\n*  c', '- a\n  b\n- c'],
    ['with blank lines between items', '* a\n\n* b', '- a\n- b'],
    ['with several blocks per item', '* a\n\n  b\n\n* c', '- a\n\n  b\n\n- c'],
    ['with nested lists', '* a\n\n  * b\n\n    * c\n\n* d', '- a\n  - b\n    - c\n- d'],
    ['with nested numbered lists', '* a\n\n  #. b\n  #. c', '- a\n  1. b\n  2. c'],
    ['with a nested list that does not start at 1', '* a\n\n  3. b', '- a\n\n  3. b'],
    ['with text below the marker', '*\n  a\n\n* b', '- a\n- b'],
    ['with an empty item', '* a\n*\n* b', '- a\n-\n- b'],
    ['with an item that begins with a list', '* * a\n  * b\n* c', '- - a\n  - b\n- c'],
    ['with an item that begins with code', '* ::\n\n    a\n', '- ```\n  a\n  ```'],
    ['with an item that begins with a directive', '* .. note:: a\n\n  b', '- **Note:** a\n\n  b'],
  ])('parses a reStructuredText bullet list %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('a bullet list', () => {
  it.each([
    ['of any marks', '* a\n* b\n\n+ c\n\n- d\n\n• e', '- a\n- b\n\n- c\n\n- d\n\n- e'],
    ['of lines', '*  a\n   b\n*  c', '- a\n  b\n- c'],
    ['with blank lines', '* a\n\n* b', '- a\n- b'],
    ['of blocks', '* a\n\n  b\n\n* c', '- a\n\n  b\n\n- c'],
    ['of lists', '* a\n\n  * b\n\n    * c\n\n* d', '- a\n  - b\n    - c\n- d'],
    ['of numbered lists', '* a\n\n  #. b\n  #. c', '- a\n  1. b\n  2. c'],
    ['of lists that begin late', '* a\n\n  3. b', '- a\n\n  3. b'],
    ['whose text stands below the mark', '*\n  a\n\n* b', '- a\n- b'],
    ['with an empty item', '* a\n*\n* b', '- a\n-\n- b'],
    ['that begins with a list', '* * a\n  * b\n* c', '- - a\n  - b\n- c'],
    ['that begins with code', '* ::\n\n    a\n', '- ```\n  a\n  ```'],
    ['that begins with a directive', '* .. note:: a\n\n  b', '- **Note:** a\n\n  b'],
  ])('%s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

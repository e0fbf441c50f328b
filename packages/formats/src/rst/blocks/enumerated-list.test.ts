import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('an enumerated list', () => {
  it.each([
    ['of numbers', '1. a\n2. b\n', '1. a\n2. b'],
    ['of numbers that begin late', '7. a\n8. b\n', '7. a\n8. b'],
    ['counted by itself', '#. a\n\n#. b\n', '1. a\n2. b'],
    ['in parentheses', '(1) a\n(2) b\n', '1. a\n2. b'],
    ['with a parenthesis', '1) a\n2) b\n', '1. a\n2. b'],
    ['of letters', 'a. one\nb. two\n', '- a. one\n- b. two'],
    ['of capitals in parentheses', '(A) one\n(B) two\n', '- (A) one\n- (B) two'],
    ['of Roman numbers', 'i. a\nii. b\niii. c\n', '- i. a\n- ii. b\n- iii. c'],
    ['of wide markers', '9. a\n\n   b\n\n10. c\n\n    d\n', '9. a\n\n   b\n\n10. c\n\n    d'],
    ['of letters with blocks', 'a. one\n\n   ::\n\n     x\n', '- a. one\n\n  ```\n  x\n  ```'],
    ['that goes on with itself', '1. a\n#. b\n', '1. a\n2. b'],
    ['that ends at another number', '1. a\n\n3. b\n', '1. a\n\n3. b'],
    ['that ends at another format', '1. a\n\n2) b\n', '1. a\n\n2. b'],
  ])('%s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it.each([
    ['a name', 'A. Einstein was\na physicist.', 'A. Einstein was\na physicist.'],
    ['a word of Roman digits', 'mix. It is\n', 'mix. It is'],
    ['a number in running text', '1984. That was\nthe year.', '1984\\. That was\nthe year.'],
    ['mixed marks', '(1. a', '(1. a'],
    ['a version', '1.2 is new', '1.2 is new'],
  ])('is not begun by %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

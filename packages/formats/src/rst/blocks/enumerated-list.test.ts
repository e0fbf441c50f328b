import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('enumerated list', () => {
  it.each([
    ['with numbers', '1. a\n2. b\n', '1. a\n2. b'],
    ['with a start number', '7. a\n8. b\n', '7. a\n8. b'],
    ['with automatic numbers', '#. a\n\n#. b\n', '1. a\n2. b'],
    ['with numbers in parentheses', '(1) a\n(2) b\n', '1. a\n2. b'],
    ['with numbers and a closing parenthesis', '1) a\n2) b\n', '1. a\n2. b'],
    ['with letters', 'a. one\nb. two\n', '- a. one\n- b. two'],
    ['with capital letters in parentheses', '(A) one\n(B) two\n', '- (A) one\n- (B) two'],
    ['with Roman numerals', 'i. a\nii. b\niii. c\n', '- i. a\n- ii. b\n- iii. c'],
    ['with markers of different widths', '9. a\n\n   b\n\n10. c\n\n    d\n', '9. a\n\n   b\n\n10. c\n\n    d'],
    ['with letters and several blocks', 'a. one\n\n   ::\n\n     x\n', '- a. one\n\n  ```\n  x\n  ```'],
    ['with an automatic number after an explicit one', '1. a\n#. b\n', '1. a\n2. b'],
    ['up to an unexpected number', '1. a\n\n3. b\n', '1. a\n\n3. b'],
    ['up to a different format', '1. a\n\n2) b\n', '1. a\n\n2. b'],
  ])('parses an enumerated list %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it.each([
    ['a name', 'A. Einstein was\na physicist.', 'A. Einstein was\na physicist.'],
    ['a word made of Roman digits', 'mix. It is\n', 'mix. It is'],
    ['a number in a paragraph', '1984. That was\nthe year.', '1984\\. That was\nthe year.'],
    ['unbalanced parentheses', '(1. a', '(1. a'],
    ['a version', '1.2 is new', '1.2 is new'],
  ])('does not treat %s as a reStructuredText enumerated list', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

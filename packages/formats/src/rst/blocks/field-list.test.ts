import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('field list', () => {
  it.each([
    ['with short fields', ':Author: Jane\n:Date: 2024-05-01\n', '- **Author**: Jane\n- **Date**: 2024-05-01'],
    [
      'with fields that span lines',
      ':param str x: One\n  two\n:returns: three',
      '- **param str x**: One\n  two\n- **returns**: three',
    ],
    ['with inline markup', ':a *b*: ``c``', '- **a *b***: `c`'],
    ['with an empty field', ':a:\n:b: c', '- **a**\n- **b**: c'],
    ['with several blocks per field', ':a: b\n\n    c\n\n:d: e', '**a**: b\n\nc\n\n**d**: e'],
    ['with an escaped colon', ':a\\:b: c', '- **a:b**: c'],
  ])('parses a reStructuredText field list %s', (_name, rst, expected) => {
    expect(md(`Text\n\n${rst}`)).toBe(`Text\n\n${expected}`);
  });

  it('omits a field list of build settings at the start of a page', () => {
    expect(md(':orphan:\n:tocdepth: 2\n:Author: Jane\n\nText')).toBe('- **Author**: Jane\n\nText');
    expect(md(':orphan:\n\nText')).toBe('Text');
    expect(md('Text\n\n:orphan: yes')).toBe('Text\n\n- **orphan**: yes');
  });

  it.each([[':ref:`a` text'], [': a: b'], [':: a'], [':a b'], [':a:b']])(
    'does not treat %s as a reStructuredText field list',
    (rst) => {
      expect(md(rst)).not.toContain('- **');
    },
  );
});

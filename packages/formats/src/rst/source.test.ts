import { describe, expect, it } from 'vitest';
import { behindMarker, dedented, endOfIndented, part, sourceOf, trimmed } from './source.ts';

describe('a source', () => {
  it('has tabs expanded to columns of eight, and line ends trimmed', () => {
    expect(sourceOf('a\tb \n\t\tc\n12345678\td').lines).toEqual([
      'a       b',
      '                c',
      '12345678        d',
    ]);
  });

  it('knows its parts by their lines in the document', () => {
    const source = sourceOf('a\n\n    b\n\n      c\n\nd');
    expect(endOfIndented(source, 1)).toBe(5);
    expect(endOfIndented(source, 6)).toBe(6);
    expect(endOfIndented(source, 1, 5)).toBe(1);
    expect(dedented(source, 1, 5)).toEqual({ lines: ['', 'b', '', '  c'], first: 2 });
    expect(trimmed(dedented(source, 1, 6))).toEqual({ lines: ['b', '', '  c'], first: 3 });
    expect(part(source, 2, 3, 2)).toEqual({ lines: ['  b'], first: 3 });
  });

  it('may begin behind a marker', () => {
    const source = sourceOf('.. a:: b\n     c\n   d');
    expect(behindMarker(source, 0, 6, 3)).toEqual({ lines: ['b', '  c', 'd'], first: 1 });
  });
});

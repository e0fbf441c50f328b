import { describe, expect, it } from 'vitest';
import { createSource, dedentSource, findIndentedEnd, sliceAfterMarker, sliceLines, trimBlank } from './rst-source.ts';

describe('source', () => {
  it('expands tabs in reStructuredText to columns of eight and trims line ends', () => {
    expect(createSource('a\tb \n\t\tc\n12345678\td').lines).toEqual([
      'a       b',
      '                c',
      '12345678        d',
    ]);
  });

  it('maps parts of a reStructuredText source to lines of the document', () => {
    const source = createSource('a\n\n    b\n\n      c\n\nd');
    expect(findIndentedEnd(source, 1)).toBe(5);
    expect(findIndentedEnd(source, 6)).toBe(6);
    expect(findIndentedEnd(source, 1, 5)).toBe(1);
    expect(dedentSource(source, 1, 5)).toEqual({ lines: ['', 'b', '', '  c'], first: 2 });
    expect(trimBlank(dedentSource(source, 1, 6))).toEqual({ lines: ['b', '', '  c'], first: 3 });
    expect(sliceLines(source, 2, 3, 2)).toEqual({ lines: ['  b'], first: 3 });
  });

  it('returns the part of a reStructuredText source that begins after a marker', () => {
    const source = createSource('.. a:: b\n     c\n   d');
    expect(sliceAfterMarker(source, 0, 6, 3)).toEqual({ lines: ['b', '  c', 'd'], first: 1 });
  });
});

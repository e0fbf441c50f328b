import { describe, expect, it } from 'vitest';
import { parseCsv } from './parse-csv.ts';

describe('parseCsv', () => {
  const MARKS = { delimiter: ',', quote: '"', escapeMark: undefined, keepsSpace: false };

  it.each([
    [
      'a,b\nc',
      [
        { cells: ['a', 'b'], line: 0 },
        { cells: ['c'], line: 1 },
      ],
    ],
    [
      'a,\n\n,b',
      [
        { cells: ['a', ''], line: 0 },
        { cells: ['', 'b'], line: 2 },
      ],
    ],
    [
      '"a\nb", c\nd',
      [
        { cells: ['a\nb', 'c'], line: 0 },
        { cells: ['d'], line: 2 },
      ],
    ],
    ['"a,b', [{ cells: ['a,b'], line: 0 }]],
    ['', []],
  ])('parses the CSV text %j', (text, expected) => {
    expect(parseCsv(text, MARKS)).toEqual(expected);
  });
});

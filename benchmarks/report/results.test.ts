import { describe, expect, it } from 'vitest';
import { readColumn, readNumber, readTable } from './results.ts';

const RESULTS = `# Results

## First of all

**Figures**

| row | ms | share |
| --- | --: | --: |
| a \\| b | 1,234.5 (12 logs) | 0.5 × |
| c | – | 2 × |

**Others**

| row | ms |
| --- | --: |
| a | 7 |

## Second

**Figures**

| row | ms |
| --- | --: |
| a | 8 |
`;

describe('readTable', () => {
  it('finds a table by the beginning of its section and by its caption', () => {
    const rows = readTable(RESULTS, 'First', 'Figures');
    expect([...rows.keys()]).toEqual(['a | b', 'c']);
    expect(readNumber(rows, 'a | b', 'ms')).toBe(1234.5);
    expect(readNumber(readTable(RESULTS, 'First', 'Others'), 'a', 'ms')).toBe(7);
    expect(readNumber(readTable(RESULTS, 'Second'), 'a', 'ms')).toBe(8);
  });

  it.each([
    ['Third', undefined],
    ['Second', 'Others'],
  ])('throws an error if the section "%s" or its table "%s" does not exist', (section, caption) => {
    expect(() => readTable(RESULTS, section, caption)).toThrow('have no table');
  });
});

it('readNumber throws an error for an unknown row, an unknown column and a cell without a number', () => {
  const rows = readTable(RESULTS, 'First', 'Figures');
  for (const [row, column] of [
    ['d', 'ms'],
    ['c', 's'],
    ['c', 'ms'],
  ] as const)
    expect(() => readNumber(rows, row, column)).toThrow(`row "${row}", column "${column}"`);
});

it('readColumn omits cells without a number', () => {
  expect(readColumn(readTable(RESULTS, 'First', 'Figures'), 'ms')).toEqual([1234.5]);
  expect(readColumn(readTable(RESULTS, 'First', 'Figures'), 'share')).toEqual([0.5, 2]);
});

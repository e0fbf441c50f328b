import { expect, it } from 'vitest';
import { formatListTable } from './list-table.ts';
import { convertMyst } from './myst-directives.ts';

it.each([
  [
    'rows with continued cells',
    ['* - A', '  - B', '* - `a | b`', '  - c', '    d', '    - e'],
    1,
    ['| A | B |', '| --- | --- |', '| `a \\| b` | c d<br>- e |'],
  ],
  [
    'other marks, and no header',
    ['- * a', '  * b', '', '- * c'],
    0,
    ['|  |  |', '| --- | --- |', '| a | b |', '| c |  |'],
  ],
])('formats a list of lists as a table: %s', (_name, lines, headerRows, expected) => {
  expect(formatListTable(lines, headerRows)).toEqual(expected);
});

it('leaves other lists unchanged', () => {
  expect(formatListTable(['text', '- a'], 0)).toBeUndefined();
});

it('replaces the directive without changing the number of lines', () => {
  const text = 'x\n\n```{list-table} Fields\n:header-rows: 1\n:label: fields\n* - A\n  - B\n* - c\n  - d\n```\n\ny';
  const result = convertMyst(text);
  expect(result.split('\n').length).toBe(text.split('\n').length);
  expect(result).toMatch(/^x\n\n\*\*Fields\*\*\n\n\| A \| B \|\n\| --- \| --- \|\n\| c \| d \|\n+y$/);
});

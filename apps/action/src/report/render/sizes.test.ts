import { expect, it } from 'vitest';
import { changeRows } from '../changes.ts';
import { create, item, many } from '../report.fixture.ts';
import { sizesTable } from './sizes.ts';

it('groups the sizes of what is sent, up to the longest', () => {
  const table = sizesTable(changeRows(many(100, 10)));
  const numbers = Array.from(table.matchAll(/\| (\d+) \|/g), ([, number]) => Number(number));
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(100);
  expect(table).toContain('| up to 500 |');
  expect(sizesTable(changeRows([create('a.md', item('A'))]))).toBe('');
});

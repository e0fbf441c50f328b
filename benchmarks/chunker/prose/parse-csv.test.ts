import { expect, it } from 'vitest';
import { parseCsv } from './parse-csv.ts';

it('parseCsv reads quoted values with commas, quotes and line breaks', () => {
  expect(parseCsv('a,b\r\n"1,2","say ""x""\ny"\n,z\n')).toEqual([
    ['a', 'b'],
    ['1,2', 'say "x"\ny'],
    ['', 'z'],
  ]);
});

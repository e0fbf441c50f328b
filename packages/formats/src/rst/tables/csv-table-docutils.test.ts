import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const CASES: readonly { readonly rst: string; readonly head: number; readonly rows: readonly string[][] }[] =
  JSON.parse(readFileSync(new URL('../fixtures/csv-tables.json', import.meta.url), 'utf8'));

/** Returns the cells of a Markdown table without escapes and line breaks. All rows have as many cells as the widest row. */
function readCells(markdown: string): { head: string[]; body: string[][] } {
  const rows = markdown
    .trim()
    .split('\n')
    .map((line) =>
      line
        .replace(/^\| ?| ?\|$/g, '')
        .split(/ ?(?<!\\)\| ?/)
        .map((cell) =>
          cell
            .replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1')
            .replaceAll('<br>', ' ')
            .replaceAll(/\s+/g, ' ')
            .trim(),
        ),
    );
  const [head = [], , ...body] = rows;
  return { head, body };
}

const trimEnd = (cells: readonly string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

it('reads csv-table directives as docutils does', () => {
  expect(CASES.length).toBeGreaterThan(100);
  for (const { rst, head, rows } of CASES) {
    const { markdown, warnings } = readRst(rst);
    const table = readCells(markdown);
    const actual = [...(head > 0 ? [table.head] : []), ...table.body].map(trimEnd);
    expect({ rst, warnings, rows: actual }).toEqual({ rst, warnings: [], rows: rows.map(trimEnd) });
  }
});

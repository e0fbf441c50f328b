import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The areas with benchmarks, in the order of the summary. Each has a folder with a `main.ts` and its `RESULTS.md`. */
export const BENCHMARK_AREAS = ['start-up', 'sync', 'chunker', 'service', 'portal', 'sdk'] as const;
export type BenchmarkArea = (typeof BENCHMARK_AREAS)[number];

/** Returns the path of the results of an area. */
export function getResultsFile(area: BenchmarkArea): string {
  return fileURLToPath(new URL(`../${area}/RESULTS.md`, import.meta.url));
}

/** Returns the results of an area, or undefined if it was never measured. */
export function readResults(area: BenchmarkArea): string | undefined {
  const file = getResultsFile(area);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The rows of a table of results. Each row maps the names of the columns to cells. The first column is the name of the row. */
export type ResultRows = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Returns the rows of a table of results.
 * @param section the beginning of the heading of its section
 * @param caption the caption of the table; default: the first table of the section
 * @throws Error if there is no such table
 */
export function readTable(results: string, section: string, caption?: string): ResultRows {
  const text = results.split(/^## /m).find((each) => each.startsWith(section));
  const tables = [...(text ?? '').matchAll(/^\*\*(.+)\*\*\n\n((?:\|.*\n?)+)/gm)];
  const [, , table] = tables.find(([, name]) => caption === undefined || name === caption) ?? [];
  if (table === undefined) throw new Error(`the results have no table "${caption ?? ''}" in a section "${section}"`);
  const [head = [], , ...rows] = table.trim().split('\n').map(readCells);
  return new Map(
    rows.map(([name = '', ...cells]) => [name, new Map(cells.map((cell, index) => [head[index + 1] ?? '', cell]))]),
  );
}

const readCells = (line: string) =>
  line
    .replace(/^\| ?| ?\|$/g, '')
    .split(/ \| /)
    .map((cell) => cell.replaceAll('\\|', '|').trim());

/**
 * Returns the number at the start of a cell.
 * @throws Error if the table has no such row or column, or the cell has no number
 */
export function readNumber(table: ResultRows, row: string, column: string): number {
  const cell = table.get(row)?.get(column);
  const number = Number.parseFloat(cell?.replaceAll(',', '') ?? '');
  if (Number.isNaN(number)) throw new Error(`the results have no number in the row "${row}", column "${column}"`);
  return number;
}

/** Returns the numbers in a column. Omits cells without a number. */
export function readColumn(table: ResultRows, column: string): number[] {
  return [...table.values()]
    .map((cells) => Number.parseFloat(cells.get(column)?.replaceAll(',', '') ?? ''))
    .filter((number) => !Number.isNaN(number));
}

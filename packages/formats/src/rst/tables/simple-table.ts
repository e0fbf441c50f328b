import { getElementAt } from '@context-sync/base';
import { type BlockReader, type ParseBlocks, type RstParseState, warn } from '../parse-state.ts';
import type { RstCell, RstRow } from '../rst-node.ts';
import { getLine, type RstSource, sliceLines } from '../rst-source.ts';
import { addAsCode, type Span, sliceRectangle, toColumns } from './display-columns.ts';

const TOP_BORDER = /^=+(?: +=+)+$/;
const TABLE_BORDER = /^=[ =]*$/;
const SPAN_LINE = /^-[ -]*$/;
/** Maximum number of nearly empty cells and lines of a table, which limits the parsing time of sparse tables. */
const MAX_SPARSE_CELLS = 10_000;

/** Reads a table whose columns are marked by `=`. */
export const readSimpleTable: BlockReader = (state, source, position, into, parse) => {
  if (!getLine(source, position).startsWith('=') || !TOP_BORDER.test(getLine(source, position))) return undefined;
  const borders = findBorders(source, position);
  if (!borders) {
    warn(state, source.first + position, 'The table has no bottom border');
    return undefined;
  }
  const end = (borders.at(-1) ?? position) + 1;
  const headerRows =
    borders.length > 1 ? readRows(state, source, position, [position + 1, borders[0] ?? position], parse) : [];
  const body = readRows(state, source, position, [(borders.at(-2) ?? position) + 1, end - 1], parse);
  if (!headerRows || !body) return addAsCode(state, source, position, end, into);
  into.push({ kind: 'table', head: headerRows, body, line: source.first + position });
  return end;
};

/** Returns the borders below the top border: the borders of the header and the body, or only the border of the body, which precedes a blank line. */
function findBorders(source: RstSource, position: number): number[] | undefined {
  const borders: number[] = [];
  for (let i = position + 1; i < source.lines.length; i += 1) {
    const line = getLine(source, i);
    if (!line.startsWith('=') || !TABLE_BORDER.test(line)) continue;
    borders.push(i);
    if (borders.length === 2 || getLine(source, i + 1) === '') return borders;
  }
  return undefined;
}

function findRuns(line: string, mark: '=' | '-'): Span[] {
  const runs: Span[] = [];
  for (let start = line.indexOf(mark); start >= 0; ) {
    let end = start;
    while (line[end] === mark) end += 1;
    runs.push([start, end]);
    start = line.indexOf(mark, end);
  }
  return runs;
}

/** Reads the rows. A row begins where its first column has text, or after the line that marks the column spans of the row above. */
function readRows(
  state: RstParseState,
  source: RstSource,
  position: number,
  [start, end]: Span,
  parse: ParseBlocks,
): RstRow[] | undefined {
  const bounds = findRuns(getLine(source, position), '=');
  const block = sliceLines(source, start, end);
  const columns = toColumns(block.lines);
  const rows: RstRow[] = [];
  let rowStart = 0;
  let isOpen = false;
  const closeRow = (to: number, spans: readonly Span[]): boolean => {
    const cells = isOpen ? readCells(spans, bounds, columns, block, [rowStart, to], (body) => parse(state, body)) : [];
    if (cells && isOpen) rows.push({ cells, line: block.first + rowStart });
    return cells !== undefined;
  };
  for (let i = 0; i < columns.length; i += 1) {
    const line = getElementAt(columns, i);
    if (line.startsWith('-') && SPAN_LINE.test(line) && isOpen) {
      if (!closeRow(i, findRuns(line, '-'))) return undefined;
      rowStart = i + 1;
      isOpen = false;
    } else if (line.slice(...(bounds[0] ?? [0, 0])).trim() !== '') {
      if (!closeRow(i, bounds)) return undefined;
      rowStart = i;
      isOpen = true;
    } else if (!isOpen && line !== '') {
      // Keep text that precedes the first column of any row.
      rowStart = i;
      isOpen = true;
    }
  }
  return closeRow(columns.length, bounds) ? rows : undefined;
}

/**
 * Returns the cells of a row, repeated for every column that they span, up to the last column with text; undefined if there is text between the
 * columns.
 */
function readCells(
  spans: readonly Span[],
  bounds: readonly Span[],
  columns: readonly string[],
  block: RstSource,
  lines: Span,
  parse: (body: RstSource) => RstCell['nodes'],
): RstCell[] | undefined {
  const cells: RstCell[] = [];
  const rows = columns.slice(...lines);
  const width = rows.reduce((longest, line) => Math.max(longest, line.length), 0);
  const size = rows.reduce((sum, line) => sum + line.length, 0);
  if (spans.length * rows.length > MAX_SPARSE_CELLS + 10 * size) return undefined;
  for (let index = 0; index < spans.length; index += 1) {
    const [left, right] = spans[index] ?? [0, 0];
    if (left >= width) return cells;
    const nextSpanStart = spans[index + 1]?.[0] ?? Number.MAX_SAFE_INTEGER;
    if (index < spans.length - 1 && rows.some((line) => line.slice(right, nextSpanStart).trim() !== ''))
      return undefined;
    if (bounds[cells.length]?.[0] !== left) return undefined;
    const cell: RstCell = { nodes: parse(sliceRectangle(columns, block, lines, [left, nextSpanStart])) };
    for (let start = left; start < nextSpanStart; start = bounds[cells.length]?.[0] ?? nextSpanStart) cells.push(cell);
  }
  return cells;
}

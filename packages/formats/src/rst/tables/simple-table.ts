import type { Cell, Row } from '../node.ts';
import { type BlockReader, type ParseBlocks, type ParseState, warn } from '../parse-state.ts';
import { lineAt, part, type Source } from '../source.ts';
import { addDrawing, columnsOf, rectangle, type Span } from './columns.ts';

const TOP = /^=+(?: +=+)+$/;
const BORDER = /^=[ =]*$/;
const SPANS = /^-[ -]*$/;
/** Rows with more cells, and so many lines that hold next to nothing, would take more time than their text is worth. */
const SMALL_ROW = 10_000;

/** A table of columns under `=`. */
export const readSimpleTable: BlockReader = (state, source, at, into, parse) => {
  if (!lineAt(source, at).startsWith('=') || !TOP.test(lineAt(source, at))) return undefined;
  const borders = bordersOf(source, at);
  if (!borders) {
    warn(state, source.first + at, 'The table has no border at its bottom');
    return undefined;
  }
  const end = (borders.at(-1) ?? at) + 1;
  const head = borders.length > 1 ? rowsBetween(state, source, at, [at + 1, borders[0] ?? at], parse) : [];
  const body = rowsBetween(state, source, at, [(borders.at(-2) ?? at) + 1, end - 1], parse);
  if (!head || !body) return addDrawing(state, source, at, end, into);
  into.push({ kind: 'table', head, body, line: source.first + at });
  return end;
};

/** The borders below the top one: of the head and of the body, or of the body alone, which a blank line follows. */
function bordersOf(source: Source, at: number): number[] | undefined {
  const borders: number[] = [];
  for (let i = at + 1; i < source.lines.length; i += 1) {
    const line = lineAt(source, i);
    if (!line.startsWith('=') || !BORDER.test(line)) continue;
    borders.push(i);
    if (borders.length === 2 || lineAt(source, i + 1) === '') return borders;
  }
  return undefined;
}

function runsOf(line: string, mark: '=' | '-'): Span[] {
  const runs: Span[] = [];
  for (let start = line.indexOf(mark); start >= 0; ) {
    let end = start;
    while (line[end] === mark) end += 1;
    runs.push([start, end]);
    start = line.indexOf(mark, end);
  }
  return runs;
}

/** A row begins where its first column holds text, or behind the line that shows which columns of the row above are one. */
function rowsBetween(
  state: ParseState,
  source: Source,
  at: number,
  [start, end]: Span,
  parse: ParseBlocks,
): Row[] | undefined {
  const bounds = runsOf(lineAt(source, at), '=');
  const block = part(source, start, end);
  const columns = columnsOf(block.lines);
  const rows: Row[] = [];
  let from = 0;
  let isOpen = false;
  const close = (to: number, spans: readonly Span[]): boolean => {
    const cells = isOpen ? cellsOf(spans, bounds, columns, block, [from, to], (body) => parse(state, body)) : [];
    if (cells && isOpen) rows.push({ cells, line: block.first + from });
    return cells !== undefined;
  };
  for (let i = 0; i < columns.length; i += 1) {
    const line = columns[i] ?? '';
    if (line.startsWith('-') && SPANS.test(line) && isOpen) {
      if (!close(i, runsOf(line, '-'))) return undefined;
      from = i + 1;
      isOpen = false;
    } else if (line.slice(...(bounds[0] ?? [0, 0])).trim() !== '') {
      if (!close(i, bounds)) return undefined;
      from = i;
      isOpen = true;
    } else if (!isOpen && line !== '') {
      // Text before any row's first column would else be lost.
      from = i;
      isOpen = true;
    }
  }
  return close(columns.length, bounds) ? rows : undefined;
}

/** The cells of a row, each once for every column it spans, up to the last that holds text; undefined where text stands between columns. */
function cellsOf(
  spans: readonly Span[],
  bounds: readonly Span[],
  columns: readonly string[],
  block: Source,
  lines: Span,
  parse: (body: Source) => Cell['nodes'],
): Cell[] | undefined {
  const cells: Cell[] = [];
  const rows = columns.slice(...lines);
  const width = rows.reduce((longest, line) => Math.max(longest, line.length), 0);
  const size = rows.reduce((sum, line) => sum + line.length, 0);
  if (spans.length * rows.length > SMALL_ROW + 10 * size) return undefined;
  for (let index = 0; index < spans.length; index += 1) {
    const [left, right] = spans[index] ?? [0, 0];
    if (left >= width) return cells;
    const next = spans[index + 1]?.[0] ?? Number.MAX_SAFE_INTEGER;
    if (index < spans.length - 1 && rows.some((line) => line.slice(right, next).trim() !== '')) return undefined;
    if (bounds[cells.length]?.[0] !== left) return undefined;
    const cell: Cell = { nodes: parse(rectangle(columns, block, lines, [left, next])) };
    for (let start = left; start < next; start = bounds[cells.length]?.[0] ?? next) cells.push(cell);
  }
  return cells;
}

import { getElementAt } from '@context-sync/base';
import type { AsciidocLine } from '../source/source-line.ts';
import { parseCommaSeparated, parsePlainSeparated } from '../tables/delimited-values.ts';
import { type ParsedCell, splitCells } from '../tables/table-cells.ts';
import { parseColumnStyles } from '../tables/table-columns.ts';
import type { BlockContext } from './block-context.ts';
import type { BlockMetadata } from './block-metadata.ts';
import type { Block, Cell } from './block-types.ts';
import { createIncludeBlocks } from './include-blocks.ts';
import { parseNestedBlocks } from './parse-blocks.ts';
import type { ParseState } from './parse-state.ts';
import { createTitleProperty } from './title-property.ts';

/** Maximum number of columns of a table that has fewer cells than columns. */
const MAX_COLUMNS_WITHOUT_CELLS = 64;

const EMPTY_CELL: Cell = { lines: [], style: '' };

/** Parses the table between its delimiters. */
export function parseTable(
  lines: readonly AsciidocLine[],
  opening: AsciidocLine,
  metadata: BlockMetadata,
  state: ParseState,
  context: BlockContext,
): Block {
  const { named, options } = metadata;
  // The table contains only include directives, so there are no rows to render.
  if (
    lines.some(({ text }) => text !== '') &&
    lines.every(({ text, include }) => text === '' || include !== undefined)
  ) {
    return { kind: 'group', blocks: createIncludeBlocks(lines), from: opening.from, ...createTitleProperty(metadata) };
  }
  const format = detectFormat(opening.text, named);
  const cols = parseColumnStyles(named.get('cols'));
  const cells = format.kind === 'psv' ? splitCells(lines, format.separator) : undefined;
  const columnCount = cells
    ? []
    : format.kind === 'csv'
      ? parseCommaSeparated(lines, format.separator)
      : parsePlainSeparated(lines, format.separator);
  const allCells = cells ?? columnCount.flat();
  const columns = Math.min(
    cols?.length ?? countColumns(cells, columnCount),
    Math.max(allCells.length, MAX_COLUMNS_WITHOUT_CELLS),
  );
  const header = options.has('header') || (!options.has('noheader') && hasHeader(lines, allCells, columns));
  const createCell = (cell: ParsedCell, column: number, isHeader: boolean): Cell => {
    // A header cell is plain text, regardless of the style of its column.
    const style = isHeader ? '' : cell.style || (cols?.[column] ?? '');
    return style === 'a'
      ? { lines: cell.lines, style, blocks: parseNestedBlocks(trimCellLines(cell.lines), state, context) }
      : { lines: cell.lines, style };
  };
  const rows = cells
    ? arrangeCells(cells, columns, (cell, column, row) => createCell(cell, column, header && row === 0))
    : columnCount.map((row, index) => row.map((cell, column) => createCell(cell, column, header && index === 0)));
  const widestRow = rows.reduce((most, row) => Math.max(most, row.length), columns);
  return { kind: 'table', rows, columns: widestRow, header, from: opening.from, ...createTitleProperty(metadata) };
}

function detectFormat(
  opening: string,
  namedAttributes: ReadonlyMap<string, string>,
): { kind: 'psv' | 'csv' | 'dsv'; separator: string } {
  const delimiterChar = opening[0];
  const format =
    namedAttributes.get('format') ?? (delimiterChar === ',' ? 'csv' : delimiterChar === ':' ? 'dsv' : 'psv');
  const customSeparator = namedAttributes.get('separator')?.replace('\\t', '\t') || undefined;
  if (format === 'csv') return { kind: 'csv', separator: customSeparator ?? ',' };
  if (format === 'tsv') return { kind: 'csv', separator: customSeparator ?? '\t' };
  if (format === 'dsv') return { kind: 'dsv', separator: customSeparator ?? ':' };
  return { kind: 'psv', separator: customSeparator ?? (delimiterChar === '!' ? '!' : '|') };
}

/** Returns the number of columns. Without `cols`, this is the number of cells in the first line that has cells. */
function countColumns(cells: readonly ParsedCell[] | undefined, rows: readonly ParsedCell[][]): number {
  if (!cells) return rows[0]?.length ?? 1;
  const line = cells[0]?.lines[0]?.from;
  let columns = 0;
  for (const cell of cells) {
    if (cell.lines[0]?.from !== line) break;
    columns += cell.columns;
  }
  return Math.max(columns, 1);
}

/** Returns whether the first line is a header: a blank line follows the line, and no blank line precedes it. */
function hasHeader(lines: readonly AsciidocLine[], cells: readonly ParsedCell[], columns: number): boolean {
  const [first, second] = lines;
  if (!first || first.text === '' || second?.text !== '' || lines.length < 3) return false;
  let columnCount = 0;
  for (const cell of cells) {
    if (cell.lines[0]?.from !== first.from) break;
    // A cell that continues after the blank line is not part of a header.
    if (cell.lines.some(({ text, from }) => text.trim() !== '' && from !== first.from)) return false;
    columnCount += cell.columns;
  }
  return columnCount === columns;
}

/**
 * Arranges the cells in rows. Leaves spanned cells empty, because Markdown tables have no spans. The number of cells that spans may add is limited in
 * proportion to the number of written cells.
 */
function arrangeCells(
  cells: readonly ParsedCell[],
  columns: number,
  createCell: (cell: ParsedCell, column: number, row: number) => Cell,
): Cell[][] {
  const rows: Cell[][] = [];
  const spannedRows: number[] = new Array<number>(columns).fill(0);
  let allowance = cells.length * 8 + 200;
  let row: Cell[] = [];
  const skipSpanned = () => {
    while (row.length < columns && getElementAt(spannedRows, row.length) > 0) {
      spannedRows[row.length] = getElementAt(spannedRows, row.length) - 1;
      row.push(EMPTY_CELL);
    }
  };
  const endRow = () => {
    if (row.some((cell) => cell !== EMPTY_CELL)) rows.push(row);
    row = [];
  };
  for (const cell of cells) {
    skipSpanned();
    // If row spans cover a whole row, ignore their remaining rows.
    while (row.length >= columns) {
      if (row.every((each) => each === EMPTY_CELL)) spannedRows.fill(0);
      endRow();
      skipSpanned();
    }
    const rowSpan = Math.min(cell.rows, 500);
    const columnCount = Math.min(cell.columns, columns - row.length);
    allowance -= rowSpan * columnCount - 1;
    const columnSpan = allowance > 0 ? columnCount : 1;
    for (let column = 0; column < columnSpan; column += 1) {
      if (rowSpan > 1 && allowance > 0) spannedRows[row.length] = rowSpan - 1;
      row.push(column === 0 ? createCell(cell, row.length, rows.length) : EMPTY_CELL);
    }
    if (row.length >= columns) endRow();
  }
  skipSpanned();
  endRow();
  return rows;
}

/** Returns the lines of a cell as a separate document. */
function trimCellLines(lines: readonly AsciidocLine[]): AsciidocLine[] {
  return lines.map(({ text, ...rest }, index) => ({
    ...rest,
    text: (index === 0 ? text.trimStart() : text).trimEnd(),
  }));
}

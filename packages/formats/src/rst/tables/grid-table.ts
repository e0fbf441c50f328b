import { getElementAt, getExisting } from '@context-sync/base';
import type { BlockReader } from '../parse-state.ts';
import type { RstCell, RstRow } from '../rst-node.ts';
import { getLine, type RstSource, sliceLines } from '../rst-source.ts';
import { addAsCode, sliceRectangle, toColumns } from './display-columns.ts';
import { type CellBox, findBoxes } from './merge-grid-cells.ts';

const GRID_BORDER = /^\+-[-+]+-\+$/;
const HEAD_BORDER = /^\+=[=+]*=\+$/;

/** Reads a table drawn with `+`, `-` and `|`. */
export const readGridTable: BlockReader = (state, source, position, into, parse) => {
  if (!getLine(source, position).startsWith('+-') || !GRID_BORDER.test(getLine(source, position))) return undefined;
  const end = findGridEnd(source, position);
  const table = sliceLines(source, position, end);
  const columns = toColumns(table.lines);
  const grid = GRID_BORDER.test(getLine(source, end - 1)) && end > position + 2 ? findBoxes(columns) : undefined;
  if (!grid) return addAsCode(state, source, position, end, into);
  const { xs, ys, boxes } = grid;
  const rows = arrangeCells(boxes, ys, ({ left, right, top, bottom }): RstCell => {
    const body = sliceRectangle(
      columns,
      table,
      [getElementAt(ys, top) + 1, getElementAt(ys, bottom)],
      [getElementAt(xs, left) + 1, getElementAt(xs, right)],
    );
    return { nodes: parse(state, body) };
  }).map(({ y, cells }): RstRow & { y: number } => ({ cells, y, line: table.first + y + 1 }));
  const headEnd = ys.find((y, index) => index > 0 && HEAD_BORDER.test(getElementAt(columns, y))) ?? 0;
  into.push({
    kind: 'table',
    head: rows.filter(({ y }) => y < headEnd),
    body: rows.filter(({ y }) => y >= headEnd),
    line: table.first,
  });
  return end;
};

/** Returns the end of the table: the last border among the following lines that begin like lines of a table. */
function findGridEnd(source: RstSource, position: number): number {
  let end = position + 1;
  let border = position;
  for (
    let firstChar = getLine(source, end)[0];
    firstChar === '+' || firstChar === '|';
    firstChar = getLine(source, end)[0]
  ) {
    if (firstChar === '+' && GRID_BORDER.test(getLine(source, end))) border = end;
    end += 1;
  }
  return border > position ? border + 1 : end;
}

/** Arranges the cells in rows and columns. Ignores bounds at which no box begins. */
function arrangeCells(
  boxes: readonly CellBox[],
  ys: readonly number[],
  createCell: (box: CellBox) => RstCell,
): { y: number; cells: RstCell[] }[] {
  const topEdges = [...new Set(boxes.map(({ top }) => top))].sort((a, b) => a - b);
  const leftEdges = [...new Set(boxes.map(({ left }) => left))].sort((a, b) => a - b);
  const rows = topEdges.map((top) => ({ y: getElementAt(ys, top), cells: [] as RstCell[] }));
  const rowsByEdge = new Map(topEdges.map((top, index) => [top, index]));
  const columnsByEdge = new Map(leftEdges.map((left, index) => [left, index]));
  for (const box of boxes) {
    const cell = createCell(box);
    const firstColumn = getExisting(columnsByEdge, box.left);
    for (
      let row = getExisting(rowsByEdge, box.top);
      row < rows.length && getElementAt(topEdges, row) < box.bottom;
      row += 1
    ) {
      const cells = getElementAt(rows, row).cells;
      for (
        let column = firstColumn;
        column < leftEdges.length && getElementAt(leftEdges, column) < box.right;
        column += 1
      )
        cells[column] = cell;
    }
  }
  return rows;
}

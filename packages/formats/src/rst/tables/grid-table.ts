import type { Cell, Row } from '../node.ts';
import type { BlockReader } from '../parse-state.ts';
import { lineAt, part, type Source } from '../source.ts';
import { addDrawing, columnsOf, rectangle } from './columns.ts';
import { type Box, boxesOf } from './grid.ts';

const BORDER = /^\+-[-+]+-\+$/;
const HEAD_BORDER = /^\+=[=+]*=\+$/;

/** A table drawn with `+`, `-` and `|`. */
export const readGridTable: BlockReader = (state, source, at, into, parse) => {
  if (!lineAt(source, at).startsWith('+-') || !BORDER.test(lineAt(source, at))) return undefined;
  const end = endOfGrid(source, at);
  const table = part(source, at, end);
  const columns = columnsOf(table.lines);
  const grid = BORDER.test(lineAt(source, end - 1)) && end > at + 2 ? boxesOf(columns) : undefined;
  if (!grid) return addDrawing(state, source, at, end, into);
  const { xs, ys, boxes } = grid;
  const rows = spread(boxes, ys, ({ left, right, top, bottom }): Cell => {
    const body = rectangle(
      columns,
      table,
      [(ys[top] ?? 0) + 1, ys[bottom] ?? 0],
      [(xs[left] ?? 0) + 1, xs[right] ?? 0],
    );
    return { nodes: parse(state, body) };
  }).map(({ y, cells }): Row & { y: number } => ({ cells, y, line: table.first + y + 1 }));
  const headEnd = ys.find((y, index) => index > 0 && HEAD_BORDER.test(columns[y] ?? '')) ?? 0;
  into.push({
    kind: 'table',
    head: rows.filter(({ y }) => y < headEnd),
    body: rows.filter(({ y }) => y >= headEnd),
    line: table.first,
  });
  return end;
};

/** The lines that begin as those of a table do, up to the last border among them. */
function endOfGrid(source: Source, at: number): number {
  let end = at + 1;
  let border = at;
  for (let mark = lineAt(source, end)[0]; mark === '+' || mark === '|'; mark = lineAt(source, end)[0]) {
    if (mark === '+' && BORDER.test(lineAt(source, end))) border = end;
    end += 1;
  }
  return border > at ? border + 1 : end;
}

/** Cells by rows and columns. Bounds that no box begins at are none. */
function spread(
  boxes: readonly Box[],
  ys: readonly number[],
  cellOf: (box: Box) => Cell,
): { y: number; cells: Cell[] }[] {
  const tops = [...new Set(boxes.map(({ top }) => top))].sort((a, b) => a - b);
  const lefts = [...new Set(boxes.map(({ left }) => left))].sort((a, b) => a - b);
  const rows = tops.map((top) => ({ y: ys[top] ?? 0, cells: [] as Cell[] }));
  const rowOf = new Map(tops.map((top, index) => [top, index]));
  const columnOf = new Map(lefts.map((left, index) => [left, index]));
  for (const box of boxes) {
    const cell = cellOf(box);
    const firstColumn = columnOf.get(box.left) ?? 0;
    for (let row = rowOf.get(box.top) ?? 0; row < rows.length && (tops[row] ?? 0) < box.bottom; row += 1) {
      const cells = rows[row]?.cells ?? [];
      for (let column = firstColumn; column < lefts.length && (lefts[column] ?? 0) < box.right; column += 1)
        cells[column] = cell;
    }
  }
  return rows;
}

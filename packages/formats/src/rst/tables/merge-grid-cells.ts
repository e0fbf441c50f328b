import { getElementAt } from '@context-sync/base';
/** A cell of a grid. Its bounds are indexes into `xs` and `ys`. */
export interface CellBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface CellGrid {
  /** Columns at which cells start or end. */
  readonly xs: readonly number[];
  /** Line indexes at which cells start or end. */
  readonly ys: readonly number[];
  /** Cells, sorted by line, then by column. */
  readonly boxes: readonly CellBox[];
}

/**
 * Returns the cells of a drawn grid; undefined if they are not rectangles. Splits the drawing at every possible bound, even if text only looks like
 * one, and then merges neighbors without a border between them. All lines must have the same length, to keep the time linear in the size of the
 * drawing.
 */
export function findBoxes(lines: readonly string[]): CellGrid | undefined {
  const width = lines[0]?.length ?? 0;
  if (lines.some((line) => line.length !== width)) return undefined;
  const bounds = findBounds(lines, width);
  const { xs, ys } = bounds;
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  if (columns < 1 || rows < 1) return undefined;
  const parents = Int32Array.from({ length: rows * columns }, (_, index) => index);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const index = row * columns + column;
      if (column > 0 && !hasLeftBorder(bounds, row, column)) mergeSets(parents, index - 1, index);
      if (row > 0 && !hasTopBorder(bounds, row, column)) mergeSets(parents, index - columns, index);
    }
  }
  const mergedBoxes = mergeRectangles(parents, columns);
  return mergedBoxes && { xs, ys, boxes: mergedBoxes };
}

interface BoxBounds {
  readonly lines: readonly string[];
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

function findBounds(lines: readonly string[], width: number): BoxBounds {
  const xs = new Set<number>([0, width - 1]);
  const ys: number[] = [];
  lines.forEach((line, y) => {
    let isBound = y === 0 || y === lines.length - 1;
    for (let x = line.indexOf('+'); x >= 0; x = line.indexOf('+', x + 1)) {
      if (!isRule(line[x - 1]) && !isRule(line[x + 1])) continue;
      xs.add(x);
      isBound = true;
    }
    if (isBound) ys.push(y);
  });
  return { lines, xs: [...xs].sort((a, b) => a - b), ys };
}

function isRule(char: string | undefined): boolean {
  return char === '-' || char === '=';
}

function hasTopBorder({ lines, xs, ys }: BoxBounds, row: number, column: number): boolean {
  const line = getElementAt(lines, getElementAt(ys, row));
  const leftEdge = getElementAt(xs, column);
  const rightEdge = getElementAt(xs, column + 1);
  for (let x = leftEdge + 1; x < rightEdge; x += 1) if (!isRule(line[x])) return false;
  return rightEdge > leftEdge + 1 || (isBorder(line[leftEdge]) && isBorder(line[rightEdge]));
}

function hasLeftBorder({ lines, xs, ys }: BoxBounds, row: number, column: number): boolean {
  const x = getElementAt(xs, column);
  const top = getElementAt(ys, row);
  const bottom = getElementAt(ys, row + 1);
  for (let y = top + 1; y < bottom; y += 1) if (lines[y]?.[x] !== '|') return false;
  return bottom > top + 1 || (isBar(lines[top]?.[x]) && isBar(lines[bottom]?.[x]));
}

function isBorder(char: string | undefined): boolean {
  return char === '+' || isRule(char);
}

function isBar(char: string | undefined): boolean {
  return char === '|' || char === '+';
}

function findRoot(parents: Int32Array, index: number): number {
  let position = index;
  for (let parent = parents[position] ?? position; parent !== position; parent = parents[position] ?? position) {
    parents[position] = parents[parent] ?? parent;
    position = parents[position] ?? position;
  }
  return position;
}

/** Merges two sets. The cell that is further up, or further left in the same row, represents the merged set. */
function mergeSets(parents: Int32Array, a: number, b: number): void {
  const [first, second] = [findRoot(parents, a), findRoot(parents, b)];
  parents[Math.max(first, second)] = Math.min(first, second);
}

/** A group of merged cells. */
interface CellGroup extends CellBox {
  /** The first cell of the group. */
  readonly root: number;
  readonly size: number;
}

/** Returns the groups if all of them are rectangles. */
function mergeRectangles(parents: Int32Array, columns: number): CellBox[] | undefined {
  for (const group of findGroups(parents, columns)) {
    if (isRectangle(group) || findRoot(parents, group.root) !== group.root) continue;
    // A table inside a cell is surrounded by a ring that belongs to the cell.
    if (!isRing(parents, columns, group)) return undefined;
    for (let row = group.top; row < group.bottom; row += 1)
      for (let column = group.left; column < group.right; column += 1)
        mergeSets(parents, group.root, row * columns + column);
  }
  const cellGroups = findGroups(parents, columns);
  return cellGroups.every(isRectangle) ? cellGroups : undefined;
}

/** Returns the groups in the order of their first cells. */
function findGroups(parents: Int32Array, columns: number): CellGroup[] {
  const groups = new Map<number, { -readonly [Key in keyof CellGroup]: CellGroup[Key] }>();
  for (let index = 0; index < parents.length; index += 1) {
    const root = findRoot(parents, index);
    const column = index % columns;
    const row = (index - column) / columns;
    const group = groups.get(root);
    if (group) {
      group.left = Math.min(group.left, column);
      group.right = Math.max(group.right, column + 1);
      group.bottom = row + 1;
      group.size += 1;
    } else groups.set(root, { root, left: column, right: column + 1, top: row, bottom: row + 1, size: 1 });
  }
  return [...groups.values()];
}

function isRectangle({ left, right, top, bottom, size }: CellGroup): boolean {
  return (right - left) * (bottom - top) === size;
}

function isRing(parents: Int32Array, columns: number, { root, left, right, top, bottom }: CellGroup): boolean {
  const isOwn = (row: number, column: number) => findRoot(parents, row * columns + column) === root;
  for (let column = left; column < right; column += 1)
    if (!isOwn(top, column) || !isOwn(bottom - 1, column)) return false;
  for (let row = top; row < bottom; row += 1) if (!isOwn(row, left) || !isOwn(row, right - 1)) return false;
  return true;
}

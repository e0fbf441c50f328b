/** A cell of a grid: from one bound to another, by the bounds' places in `xs` and `ys`. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Grid {
  /** Columns of the vertical bounds. */
  readonly xs: readonly number[];
  /** Lines of the horizontal bounds. */
  readonly ys: readonly number[];
  /** By line, then by column. */
  readonly boxes: readonly Box[];
}

/**
 * The cells of a drawn grid; undefined where they are no rectangles. The drawing is cut at every bound that shows anywhere, even where text only
 * looks like one, and neighbours without a border between them are put together again. All lines are equally long, or the time it takes would not be
 * linear in what the drawing holds.
 */
export function boxesOf(lines: readonly string[]): Grid | undefined {
  const width = lines[0]?.length ?? 0;
  if (lines.some((line) => line.length !== width)) return undefined;
  const bounds = boundsOf(lines, width);
  const { xs, ys } = bounds;
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  if (columns < 1 || rows < 1) return undefined;
  const parents = Int32Array.from({ length: rows * columns }, (_, index) => index);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const index = row * columns + column;
      if (column > 0 && !hasLeftBorder(bounds, row, column)) join(parents, index - 1, index);
      if (row > 0 && !hasTopBorder(bounds, row, column)) join(parents, index - columns, index);
    }
  }
  const boxes = rectangles(parents, columns);
  return boxes && { xs, ys, boxes };
}

interface Bounds {
  readonly lines: readonly string[];
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

function boundsOf(lines: readonly string[], width: number): Bounds {
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

function hasTopBorder({ lines, xs, ys }: Bounds, row: number, column: number): boolean {
  const line = lines[ys[row] ?? 0] ?? '';
  const left = xs[column] ?? 0;
  const right = xs[column + 1] ?? 0;
  for (let x = left + 1; x < right; x += 1) if (!isRule(line[x])) return false;
  return right > left + 1 || (isBorder(line[left]) && isBorder(line[right]));
}

function hasLeftBorder({ lines, xs, ys }: Bounds, row: number, column: number): boolean {
  const x = xs[column] ?? 0;
  const top = ys[row] ?? 0;
  const bottom = ys[row + 1] ?? 0;
  for (let y = top + 1; y < bottom; y += 1) if (lines[y]?.[x] !== '|') return false;
  return bottom > top + 1 || (isBar(lines[top]?.[x]) && isBar(lines[bottom]?.[x]));
}

function isBorder(char: string | undefined): boolean {
  return char === '+' || isRule(char);
}

function isBar(char: string | undefined): boolean {
  return char === '|' || char === '+';
}

function find(parents: Int32Array, index: number): number {
  let at = index;
  for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
    parents[at] = parents[parent] ?? parent;
    at = parents[at] ?? at;
  }
  return at;
}

/** The one further up, then further left, stands for both. */
function join(parents: Int32Array, a: number, b: number): void {
  const [first, second] = [find(parents, a), find(parents, b)];
  parents[Math.max(first, second)] = Math.min(first, second);
}

/** Cells that were put together. */
interface Piece extends Box {
  /** The first of them. */
  readonly root: number;
  readonly size: number;
}

/** What was put together, if each piece fills its bounds. */
function rectangles(parents: Int32Array, columns: number): Box[] | undefined {
  for (const piece of pieces(parents, columns)) {
    if (fills(piece) || find(parents, piece.root) !== piece.root) continue;
    // A table within a cell leaves a ring of it around itself.
    if (!isRing(parents, columns, piece)) return undefined;
    for (let row = piece.top; row < piece.bottom; row += 1)
      for (let column = piece.left; column < piece.right; column += 1)
        join(parents, piece.root, row * columns + column);
  }
  const boxes = pieces(parents, columns);
  return boxes.every(fills) ? boxes : undefined;
}

/** In the order of their first cells. */
function pieces(parents: Int32Array, columns: number): Piece[] {
  const found = new Map<number, { -readonly [Key in keyof Piece]: Piece[Key] }>();
  for (let index = 0; index < parents.length; index += 1) {
    const root = find(parents, index);
    const column = index % columns;
    const row = (index - column) / columns;
    const piece = found.get(root);
    if (piece) {
      piece.left = Math.min(piece.left, column);
      piece.right = Math.max(piece.right, column + 1);
      piece.bottom = row + 1;
      piece.size += 1;
    } else found.set(root, { root, left: column, right: column + 1, top: row, bottom: row + 1, size: 1 });
  }
  return [...found.values()];
}

function fills({ left, right, top, bottom, size }: Piece): boolean {
  return (right - left) * (bottom - top) === size;
}

function isRing(parents: Int32Array, columns: number, { root, left, right, top, bottom }: Piece): boolean {
  const isOwn = (row: number, column: number) => find(parents, row * columns + column) === root;
  for (let column = left; column < right; column += 1)
    if (!isOwn(top, column) || !isOwn(bottom - 1, column)) return false;
  for (let row = top; row < bottom; row += 1) if (!isOwn(row, left) || !isOwn(row, right - 1)) return false;
  return true;
}

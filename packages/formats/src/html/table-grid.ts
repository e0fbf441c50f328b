import type { Element } from './node.ts';

/** Most columns that one cell may reach over. */
const COLUMN_SPAN_LIMIT = 50;

/** Most cells of a table whose spans over rows are followed up; beyond it, such cells count for their first row alone. */
const CELL_LIMIT = 100_000;

/**
 * The texts of the cells by row and column. A cell that reaches over several rows or columns fills the first of them; the others are empty, as
 * Markdown has no such cells.
 */
export function gridOf(rows: readonly (readonly Element[])[], textOf: (cell: Element) => string): string[][] {
  /** For each column, how many more rows a cell above it reaches over. */
  const reach: number[] = [];
  let work = 0;
  return rows.map((cells) => {
    const texts: string[] = [];
    const skip = () => {
      while ((reach[texts.length] ?? 0) > 0) {
        reach[texts.length] = (reach[texts.length] ?? 0) - 1;
        texts.push('');
      }
    };
    for (const cell of cells) {
      skip();
      const columns = Math.min(span(cell, 'colspan'), COLUMN_SPAN_LIMIT);
      const more = work < CELL_LIMIT ? span(cell, 'rowspan') - 1 : 0;
      const text = textOf(cell);
      for (let column = 0; column < columns; column += 1) {
        // Where two cells claim one place, the upper one has ended there.
        reach[texts.length] = more;
        texts.push(column === 0 ? text : '');
      }
    }
    skip();
    for (let column = texts.length; column < reach.length; column += 1) {
      const left = reach[column] ?? 0;
      if (left > 0) reach[column] = left - 1;
    }
    work += reach.length;
    if (work >= CELL_LIMIT) reach.length = 0;
    return texts;
  });
}

function span(cell: Element, name: 'colspan' | 'rowspan'): number {
  return Math.max(Number.parseInt(cell.attributes.get(name) ?? '', 10) || 1, 1);
}

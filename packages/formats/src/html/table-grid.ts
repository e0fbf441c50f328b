import { getElementAt } from '@context-sync/base';
import type { Element } from './html-node.ts';

/** Maximum number of columns that a cell can span. */
const MAX_COLUMN_SPAN = 50;

/** Maximum number of cells for which row spans are tracked; in larger tables, cells only occupy their first row. */
const MAX_TRACKED_CELLS = 100_000;

/**
 * Returns the texts of the cells by row and column. The text of a cell that spans several rows or columns is in the first of them; the others stay
 * empty, because Markdown has no spans.
 */
export function buildGrid(rows: readonly (readonly Element[])[], getText: (cell: Element) => string): string[][] {
  /** For each column, the number of further rows that a cell above spans. */
  const remainingRows: number[] = [];
  let trackedCells = 0;
  return rows.map((cells) => {
    const texts: string[] = [];
    const skip = () => {
      while ((remainingRows[texts.length] ?? 0) > 0) {
        remainingRows[texts.length] = getElementAt(remainingRows, texts.length) - 1;
        texts.push('');
      }
    };
    for (const cell of cells) {
      skip();
      const columns = Math.min(getSpan(cell, 'colspan'), MAX_COLUMN_SPAN);
      const furtherRows = trackedCells < MAX_TRACKED_CELLS ? getSpan(cell, 'rowspan') - 1 : 0;
      const text = getText(cell);
      for (let column = 0; column < columns; column += 1) {
        // If two cells overlap, the row span of the upper cell ends above this row.
        remainingRows[texts.length] = furtherRows;
        texts.push(column === 0 ? text : '');
      }
    }
    skip();
    for (let column = texts.length; column < remainingRows.length; column += 1) {
      const rowsToSpan = getElementAt(remainingRows, column);
      if (rowsToSpan > 0) remainingRows[column] = rowsToSpan - 1;
    }
    trackedCells += remainingRows.length;
    if (trackedCells >= MAX_TRACKED_CELLS) remainingRows.length = 0;
    return texts;
  });
}

function getSpan(cell: Element, name: 'colspan' | 'rowspan'): number {
  return Math.max(Number.parseInt(cell.attributes.get(name) ?? '', 10) || 1, 1);
}

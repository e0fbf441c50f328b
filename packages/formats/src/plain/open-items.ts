import type { PlainListItem } from './list-item.ts';

/** Number of columns to the right of the surrounding text at which Markdown parses a line as code. */
const CODE_INDENT = 4;

/** The list items that are open at this point, with their columns in the text and in the Markdown. */
export interface OpenItems {
  isEmpty(): boolean;
  /** Closes the items whose text begins to the right of the column. */
  leave(column: number): void;
  /** Opens an item. Returns its marker with the white space around it. */
  enter(item: PlainListItem): string;
  /** Returns the column in the Markdown for a column of the text. */
  markdownColumn(column: number): number;
  /** Column where the text of the innermost item begins; 0 outside of items. */
  textColumn(): number;
  /** Column in the Markdown where the text of the innermost item begins. */
  contentColumn(): number;
  /** Column at which a line becomes code. */
  codeColumn(): number;
}

/** Creates an empty list of open items. */
export function createOpenItems(): OpenItems {
  const open: { readonly column: number; readonly markdownColumn: number }[] = [];
  const items: OpenItems = {
    isEmpty: () => open.length === 0,
    leave(column) {
      while (open.length > 0 && column < (open.at(-1)?.column ?? 0)) open.pop();
    },
    enter(item) {
      items.leave(item.indent);
      // Markdown would parse a deeply indented item as code, although the item is nested in the previous item.
      const start = item.indent < items.codeColumn() ? items.markdownColumn(item.indent) : items.contentColumn();
      const gap = item.column - item.indent - item.marker.length;
      // A wide gap would also turn the text into code.
      const width = gap > CODE_INDENT ? 1 : gap;
      open.push({ column: item.column, markdownColumn: start + item.marker.length + width });
      return ' '.repeat(start) + item.marker + ' '.repeat(width);
    },
    markdownColumn(column) {
      const inner = open.at(-1);
      if (!inner) return Math.min(column, CODE_INDENT - 1);
      return column < inner.column ? column : column - inner.column + inner.markdownColumn;
    },
    textColumn: () => open.at(-1)?.column ?? 0,
    contentColumn: () => open.at(-1)?.markdownColumn ?? 0,
    codeColumn: () => (open.at(-1)?.column ?? 0) + CODE_INDENT,
  };
  return items;
}

import type { PlainListItem } from './list-item.ts';

/** Number of columns to the right of the surrounding text at which Markdown parses a line as code. */
const CODE_INDENT = 4;

/** The stack of open list items, with their columns in the text and in the Markdown. */
export interface OpenListItems {
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
export function createOpenItems(): OpenListItems {
  const openItems: { readonly column: number; readonly markdownColumn: number }[] = [];
  const items: OpenListItems = {
    isEmpty: () => openItems.length === 0,
    leave(column) {
      while (openItems.length > 0 && column < (openItems.at(-1)?.column ?? 0)) openItems.pop();
    },
    enter(item) {
      items.leave(item.indent);
      // Markdown would parse a deeply indented item as code, although the item is nested in the previous item.
      const start = item.indent < items.codeColumn() ? items.markdownColumn(item.indent) : items.contentColumn();
      const markerGap = item.column - item.indent - item.marker.length;
      // A wide gap would also turn the text into code.
      const width = markerGap > CODE_INDENT ? 1 : markerGap;
      openItems.push({ column: item.column, markdownColumn: start + item.marker.length + width });
      return ' '.repeat(start) + item.marker + ' '.repeat(width);
    },
    markdownColumn(column) {
      const innerItem = openItems.at(-1);
      if (!innerItem) return Math.min(column, CODE_INDENT - 1);
      return column < innerItem.column ? column : column - innerItem.column + innerItem.markdownColumn;
    },
    textColumn: () => openItems.at(-1)?.column ?? 0,
    contentColumn: () => openItems.at(-1)?.markdownColumn ?? 0,
    codeColumn: () => (openItems.at(-1)?.column ?? 0) + CODE_INDENT,
  };
  return items;
}

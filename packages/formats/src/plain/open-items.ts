import type { ListItem } from './list-item.ts';

/** Columns to the right of the text around it from which Markdown takes a line for code. */
const CODE_INDENT = 4;

/** The list items that the text so far ends in, and where their columns are in the Markdown. */
export interface OpenItems {
  isEmpty(): boolean;
  /** Ends the items whose text begins to the right of the column. */
  leave(column: number): void;
  /** Begins an item; gives its marker with what stands before and behind it. */
  enter(item: ListItem): string;
  /** Where in the Markdown the column of the text is. */
  written(column: number): number;
  /** Column that the text of the innermost item begins at; 0 outside of items. */
  column(): number;
  /** Where in the Markdown the text of the innermost item begins. */
  content(): number;
  /** Column from which a line is code. */
  code(): number;
}

/** No items yet. */
export function createOpenItems(): OpenItems {
  const open: { readonly column: number; readonly written: number }[] = [];
  const items: OpenItems = {
    isEmpty: () => open.length === 0,
    leave(column) {
      while (open.length > 0 && column < (open.at(-1)?.column ?? 0)) open.pop();
    },
    enter(item) {
      items.leave(item.indent);
      // A deep indent would make code of the text, where the item means to stand in the one before it.
      const start = item.indent < items.code() ? items.written(item.indent) : items.content();
      const gap = item.column - item.indent - item.marker.length;
      // So would a wide gap.
      const width = gap > CODE_INDENT ? 1 : gap;
      open.push({ column: item.column, written: start + item.marker.length + width });
      return ' '.repeat(start) + item.marker + ' '.repeat(width);
    },
    written(column) {
      const inner = open.at(-1);
      if (!inner) return Math.min(column, CODE_INDENT - 1);
      return column < inner.column ? column : column - inner.column + inner.written;
    },
    column: () => open.at(-1)?.column ?? 0,
    content: () => open.at(-1)?.written ?? 0,
    code: () => (open.at(-1)?.column ?? 0) + CODE_INDENT,
  };
  return items;
}

import { indentOf } from './indent.ts';

/** A list item of plain text, which Markdown reads in the same way. */
export interface ListItem {
  readonly marker: string;
  /** Column of the marker. */
  readonly indent: number;
  /** Column that its text begins at. */
  readonly column: number;
  readonly text: string;
}

/** Reads a line as a list item. */
export function listItem(line: string): ListItem | undefined {
  const match = /^[ \t]*([-*+]|\d{1,9}[.)])[ \t]+(?=\S)/.exec(line);
  if (!match) return undefined;
  const [start, marker = ''] = match;
  return {
    marker,
    indent: indentOf(line),
    column: indentOf(start.replace(marker, ' '.repeat(marker.length))),
    text: line.slice(start.length),
  };
}

/** Whether the line begins a list item where no item stands before it, but other text does: a number does so only if it is the first. */
export function interruptsText({ marker }: ListItem): boolean {
  return marker.length === 1 || marker === '1.' || marker === '1)';
}

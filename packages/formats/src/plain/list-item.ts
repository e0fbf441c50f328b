import { getIndent } from './indent-width.ts';

/** A list item of plain text. Markdown parses it in the same way. */
export interface PlainListItem {
  readonly marker: string;
  /** Column of the marker. */
  readonly indent: number;
  /** Column where the text begins. */
  readonly column: number;
  readonly text: string;
}

/** Parses a line as a list item. */
export function parseListItem(line: string): PlainListItem | undefined {
  const match = /^[ \t]*([-*+]|\d{1,9}[.)])[ \t]+(?=\S)/.exec(line);
  if (!match) return undefined;
  const [start, marker = ''] = match;
  return {
    marker,
    indent: getIndent(line),
    column: getIndent(start.replace(marker, ' '.repeat(marker.length))),
    text: line.slice(start.length),
  };
}

/** Returns whether the item can start a list right after a line of text. For a number, only 1 can. */
export function canInterruptText({ marker }: PlainListItem): boolean {
  return marker.length === 1 || marker === '1.' || marker === '1)';
}

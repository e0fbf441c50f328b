import { getElementAt } from '@context-sync/base';
import type { ItemPart } from './item-group.ts';
import { packLines } from './pack-lines.ts';
import { splitText } from './split-text.ts';
import { hashText } from './split-units.ts';

/** Maximum length of a cell that every part of a long row repeats, because it may identify the row. */
const MAX_REPEATED_LENGTH = 100;
/** Matches the pipes between the cells of a row. An escaped pipe is text. */
const CELL_BOUNDARY = /(?<!\\)\|/;

/** Splits a table between rows. Every part repeats the header. Padding is removed. */
export function splitTable(own: readonly string[], start: number, limit: number): ItemPart[] {
  const narrowRows = own.map(collapsePadding);
  const ranks = narrowRows.map((row) => hashText(row));
  const header = `${getElementAt(narrowRows, 0)}\n${getElementAt(narrowRows, 1).replaceAll(/-+/g, '---')}\n`;
  if (header.length > limit / 2) return packLines(narrowRows, start, limit, ranks);
  return packLines(narrowRows.slice(2), start + 2, limit, ranks.slice(2), header, '', (row, line) =>
    splitRow(row, limit - header.length).map((part) => ({ text: header + part, start: line, end: line + 1 })),
  );
}

/** Splits a row within its long cells, so that every part has all columns. Short cells are repeated. */
function splitRow(row: string, limit: number): string[] {
  const cells = row
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(CELL_BOUNDARY)
    .map((cell) => cell.trim());
  const shortCells = cells.map((cell) => (cell.length <= MAX_REPEATED_LENGTH ? cell : ''));
  const availableChars = limit - formatRow(shortCells).length;
  if (availableChars < limit / 4) return splitText(row, limit);
  return cells.flatMap((cell, index) =>
    cell.length <= MAX_REPEATED_LENGTH
      ? []
      : splitText(cell, availableChars).map((piece) => formatRow(shortCells.with(index, piece))),
  );
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function collapsePadding(row: string): string {
  return row.trim().replaceAll(/[ \t]{2,}/g, ' ');
}

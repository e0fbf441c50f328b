import type { AsciidocLine } from '../source/source-line.ts';

/** A parsed cell, before the columns are known. */
export interface ParsedCell {
  readonly lines: AsciidocLine[];
  readonly columns: number;
  readonly rows: number;
  /** Style letter; empty if the column determines the style. */
  readonly style: string;
}

const CELL_SPECIFIER = /(?:^|[ \t])(?:(\d{1,5})?(?:\.(\d{1,5}))?([+*]))?[<^>]?(?:\.[<^>])?([adehlmsv])?$/;
/** Maximum number of copies that a cell specifier such as `3*` creates. */
const MAX_COPIES = 100;
const MAX_COPIED_CHARS = 100_000;

/** Splits the lines of a table into cells at the separator. A cell specifier may precede the separator. */
export function splitCells(lines: readonly AsciidocLine[], separator: string): ParsedCell[] {
  const cells: ParsedCell[] = [];
  const copies: number[] = [];
  const escapedSeparator = `\\${separator}`;
  let cellLines: AsciidocLine[] = [];
  cells.push({ lines: cellLines, columns: 1, rows: 1, style: '' });
  copies.push(1);
  for (const { text, from, include } of lines) {
    if (include !== undefined) {
      cellLines.push({ text: '', from, include });
      continue;
    }
    let cellStart = 0;
    for (
      let position = text.indexOf(separator);
      position >= 0;
      position = text.indexOf(separator, position + separator.length)
    ) {
      if (text[position - 1] === '\\') continue;
      const { cell, copied, length } = parseSpecifier(text.slice(cellStart, position), cellStart === 0);
      cellLines.push({ text: text.slice(cellStart, position - length).replaceAll(escapedSeparator, separator), from });
      cellLines = cell.lines;
      cells.push(cell);
      copies.push(copied);
      cellStart = position + separator.length;
    }
    cellLines.push({ text: text.slice(cellStart).replaceAll(escapedSeparator, separator), from });
  }
  // Text before the first separator is a cell, unless it is empty.
  const firstHasContent = cells[0]?.lines.some(({ text, include }) => text.trim() !== '' || include !== undefined)
    ? 0
    : 1;
  return repeatCells(cells.slice(firstHasContent), copies.slice(firstHasContent));
}

/** Parses the cell specifier at the end of the text before a separator. */
function parseSpecifier(before: string, atLineStart: boolean): { cell: ParsedCell; copied: number; length: number } {
  const emptySpecifier = { cell: { lines: [], columns: 1, rows: 1, style: '' }, copied: 1, length: 0 };
  const tail = before.slice(-30);
  const match = CELL_SPECIFIER.exec(tail);
  const specifier = match?.[0].trim() ?? '';
  if (!match || specifier === '') return emptySpecifier;
  // A single letter that would leave its cell empty is text.
  if (!atLineStart && specifier === match[4] && before.trim() === specifier) return emptySpecifier;
  if (match.index === 0 && tail.length < before.length && !/^[ \t]/.test(match[0])) return emptySpecifier;
  const [, first, second, operator, style = ''] = match;
  const count = (digits: string | undefined) => Math.max(Number(digits ?? 1), 1);
  const spans = operator === '+';
  return {
    cell: { lines: [], columns: spans ? count(first) : 1, rows: spans ? count(second) : 1, style },
    copied: operator === '*' ? Math.min(count(first), MAX_COPIES) : 1,
    length: specifier.length,
  };
}

function repeatCells(cells: readonly ParsedCell[], copies: readonly number[]): ParsedCell[] {
  const result: ParsedCell[] = [];
  let allowance = MAX_COPIED_CHARS;
  cells.forEach((cell, index) => {
    result.push(cell);
    const length = cell.lines.reduce((sum, { text }) => sum + text.length, 1);
    for (let copyNumber = (copies[index] ?? 1) - 1; copyNumber > 0 && allowance >= length; copyNumber -= 1) {
      allowance -= length;
      result.push(cell);
    }
  });
  return result;
}

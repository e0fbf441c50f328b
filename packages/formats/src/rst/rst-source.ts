import { getElementAt } from '@context-sync/base';
/** Consecutive lines of the document without their common indent. */
export interface RstSource {
  readonly lines: readonly string[];
  /** Line number of `lines[0]` in the document, counted from 1. */
  readonly first: number;
}

/** Tab stop width in docutils. */
const TAB_WIDTH = 8;

/** Creates the source of a document: expands tabs and trims line ends first, as docutils does. */
export function createSource(text: string, first = 1): RstSource {
  const lines = text.split('\n').map((line) => expandTabs(line).trimEnd());
  return { lines, first };
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  const parts = line.split('\t');
  let result = getElementAt(parts, 0);
  let column = result.length;
  for (let i = 1; i < parts.length; i += 1) {
    const tabWidth = TAB_WIDTH - (column % TAB_WIDTH);
    const sliceLines = getElementAt(parts, i);
    result += ' '.repeat(tabWidth) + sliceLines;
    column += tabWidth + sliceLines.length;
  }
  return result;
}

export function getLine(source: RstSource, index: number): string {
  return source.lines[index] ?? '';
}

export function getIndent(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) indent += 1;
  return indent;
}

/** Returns whether the line belongs to an indented block: blank, or indented by at least `indent`. */
function isIndented(line: string, indent: number): boolean {
  return line === '' || getIndent(line) >= indent;
}

/** Returns the index after the indented block that may start at `index`, without trailing blank lines; `index` if there is none. */
export function findIndentedEnd(source: RstSource, index: number, indent = 1): number {
  let end = index;
  for (let i = index; i < source.lines.length; i += 1) {
    const line = getLine(source, i);
    if (!isIndented(line, indent)) break;
    if (line !== '') end = i + 1;
  }
  return end;
}

/** Returns the index of the first line at or after `index` that is not blank. */
export function skipBlank(source: RstSource, index: number): number {
  let nextLine = index;
  while (nextLine < source.lines.length && getLine(source, nextLine) === '') nextLine += 1;
  return nextLine;
}

/** Returns a range of lines without the first `indent` columns. */
export function sliceLines(source: RstSource, start: number, end: number, indent = 0): RstSource {
  const lines = source.lines.slice(start, end);
  return { lines: indent === 0 ? lines : lines.map((line) => line.slice(indent)), first: source.first + start };
}

/** Returns a range of lines without their common indent. */
export function dedentSource(source: RstSource, start: number, end: number): RstSource {
  let indent = Number.POSITIVE_INFINITY;
  for (let i = start; i < end; i += 1) {
    const line = getLine(source, i);
    if (line !== '') indent = Math.min(indent, getIndent(line));
  }
  return sliceLines(source, start, end, Number.isFinite(indent) ? indent : 0);
}

/** Returns a block whose first line begins after a marker that ends at `column`, and whose other lines have their common indent removed. */
export function sliceAfterMarker(source: RstSource, index: number, column: number, end: number): RstSource {
  const dedentedSource = dedentSource(source, index + 1, end);
  return {
    lines: [getLine(source, index).slice(column).trimStart(), ...dedentedSource.lines],
    first: source.first + index,
  };
}

/** Returns the source without blank lines at the start and the end. */
export function trimBlank(source: RstSource): RstSource {
  let start = 0;
  let end = source.lines.length;
  while (start < end && getLine(source, start) === '') start += 1;
  while (end > start && getLine(source, end - 1) === '') end -= 1;
  return sliceLines(source, start, end);
}

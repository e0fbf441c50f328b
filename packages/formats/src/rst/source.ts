/** Lines that stand together in the document, without the indentation that they share. */
export interface Source {
  readonly lines: readonly string[];
  /** Line of the document, from 1, that `lines[0]` is. */
  readonly first: number;
}

/** Columns between tab stops, as docutils has them. */
const TAB = 8;

/** The whole document: tabs expanded and line ends trimmed, as docutils does before it looks at anything. */
export function sourceOf(text: string): Source {
  const lines = text.split('\n').map((line) => expanded(line).trimEnd());
  return { lines, first: 1 };
}

function expanded(line: string): string {
  if (!line.includes('\t')) return line;
  const parts = line.split('\t');
  let result = parts[0] ?? '';
  let column = result.length;
  for (let i = 1; i < parts.length; i += 1) {
    const gap = TAB - (column % TAB);
    const part = parts[i] ?? '';
    result += ' '.repeat(gap) + part;
    column += gap + part.length;
  }
  return result;
}

export function lineAt(source: Source, at: number): string {
  return source.lines[at] ?? '';
}

export function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) indent += 1;
  return indent;
}

/** Whether the line belongs to an indented block: blank, or indented by at least that much. */
function isInside(line: string, indent: number): boolean {
  return line === '' || indentOf(line) >= indent;
}

/** Index behind the last line, blank ones at the end left out, of the indented block that may start at `at`; `at` itself if there is none. */
export function endOfIndented(source: Source, at: number, indent = 1): number {
  let end = at;
  for (let i = at; i < source.lines.length; i += 1) {
    const line = lineAt(source, i);
    if (!isInside(line, indent)) break;
    if (line !== '') end = i + 1;
  }
  return end;
}

/** Index of the first line from `at` on that is not blank. */
export function skipBlank(source: Source, at: number): number {
  let next = at;
  while (next < source.lines.length && lineAt(source, next) === '') next += 1;
  return next;
}

/** Part of a source, without the first `indent` columns. */
export function part(source: Source, start: number, end: number, indent = 0): Source {
  const lines = source.lines.slice(start, end);
  return { lines: indent === 0 ? lines : lines.map((line) => line.slice(indent)), first: source.first + start };
}

/** Part of a source, without the indentation that all of its lines share. */
export function dedented(source: Source, start: number, end: number): Source {
  let indent = Number.POSITIVE_INFINITY;
  for (let i = start; i < end; i += 1) {
    const line = lineAt(source, i);
    if (line !== '') indent = Math.min(indent, indentOf(line));
  }
  return part(source, start, end, Number.isFinite(indent) ? indent : 0);
}

/** A block whose first line begins behind a marker in column `column`, and whose others are indented by what they share. */
export function behindMarker(source: Source, at: number, column: number, end: number): Source {
  const rest = dedented(source, at + 1, end);
  return { lines: [lineAt(source, at).slice(column).trimStart(), ...rest.lines], first: source.first + at };
}

/** Without blank lines at both ends. */
export function trimmed(source: Source): Source {
  let start = 0;
  let end = source.lines.length;
  while (start < end && lineAt(source, start) === '') start += 1;
  while (end > start && lineAt(source, end - 1) === '') end -= 1;
  return part(source, start, end);
}

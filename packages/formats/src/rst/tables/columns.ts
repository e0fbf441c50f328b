import { WIDE } from '../column-width.ts';
import type { Node } from '../node.ts';
import { type ParseState, warn } from '../parse-state.ts';
import { dedented, part, type Source, trimmed } from '../source.ts';

/** Lines in which an index is a column: a wide character is followed by NUL, which no document holds. */
export function columnsOf(lines: readonly string[]): string[] {
  return lines.map((line) => line.replaceAll(WIDE, '$&\0'));
}

/** What stands in a rectangle of lines; the index behind the last column may be infinite. */
export function rectangle(
  columns: readonly string[],
  source: Source,
  [top, bottom]: Span,
  [left, right]: Span,
): Source {
  const lines = columns.slice(top, bottom).map((line) => line.slice(left, right).replaceAll('\0', '').trimEnd());
  const block = { lines, first: source.first + top };
  return trimmed(dedented(block, 0, lines.length));
}

/** From the first up to, but without, the second. */
export type Span = readonly [start: number, end: number];

/** A table that cannot be taken apart is kept as it is drawn. */
export function addDrawing(state: ParseState, source: Source, at: number, end: number, into: Node[]): number {
  const line = source.first + at;
  warn(state, line, 'The cells of the table do not fit together, so it is kept as it is drawn');
  into.push({ kind: 'code', info: '', code: part(source, at, end).lines, line });
  return end;
}

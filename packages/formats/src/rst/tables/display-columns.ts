import { WIDE_CHARS } from '../column-width.ts';
import { type RstParseState, warn } from '../parse-state.ts';
import type { RstNode } from '../rst-node.ts';
import { dedentSource, type RstSource, sliceLines, trimBlank } from '../rst-source.ts';

/** Returns lines whose indexes are columns: a NUL, which documents never contain, follows each wide character. */
export function toColumns(lines: readonly string[]): string[] {
  return lines.map((line) => line.replaceAll(WIDE_CHARS, '$&\0'));
}

/** Returns the content of a rectangle of lines. The end of the columns may be infinite. */
export function sliceRectangle(
  columns: readonly string[],
  source: RstSource,
  [top, bottom]: Span,
  [left, right]: Span,
): RstSource {
  const lines = columns.slice(top, bottom).map((line) => line.slice(left, right).replaceAll('\0', '').trimEnd());
  const block = { lines, first: source.first + top };
  return trimBlank(dedentSource(block, 0, lines.length));
}

/** A range from `start` up to, but not including, `end`. */
export type Span = readonly [start: number, end: number];

/** Adds the lines of a table that cannot be parsed, as a code block. */
export function addAsCode(
  state: RstParseState,
  source: RstSource,
  index: number,
  end: number,
  into: RstNode[],
): number {
  const line = source.first + index;
  warn(state, line, 'The cells of the table do not form a grid, so it is kept as a code block');
  into.push({ kind: 'code', info: '', code: sliceLines(source, index, end).lines, line });
  return end;
}

import { elementAt, sliceLines } from '@context-sync/formats';
import type { Page } from '../page/page.ts';
import { endOf, FENCE, kindOf, LIST, PARAGRAPH, startOf, TABLE } from '../scan/blocks.ts';
import { closesFence, fenceMark, listMarker } from '../scan/line-patterns.ts';
import type { Piece } from './group.ts';
import { packLines, rankByIndent } from './pack-lines.ts';
import { cutRows } from './split-table.ts';
import { cutText } from './split-text.ts';
import { hashOf } from './split-units.ts';

/**
 * Cuts a single block that is longer than `limit` so that every piece is valid by itself: a fence is closed and opened again, a table
 * repeats its header, list items stay whole where they fit, prose is cut after a sentence.
 */
export function cutBlock(page: Page, index: number, limit: number): Piece[] {
  const start = startOf(page.blocks, index);
  const end = endOf(page.blocks, index);
  const text = sliceLines(page.lines, start, end);
  switch (kindOf(page.blocks, index)) {
    case FENCE:
      return cutFence(text.split('\n'), start, limit);
    case TABLE:
      return cutRows(text.split('\n'), start, limit);
    case LIST:
      return cutList(text.split('\n'), start, limit);
    case PARAGRAPH:
      return cutText(text, limit).map((part) => ({ text: part, start, end }));
    default:
      return cutMixed(text, start, limit);
  }
}

/** Where the text of a line begins behind white space and quote marks. */
function textAt(line: string): number {
  let column = 0;
  while (column < line.length && isFrame(line.charCodeAt(column))) column += 1;
  return column;
}

function isFrame(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x3e;
}

/** Cuts a fence that is closed, as all of a page are. */
function cutFence(own: readonly string[], start: number, limit: number): Piece[] {
  const opening = elementAt(own, 0);
  const column = textAt(opening);
  const before = opening.slice(0, column);
  const length = fenceMark(opening, column, opening.length);
  const code = own.slice(1, -1);
  const mark = markFor(opening.slice(column, column + length), code, limit);
  // An info string so long that no code fits beside it is left out.
  const head = opening.length > limit / 4 ? before + mark : opening;
  return packLines(code, start + 1, limit, rankByIndent(code), `${head}\n`, `\n${before}${mark}`);
}

/** The fence's own mark; one of thousands of characters gives way to the shortest that the code does not hold. */
function markFor(mark: string, code: readonly string[], limit: number): string {
  if (mark.length <= limit / 8) return mark;
  let longest = 2;
  for (const line of code)
    for (const [run] of line.matchAll(/`+|~+/g)) if (run.length < limit / 8) longest = Math.max(longest, run.length);
  return mark.charAt(0).repeat(longest + 1);
}

/** Items stay whole where they fit. */
function cutList(own: readonly string[], start: number, limit: number): Piece[] {
  const first = elementAt(own, 0);
  const outer = textAt(first) + 1;
  const starts: number[] = [];
  own.forEach((line, index) => {
    const column = textAt(line);
    if (index === 0 || (column <= outer && listMarker(line, column, line.length) > 0)) starts.push(index);
  });
  const items = starts.map((from, index) => own.slice(from, starts[index + 1]).join('\n'));
  const ranks = items.map((item) => hashOf(item));
  return packLines(items, start, limit, ranks, '', '', (item, line) => cutMixed(item, line, limit));
}

/** Cuts what holds lines of any kind: fences in it stay whole where they fit, and are cut as fences where they do not. */
function cutMixed(text: string, start: number, limit: number): Piece[] {
  const own = text.split('\n');
  const units = text.includes('```') || text.includes('~~~') ? withFencesWhole(own) : own;
  return packLines(units, start, limit, rankByIndent(units), '', '', (unit, line) =>
    unit.includes('\n') ? cutFence(unit.split('\n'), line, limit) : cutLine(unit, line, limit),
  );
}

/** The lines, those of a fence together. */
function withFencesWhole(own: readonly string[]): string[] {
  const units: string[] = [];
  for (let index = 0; index < own.length; ) {
    const end = endOfFenceAt(own, index);
    units.push(end === index + 1 ? elementAt(own, index) : own.slice(index, end).join('\n'));
    index = end;
  }
  return units;
}

/** The line behind the fence that begins at the line; the next line where none does. */
function endOfFenceAt(own: readonly string[], index: number): number {
  const line = elementAt(own, index);
  if (!line.includes('```') && !line.includes('~~~')) return index + 1;
  const marker = listMarkerLength(line);
  const column = marker + textAt(line.slice(marker));
  const length = column < line.length ? fenceMark(line, column, line.length) : 0;
  if (length === 0 || marker > 0) return index + 1;
  for (let next = index + 1; next < own.length; next += 1) {
    const other = elementAt(own, next);
    if (closesFence(other, textAt(other), other.length, line.charCodeAt(column), length)) return next + 1;
  }
  return index + 1;
}

function listMarkerLength(line: string): number {
  const column = textAt(line);
  const length = listMarker(line, column, line.length);
  return length > 0 ? column + length : 0;
}

/** Cuts a line; the parts go on with the quote marks and the indentation that it begins with. */
function cutLine(line: string, start: number, limit: number): Piece[] {
  const before = line.slice(0, Math.min(textAt(line), limit / 4));
  return cutText(line, limit - before.length).map((part, index) => ({
    text: index === 0 ? part : before + part,
    start,
    end: start + 1,
  }));
}

import type { Block } from '../document/block.ts';
import { closesFence, fenceStart, listItem } from '../document/patterns.ts';
import { proseBoundary } from './boundary.ts';
import type { Piece } from './piece.ts';

/**
 * Cuts a single block that is longer than `limit` so that every piece is valid by itself: a fence is closed and opened again, a table
 * repeats its header, list items stay whole where they fit, prose is cut after a sentence.
 */
export function cutBlock(lines: readonly string[], block: Block, limit: number): Piece[] {
  const own = lines.slice(block.start, block.end);
  switch (block.kind) {
    case 'fence':
      return cutFence(own, block.start, limit);
    case 'table':
      return cutTable(own, block.start, limit);
    case 'list':
      return cutList(own, block.start, limit);
    default:
      return cutUnits(
        own.map((line) => [line]),
        block.start,
        limit,
      );
  }
}

/** Packs runs of lines into pieces; a run that is too long by itself is cut as prose. */
function cutUnits(
  units: readonly (readonly string[])[],
  start: number,
  limit: number,
  before = '',
  after = '',
): Piece[] {
  const room = Math.max(limit - before.length - after.length, 16);
  const pieces: Piece[] = [];
  let text = '';
  let from = start;
  let at = start;
  const flush = (end: number) => {
    if (text !== '') pieces.push({ text: `${before}${text}${after}`, start: from, end });
    text = '';
    from = end;
  };
  for (const unit of units) {
    const unitText = unit.join('\n');
    const end = at + unit.length;
    if (text !== '' && text.length + 1 + unitText.length > room) flush(at);
    if (unitText.length > room) {
      for (const part of cutProse(unitText, room)) pieces.push({ text: `${before}${part}${after}`, start: at, end });
      from = end;
    } else {
      text = text === '' ? unitText : `${text}\n${unitText}`;
    }
    at = end;
  }
  flush(at);
  return pieces;
}

/** Cuts running text; nothing but white space at the cuts is dropped. */
export function cutProse(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const at = proseBoundary(rest, limit);
    const part = rest.slice(0, at).trimEnd();
    if (part !== '') parts.push(part);
    rest = rest.slice(at);
  }
  if (rest.trim() !== '') parts.push(rest);
  return parts;
}

function cutFence(own: readonly string[], start: number, limit: number): Piece[] {
  const opening = own[0] ?? '';
  const fence = fenceStart(opening);
  const last = own.at(-1) ?? '';
  const closed = fence !== undefined && own.length > 1 && closesFence(last, fence);
  const indent = opening.slice(0, opening.length - opening.trimStart().length);
  const code = own.slice(1, closed ? -1 : undefined);
  const mark = markFor(fence?.mark ?? '```', code, limit);
  // An info string so long that no code fits beside it is left out.
  const head = opening.length > limit / 4 ? `${indent}${mark}` : opening;
  const closing = `\n${indent}${mark}`;
  return cutUnits(
    code.map((line) => [line]),
    start + 1,
    limit,
    `${head}\n`,
    closing,
  );
}

/** The fence's own mark; one of thousands of characters gives way to the shortest that the code does not hold. */
function markFor(mark: string, code: readonly string[], limit: number): string {
  if (mark.length <= limit / 8) return mark;
  const runs = code.join('\n').match(/`+|~+/g) ?? [];
  const longest = runs.reduce((most, run) => Math.max(most, run.length), 2);
  return (mark[0] ?? '`').repeat(longest + 1);
}

function cutTable(own: readonly string[], start: number, limit: number): Piece[] {
  const narrow = own.map(collapsePadding);
  const header = `${narrow[0] ?? ''}\n${(narrow[1] ?? '').replaceAll(/-+/g, '---')}\n`;
  if (header.length > limit / 2)
    return cutUnits(
      narrow.map((line) => [line]),
      start,
      limit,
    );
  return cutUnits(
    narrow.slice(2).map((line) => [line]),
    start + 2,
    limit,
    header,
  );
}

function collapsePadding(row: string): string {
  return row.trim().replaceAll(/[ \t]{2,}/g, ' ');
}

/** Items stay whole where they fit; in one that does not, fences are cut as fences and the rest line by line. */
function cutList(own: readonly string[], start: number, limit: number): Piece[] {
  const pieces: Piece[] = [];
  let run: string[][] = [];
  let from = start;
  let at = start;
  for (const unit of listUnits(own)) {
    if (unit.join('\n').length <= limit) {
      run.push(unit);
    } else {
      pieces.push(...cutUnits(run, from, limit), ...cutListItem(unit, at, limit));
      run = [];
      from = at + unit.length;
    }
    at += unit.length;
  }
  return [...pieces, ...cutUnits(run, from, limit)];
}

function cutListItem(item: readonly string[], start: number, limit: number): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const flush = (end: number) => {
    const lines = item.slice(from, end).map((line) => [line]);
    pieces.push(...cutUnits(lines, start + from, limit));
  };
  for (let at = 0; at < item.length; at += 1) {
    const fence = fenceStart(item[at] ?? '');
    if (!fence) continue;
    flush(at);
    let close = at + 1;
    while (close < item.length && !closesFence(item[close] ?? '', fence)) close += 1;
    const end = Math.min(close + 1, item.length);
    pieces.push(...cutFence(item.slice(at, end), start + at, limit));
    from = end;
    at = end - 1;
  }
  flush(item.length);
  return pieces;
}

/** The items of the outermost list, each with the lines that belong to it. */
function listUnits(own: readonly string[]): string[][] {
  const indent = listItem(own[0] ?? '')?.indent ?? 0;
  const units: string[][] = [];
  for (const line of own) {
    const item = listItem(line);
    if (units.length === 0 || (item && item.indent <= indent + 1)) units.push([line]);
    else units.at(-1)?.push(line);
  }
  return units;
}

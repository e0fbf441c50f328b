import { elementAt, firstText } from '@context-sync/formats';
import type { Piece } from './group.ts';
import { cutText } from './split-text.ts';
import { hashOf, split } from './split-units.ts';

/** Smallest room for text between a head and a foot. */
const LEAST_ROOM = 16;

/**
 * Packs units of one or more whole lines, which begin at line `start`, into pieces no longer than `limit`, each between `before` and `after`.
 * A unit that is too long by itself is cut by `cutUnit`; without that, as prose.
 */
export function packLines(
  units: readonly string[],
  start: number,
  limit: number,
  ranks: readonly number[],
  before = '',
  after = '',
  cutUnit?: (unit: string, line: number) => Piece[],
): Piece[] {
  const room = Math.max(limit - before.length - after.length, LEAST_ROOM);
  const starts: number[] = [];
  const ends: number[] = [];
  const lines: number[] = [];
  let offset = 0;
  let line = start;
  for (const unit of units) {
    starts.push(offset);
    offset += unit.length;
    ends.push(offset);
    offset += 1;
    lines.push(line);
    line += countLines(unit);
  }
  lines.push(line);
  const firsts = split({ starts, ends, ranks }, room);
  return firsts.flatMap((first, place) => {
    const next = firsts[place + 1] ?? units.length;
    const text = units.slice(first, next).join('\n');
    const from = elementAt(lines, first);
    const to = elementAt(lines, next);
    if (text.length <= room) return text.trim() === '' ? [] : [{ text: before + text + after, start: from, end: to }];
    return (
      cutUnit?.(text, from) ??
      cutText(text, room).map((part) => ({ text: before + part + after, start: from, end: to }))
    );
  });
}

function countLines(text: string): number {
  let count = 1;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) count += 1;
  return count;
}

/** Most columns of indentation that are told apart. */
const DEEPEST = 12;

/** Ranks cuts before lines: the less a line is indented the better, best behind a blank one. */
export function rankByIndent(units: readonly string[]): number[] {
  const ranks: number[] = [];
  let behindBlank = false;
  for (const unit of units) {
    const indent = firstText(unit, 0, unit.length);
    const isBlank = indent === unit.length;
    // A piece that begins with a blank line, or with the bracket or tag that closes what stands above, reads badly.
    const reads = !isBlank && !CLOSING.has(unit.charCodeAt(indent)) && !unit.startsWith('</', indent);
    const better = behindBlank && !isBlank ? 1 : 0;
    ranks.push(Math.min(indent, DEEPEST) + (reads ? 0 : DEEPEST + 2) - better + hashOf(unit));
    behindBlank = isBlank;
  }
  return ranks;
}

const CLOSING = new Set([0x29, 0x5d, 0x7d]);

import { elementAt } from '@context-sync/formats';
import type { Piece } from './group.ts';
import { packLines } from './pack-lines.ts';
import { hashOf } from './split-units.ts';

/** Cuts a table between rows; every piece has the header, and no padding. */
export function cutRows(own: readonly string[], start: number, limit: number): Piece[] {
  const narrow = own.map(collapsePadding);
  const ranks = narrow.map((row) => hashOf(row));
  const header = `${elementAt(narrow, 0)}\n${elementAt(narrow, 1).replaceAll(/-+/g, '---')}\n`;
  if (header.length > limit / 2) return packLines(narrow, start, limit, ranks);
  return packLines(narrow.slice(2), start + 2, limit, ranks.slice(2), header);
}

function collapsePadding(row: string): string {
  return row.trim().replaceAll(/[ \t]{2,}/g, ' ');
}

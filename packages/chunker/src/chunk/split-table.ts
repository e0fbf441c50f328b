import { elementAt } from '@context-sync/base';
import type { Part } from './group.ts';
import { packLines } from './pack-lines.ts';
import { hashText } from './split-units.ts';

/** Splits a table between rows. Every part repeats the header; padding is dropped. */
export function splitTable(own: readonly string[], start: number, limit: number): Part[] {
  const narrow = own.map(collapsePadding);
  const ranks = narrow.map((row) => hashText(row));
  const header = `${elementAt(narrow, 0)}\n${elementAt(narrow, 1).replaceAll(/-+/g, '---')}\n`;
  if (header.length > limit / 2) return packLines(narrow, start, limit, ranks);
  return packLines(narrow.slice(2), start + 2, limit, ranks.slice(2), header);
}

function collapsePadding(row: string): string {
  return row.trim().replaceAll(/[ \t]{2,}/g, ' ');
}

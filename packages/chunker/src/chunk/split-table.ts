import { getElementAt } from '@context-sync/base';
import type { ItemPart } from './item-group.ts';
import { packLines } from './pack-lines.ts';
import { hashText } from './split-units.ts';

/** Splits a table between rows. Every part repeats the header. Padding is removed. */
export function splitTable(own: readonly string[], start: number, limit: number): ItemPart[] {
  const narrowRows = own.map(collapsePadding);
  const ranks = narrowRows.map((row) => hashText(row));
  const header = `${getElementAt(narrowRows, 0)}\n${getElementAt(narrowRows, 1).replaceAll(/-+/g, '---')}\n`;
  if (header.length > limit / 2) return packLines(narrowRows, start, limit, ranks);
  return packLines(narrowRows.slice(2), start + 2, limit, ranks.slice(2), header);
}

function collapsePadding(row: string): string {
  return row.trim().replaceAll(/[ \t]{2,}/g, ' ');
}

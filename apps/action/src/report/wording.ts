import type { Counts } from '@context-sync/sync';

/** `1 item`, `2,000 items`. */
export function pluralize(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** The counts that are not zero, as words. */
export function describeCounts(counts: Counts, failed: number): string {
  const words: [number, string][] = [
    [counts.created, 'created'],
    [counts.updated, 'updated'],
    [counts.deleted, 'deleted'],
    [counts.unchanged, 'unchanged'],
    [counts.superseded, 'superseded'],
    [counts.orphaned, 'orphaned'],
    [counts.inDoubt, 'in doubt'],
    [failed, 'failed'],
  ];
  const shown = words.filter(([number]) => number > 0).map(([number, word]) => `${formatNumber(number)} ${word}`);
  return shown.join(', ') || 'no items';
}

/** `12,345`. */
export function formatNumber(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** First and last line, `3` or `3–12`. */
export function formatLineRange([first, last]: readonly [number, number]): string {
  return first === last ? String(first) : `${first}–${last}`;
}

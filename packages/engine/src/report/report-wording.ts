import type { PlanCounts } from '@context-sync/sync';

/** Text for counts that are all zero. */
export const NO_ITEMS = 'no items';

/** Formats a number with its noun: `1 item`, `2,000 items`. */
export function pluralize(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** Describes the counts that are not zero. */
export function describeCounts(counts: PlanCounts, failedCount: number): string {
  const words: [number, string][] = [
    [counts.created, 'created'],
    [counts.updated, 'updated'],
    [counts.deleted, 'deleted'],
    [counts.unchanged, 'unchanged'],
    [counts.deferred, 'deferred'],
    [counts.superseded, 'superseded'],
    [counts.orphaned, 'orphaned'],
    [counts.inDoubt, 'in doubt'],
    [failedCount, 'failed'],
  ];
  const nonzeroCounts = words
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${formatNumber(number)} ${word}`);
  return nonzeroCounts.join(', ') || NO_ITEMS;
}

/** Formats a number with thousands separators, such as `12,345`. */
export function formatNumber(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Formats the numbers of the first and the last line: `3` or `3–12`. */
export function formatLineRange([first, last]: readonly [number, number]): string {
  return first === last ? String(first) : `${first}–${last}`;
}

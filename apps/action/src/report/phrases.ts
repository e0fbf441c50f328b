import type { Counts } from '@context-sync/sync';

/** `1 item`, `2 items`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The counts that are not zero, as words. */
export function countsInWords(counts: Counts, failed: number): string {
  const words: [number, string][] = [
    [counts.created, 'created'],
    [counts.replaced, 'replaced'],
    [counts.removed, 'removed'],
    [counts.kept, 'kept'],
    [counts.superseded, 'superseded'],
    [counts.stale, 'stale'],
    [counts.inDoubt, 'in doubt'],
    [failed, 'failed'],
  ];
  const shown = words.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return shown.join(', ') || 'no items';
}

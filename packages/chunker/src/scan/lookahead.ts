import { nextPlace } from '@context-sync/formats';

/**
 * How much may still be looked at in vain: what begins like a tag or a statement and does not end would otherwise be read to the end of the
 * document again and again.
 */
export interface Lookahead {
  left: number;
}

export const LOOKAHEAD = 2_000_000;

/** Longest tag or statement of MDX that is looked at, in UTF-16 units; the tags of real API references reach 90,000. */
export const LIMIT = 300_000;

/** What ends a string, or may stand for what does not: quotes end on their line, templates where they end. */
const ENDS: Readonly<Record<number, RegExp>> = { 34: /["\\\n]/g, 39: /['\\\n]/g, 96: /[`\\]/g };

/** Offset behind the string that begins at `at`, or `at` where none does. */
export function skipQuoted(text: string, at: number, lookahead: Lookahead): number {
  const quote = text.charCodeAt(at);
  const ends = ENDS[quote];
  if (!ends || lookahead.left <= 0) return at;
  const limit = Math.min(text.length, at + Math.min(LIMIT, lookahead.left));
  let found = nextPlace(ends, text, at + 1);
  while (found >= 0 && found < limit) {
    const code = text.charCodeAt(found);
    if (code === quote) return found + 1;
    if (code === 0x0a) break;
    found = nextPlace(ends, text, found + 2);
  }
  lookahead.left -= (found < 0 || found > limit ? limit : found) - at;
  return at;
}

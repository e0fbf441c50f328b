import { findNext } from '@context-sync/formats';

/**
 * Budget of characters for unsuccessful lookahead. Without this budget, the scanner would read the remaining document for every unclosed tag or
 * statement.
 */
export interface Lookahead {
  left: number;
}

export const LOOKAHEAD_BUDGET = 2_000_000;

/** Maximum length of an MDX tag or statement that is examined, in UTF-16 code units. Tags in real API references reach 90,000. */
export const MAX_LOOKAHEAD = 300_000;

/** Matches the characters that end or escape a string, by the code of the opening quote. Quoted strings also end at the line end. */
const STRING_ENDS: Readonly<Record<number, RegExp>> = { 34: /["\\\n]/g, 39: /['\\\n]/g, 96: /[`\\]/g };

/** Returns the offset after the string at `offset`; `offset` itself if there is no string. */
export function skipQuoted(text: string, offset: number, lookahead: Lookahead): number {
  const quote = text.charCodeAt(offset);
  const endPattern = STRING_ENDS[quote];
  if (!endPattern || lookahead.left <= 0) return offset;
  const limit = Math.min(text.length, offset + Math.min(MAX_LOOKAHEAD, lookahead.left));
  let quoteEnd = findNext(endPattern, text, offset + 1);
  while (quoteEnd >= 0 && quoteEnd < limit) {
    const code = text.charCodeAt(quoteEnd);
    if (code === quote) return quoteEnd + 1;
    if (code === 0x0a) break;
    quoteEnd = findNext(endPattern, text, quoteEnd + 2);
  }
  lookahead.left -= (quoteEnd < 0 || quoteEnd > limit ? limit : quoteEnd) - offset;
  return offset;
}

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

/** Offset behind the string that begins at `at`, or `at` where none does: quotes end on their line, templates where they end. */
export function skipQuoted(text: string, at: number, lookahead: Lookahead): number {
  const quote = text.charCodeAt(at);
  if (quote !== 0x22 && quote !== 0x27 && quote !== 0x60) return at;
  const limit = Math.min(text.length, at + Math.min(LIMIT, lookahead.left));
  let next = at + 1;
  for (; next < limit; next += 1) {
    const code = text.charCodeAt(next);
    if (code === 0x5c) next += 1;
    else if (code === quote) return next + 1;
    else if (code === 0x0a && quote !== 0x60) break;
  }
  lookahead.left -= next - at;
  return at;
}

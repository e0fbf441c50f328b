const SHINGLE = 20;

/**
 * Share of the span that stands in the text, both squashed to letters and digits: the characters of it that are covered by runs of
 * at least twenty which the text has too. A span shorter than that is there as a whole or not at all.
 */
export function share(text: string, span: string): number {
  if (span.length === 0) return 0;
  if (span.length <= SHINGLE || text.includes(span)) return text.includes(span) ? 1 : 0;
  let covered = 0;
  let until = 0;
  for (let start = 0; start + SHINGLE <= span.length; start += 1) {
    if (!text.includes(span.slice(start, start + SHINGLE))) continue;
    const end = start + SHINGLE;
    covered += end - Math.max(start, until);
    until = end;
  }
  return covered / span.length;
}

/** What an item must hold of an answer to count as a hit. */
export const HIT_SHARE = 0.6;

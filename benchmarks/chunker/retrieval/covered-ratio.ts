const RUN_LENGTH = 20;

/**
 * Returns the ratio of the span that the text contains. Only letters and digits are compared, and only common sequences
 * of at least twenty characters are included. For a shorter span, the result is 1 or 0.
 */
export function computeCoveredRatio(text: string, span: string): number {
  if (span.length === 0) return 0;
  if (span.length <= RUN_LENGTH || text.includes(span)) return text.includes(span) ? 1 : 0;
  let coveredCount = 0;
  let coveredEnd = 0;
  for (let start = 0; start + RUN_LENGTH <= span.length; start += 1) {
    if (!text.includes(span.slice(start, start + RUN_LENGTH))) continue;
    const end = start + RUN_LENGTH;
    coveredCount += end - Math.max(start, coveredEnd);
    coveredEnd = end;
  }
  return coveredCount / span.length;
}

/** The minimum ratio of an answer that an item must contain to be a hit. */
export const MIN_HIT_RATIO = 0.6;

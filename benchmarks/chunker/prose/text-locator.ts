type Range = readonly [start: number, end: number];

/** Matches the markup that a chunker may add before a line. */
const LINE_MARK = /^\s*(?:#{1,6} )?/;
/**
 * The maximum distance of a line from the previous one. An equal line at a greater distance is treated as a different
 * line.
 */
const MAX_DISTANCE = 50_000;

/** Returns a function that finds the lines of consecutive chunks in a text. Lines that a chunker repeats or adds are not found. */
export function createLocator(text: string): (chunk: string) => Range[] {
  let searchStart = 0;
  return (chunk) =>
    chunk.split('\n').flatMap((line) => {
      const words = line.replace(LINE_MARK, '').trimEnd();
      const offset = words.length < 2 ? -1 : text.indexOf(words, searchStart);
      if (offset < 0 || offset - searchStart > MAX_DISTANCE) return [];
      searchStart = offset + words.length;
      return [[offset, searchStart] as const];
    });
}

/** Returns the number of characters of the spans that the ranges cover. */
export function countCoveredChars(spans: readonly Range[], ranges: readonly Range[]): number {
  const sortedRanges = [...ranges].sort((a, b) => a[0] - b[0]);
  let coveredCount = 0;
  for (const [start, end] of spans) {
    let lastEnd = start;
    for (const [from, to] of sortedRanges) {
      if (to <= lastEnd || from >= end) continue;
      coveredCount += Math.min(to, end) - Math.max(from, lastEnd);
      lastEnd = Math.min(to, end);
    }
  }
  return coveredCount;
}

/** Returns whether a range overlaps one of the spans. */
export function overlaps(spans: readonly Range[], ranges: readonly Range[]): boolean {
  return ranges.some(([from, to]) => spans.some(([start, end]) => from < end && to > start));
}

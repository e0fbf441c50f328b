type Range = readonly [start: number, end: number];

/** The markup that a chunker may add before a line or escape with a backslash. */
const LINE_MARK = /^\s*(?:#{1,6} )?/;
/** The maximum distance of a line from the previous one. A line that is further away is not considered the same line. */
const MAX_DISTANCE = 50_000;

/** Returns a function that finds the lines of consecutive chunks in a text. Lines that a chunker repeats or adds are not found. */
export function createLocator(text: string): (chunk: string) => Range[] {
  let next = 0;
  return (chunk) =>
    chunk.split('\n').flatMap((line) => {
      const words = line.replace(LINE_MARK, '').trimEnd();
      const at = words.length < 2 ? -1 : text.indexOf(words, next);
      if (at < 0 || at - next > MAX_DISTANCE) return [];
      next = at + words.length;
      return [[at, next] as const];
    });
}

/** Returns the number of characters of the spans that the ranges cover. */
export function coveredChars(spans: readonly Range[], ranges: readonly Range[]): number {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  let covered = 0;
  for (const [start, end] of spans) {
    let last = start;
    for (const [from, to] of sorted) {
      if (to <= last || from >= end) continue;
      covered += Math.min(to, end) - Math.max(from, last);
      last = Math.min(to, end);
    }
  }
  return covered;
}

/** Whether a range shares a character with one of the spans. */
export function touches(spans: readonly Range[], ranges: readonly Range[]): boolean {
  return ranges.some(([from, to]) => spans.some(([start, end]) => from < end && to > start));
}

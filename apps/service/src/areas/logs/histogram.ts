/** Growth factor of the bins. The middle of a bin differs by at most 2 % from every value in the bin. */
const BIN_GROWTH_FACTOR = 1.04;
const LOG_GROWTH = Math.log(BIN_GROWTH_FACTOR);
/** Durations in milliseconds up to this value are counted as zero. */
const MIN_MS = 0.01;

/** Numbers of durations by bin. Histograms of the same durations are equal, regardless of the order in which they were merged. */
export type Histogram = Map<number, number>;

export function addDuration(histogram: Histogram, ms: number): void {
  const bin = ms <= MIN_MS ? 0 : Math.ceil(Math.log(ms / MIN_MS) / LOG_GROWTH);
  histogram.set(bin, (histogram.get(bin) ?? 0) + 1);
}

/** Parses a histogram from its text form. */
export function parseHistogram(text: string): Histogram {
  const histogram: Histogram = new Map();
  mergeHistogram(histogram, text);
  return histogram;
}

/** Adds the counts of another histogram. */
export function addHistogram(into: Histogram, from: Histogram): void {
  for (const [bin, count] of from) into.set(bin, (into.get(bin) ?? 0) + count);
}

const DOT = 0x2e;
const COMMA = 0x2c;
const FIRST_LETTER = 0x61;
/** Difference between the code of a letter and its value as a digit in base 36. */
const LETTER_OFFSET = FIRST_LETTER - 10;
const DIGIT_OFFSET = 0x30;

/** Adds the counts of a histogram in its text form. A report adds thousands of them, so the text is read by code unit. */
export function mergeHistogram(into: Histogram, text: string): void {
  let bin = 0;
  let number = 0;
  for (let offset = 0; offset <= text.length; offset += 1) {
    const code = offset === text.length ? COMMA : text.charCodeAt(offset);
    if (code === DOT) {
      bin += number;
      number = 0;
    } else if (code === COMMA) {
      if (number > 0) into.set(bin, (into.get(bin) ?? 0) + number);
      number = 0;
    } else number = number * 36 + code - (code >= FIRST_LETTER ? LETTER_OFFSET : DIGIT_OFFSET);
  }
}

/** Formats a histogram in base 36 as a list of gaps between bins and their counts. */
export function formatHistogram(histogram: Histogram): string {
  let previousIndex = 0;
  return [...histogram]
    .sort(([a], [b]) => a - b)
    .map(([bin, count]) => {
      const binGap = bin - previousIndex;
      previousIndex = bin;
      return `${binGap.toString(36)}.${count.toString(36)}`;
    })
    .join(',');
}

/**
 * Returns the percentile of the durations with an accuracy of 2 %: the smallest duration that the given share of all durations does not exceed.
 * Returns null if there are no durations.
 */
export function computePercentile(histogram: Histogram, share: number): number | null {
  let total = 0;
  for (const count of histogram.values()) total += count;
  if (total === 0) return null;
  let remainingCount = Math.max(1, Math.ceil(share * total));
  for (const [bin, count] of [...histogram].sort(([a], [b]) => a - b)) {
    remainingCount -= count;
    if (remainingCount <= 0) return bin === 0 ? 0 : (2 * MIN_MS * BIN_GROWTH_FACTOR ** bin) / (BIN_GROWTH_FACTOR + 1);
  }
  return null;
}

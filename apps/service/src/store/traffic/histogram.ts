/** Growth factor of the bins. The middle of a bin differs by at most 2 % from every value in the bin. */
const BIN_GROWTH_FACTOR = 1.04;
const LOG_GROWTH = Math.log(BIN_GROWTH_FACTOR);
/** Durations in milliseconds up to this value are counted as zero. */
const MIN_MS = 0.01;

/**
 * Numbers of durations by bin. Histograms of the same durations are equal, regardless of the order in which they were
 * merged.
 */
export type Histogram = Map<number, number>;

export function addDuration(histogram: Histogram, ms: number): void {
  const bin = ms <= MIN_MS ? 0 : Math.ceil(Math.log(ms / MIN_MS) / LOG_GROWTH);
  histogram.set(bin, (histogram.get(bin) ?? 0) + 1);
}

/** Parses a histogram from its text form. */
export function parseHistogram(text: string): Histogram {
  const histogram: Histogram = new Map();
  if (text === '') return histogram;
  let bin = 0;
  for (const entry of text.split(',')) {
    const index = entry.indexOf('.');
    bin += Number.parseInt(entry.slice(0, index), 36);
    histogram.set(bin, Number.parseInt(entry.slice(index + 1), 36));
  }
  return histogram;
}

/** Adds the counts of another histogram. */
export function addHistogram(into: Histogram, from: Histogram): void {
  for (const [bin, count] of from) into.set(bin, (into.get(bin) ?? 0) + count);
}

/** Adds the counts of a histogram in its text form. */
export function mergeHistogram(into: Histogram, text: string): void {
  addHistogram(into, parseHistogram(text));
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
 * Returns the percentile of the durations with an accuracy of 2 %: the smallest duration that the given share of all
 * durations does not exceed. Returns null if there are no durations.
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

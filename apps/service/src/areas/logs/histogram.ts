/** Ratio between the bounds of adjacent bins. The middle of a bin differs by at most 2 % from every value in the bin. */
const BIN_GROWTH_FACTOR = 1.04;
const LOG_GROWTH = Math.log(BIN_GROWTH_FACTOR);
/** Durations in milliseconds up to this value are counted as zero. */
const MIN_MS = 0.01;

/** Counts of durations by bin. Histograms of the same durations are equal, regardless of the order in which they were merged. */
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

/** Separates histograms in a text that contains several. */
export const HISTOGRAM_SEPARATOR = ';';
const SEPARATOR = HISTOGRAM_SEPARATOR.charCodeAt(0);

/** Adds the counts of a histogram in its text form. */
export function mergeHistogram(into: Histogram, text: string): void {
  addHistogram(into, sumHistograms([text]));
}

/** Upper bound of the bins: the bins of all finite durations are lower. */
const MAX_BINS = 20_000;
/** Buffer with the counts by bin, which successive sums reuse. All counts are 0 between two sums. */
const counts = new Float64Array(MAX_BINS);

/**
 * Adds histograms in their text form to `counts`. A report adds megabytes of histograms. So for speed, a text can contain several histograms, is read
 * by code unit, and its counts are added in an array.
 * @returns the last bin; -1 if there is none
 */
function addTexts(texts: readonly string[]): number {
  let last = -1;
  for (const text of texts) {
    let bin = 0;
    let number = 0;
    for (let offset = 0; offset <= text.length; offset += 1) {
      const code = offset === text.length ? SEPARATOR : text.charCodeAt(offset);
      if (code >= FIRST_LETTER) number = number * 36 + code - LETTER_OFFSET;
      else if (code === DOT) {
        bin += number;
        number = 0;
      } else if (code === COMMA || code === SEPARATOR) {
        if (number > 0 && bin < MAX_BINS) {
          counts[bin] = (counts[bin] ?? 0) + number;
          if (bin > last) last = bin;
        }
        number = 0;
        if (code === SEPARATOR) bin = 0;
      } else number = number * 36 + code - DIGIT_OFFSET;
    }
  }
  return last;
}

/** Returns the sum of histograms in their text form, with the bins in ascending order. */
export function sumHistograms(texts: readonly string[]): Histogram {
  const last = addTexts(texts);
  const sum: Histogram = new Map();
  for (let bin = 0; bin <= last; bin += 1) {
    const count = counts[bin] ?? 0;
    if (count > 0) sum.set(bin, count);
  }
  counts.fill(0, 0, last + 1);
  return sum;
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
 * Returns the number of the durations of histograms in their text form, and percentiles with an accuracy of 2 %: for each share, the smallest
 * duration that at least this share of the durations does not exceed; null if there are no durations.
 * @param shares from the lowest to the highest
 */
export function computePercentiles(
  texts: readonly string[],
  shares: readonly number[],
): { readonly total: number; readonly percentiles: readonly (number | null)[] } {
  const last = addTexts(texts);
  let total = 0;
  for (let bin = 0; bin <= last; bin += 1) total += counts[bin] ?? 0;
  let bin = -1;
  let coveredCount = 0;
  const percentiles = shares.map((share) => {
    if (total === 0) return null;
    for (const targetCount = Math.max(1, Math.ceil(share * total)); coveredCount < targetCount && bin < last; ) {
      bin += 1;
      coveredCount += counts[bin] ?? 0;
    }
    return bin === 0 ? 0 : (2 * MIN_MS * BIN_GROWTH_FACTOR ** bin) / (BIN_GROWTH_FACTOR + 1);
  });
  counts.fill(0, 0, last + 1);
  return { total, percentiles };
}

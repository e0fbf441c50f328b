import { describe, expect, it } from 'vitest';
import { createRandom } from '../../platform/database/behavior/random.fixture.ts';
import {
  addDuration,
  computePercentiles,
  formatHistogram,
  HISTOGRAM_SEPARATOR,
  type Histogram,
  mergeHistogram,
  sumHistograms,
} from './histogram.ts';

const DISTRIBUTIONS: readonly [name: string, draw: (random: () => number) => number][] = [
  ['evenly distributed durations', (random) => random() * 1_000],
  ['durations with a long tail', (random) => Math.exp(random() * 12)],
  ['two clusters of durations', (random) => (random() < 0.9 ? 3 + random() : 900 + random() * 50)],
  ['constant durations', () => 42],
  ['durations below a millisecond', (random) => 0.02 + random()],
];

describe('Histogram', () => {
  it.each(DISTRIBUTIONS)(
    'histogram percentiles differ from the exact ones by less than 2 percent for %s',
    (_name, draw) => {
      const random = createRandom(7);
      for (const size of [1, 2, 10, 1_000, 20_000]) {
        const durations = Array.from({ length: size }, () => draw(random));
        const histogram: Histogram = new Map();
        for (const ms of durations) addDuration(histogram, ms);
        const sortedDurations = durations.toSorted((a, b) => a - b);
        const shares = [0.01, 0.5, 0.95, 0.99, 1];
        const { total, percentiles } = computePercentiles([formatHistogram(histogram)], shares);
        expect(total).toBe(size);
        for (const [index, share] of shares.entries()) {
          const exact = sortedDurations[Math.max(1, Math.ceil(share * size)) - 1] ?? Number.NaN;
          const error = Math.abs((percentiles[index] ?? Number.NaN) - exact) / exact;
          expect(error, `${share} of ${size}`).toBeLessThan(0.02);
        }
      }
    },
  );

  it('formatHistogram returns the same text, regardless of the order in which histograms were merged', () => {
    const random = createRandom(8);
    const parts = Array.from({ length: 20 }, () => {
      const part: Histogram = new Map();
      for (let count = 0; count < 50; count += 1) addDuration(part, random() * 500);
      return formatHistogram(part);
    });
    const merge = (texts: readonly string[]) => {
      const all: Histogram = new Map();
      for (const text of texts) mergeHistogram(all, text);
      return formatHistogram(all);
    };
    const halves = [merge(parts.slice(0, 10)), merge(parts.slice(10))];
    expect(merge(parts.toReversed())).toBe(merge(parts));
    expect(merge(halves)).toBe(merge(parts));
    expect(formatHistogram(sumHistograms(parts))).toBe(merge(parts));
    expect(formatHistogram(sumHistograms(['', parts.join(HISTOGRAM_SEPARATOR), '']))).toBe(merge(parts));
  });

  it('an empty histogram has no percentiles, and a duration of zero has a percentile of zero', () => {
    const histogram: Histogram = new Map();
    expect(formatHistogram(histogram)).toBe('');
    expect(computePercentiles([''], [0.5, 0.99])).toEqual({ total: 0, percentiles: [null, null] });
    addDuration(histogram, 0);
    expect(computePercentiles([formatHistogram(histogram)], [0.01, 0.99])).toEqual({ total: 1, percentiles: [0, 0] });
  });
});

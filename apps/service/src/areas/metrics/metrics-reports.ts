import { computePercentiles } from '../logs/histogram.ts';
import type { DurationFigures, TrafficCounts, TrafficTotal } from './store.ts';

/** Returns the counts by status class in the format of a report. */
export function getCounts({ n, c2, c3, c4, c5 }: TrafficCounts) {
  return {
    requests: n,
    status2xx: c2,
    status3xx: c3,
    status4xx: c4,
    status5xx: c5,
    errorRate: computeErrorRate({ n, c4, c5 }),
  };
}

/** Returns the share of requests with status 4xx or 5xx; null if there were no requests. */
export function computeErrorRate({ n, c4, c5 }: Pick<TrafficCounts, 'n' | 'c4' | 'c5'>): number | null {
  return n === 0 ? null : (c4 + c5) / n;
}

/**
 * Returns the duration statistics of reports.
 * @param histograms histograms in their text form
 */
export function getDurationFigures(histograms: readonly string[]): DurationFigures {
  const { total, percentiles } = computePercentiles(histograms, [0.5, 0.95, 0.99]);
  const [p50 = null, p95 = null, p99 = null] = percentiles;
  return { p50Ms: roundMs(p50), p95Ms: roundMs(p95), p99Ms: roundMs(p99), timed: total };
}

/** The statistics if there are no durations. */
export const NO_DURATIONS = getDurationFigures([]);

/** Returns the percentiles of durations in the format of a report. */
export function getPercentiles({ p50Ms, p95Ms, p99Ms }: DurationFigures) {
  return { p50Ms, p95Ms, p99Ms };
}

/** Returns the relative change from the previous period; null if the previous value was zero. */
export function getChange(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}

export function createEmptyTotal(): TrafficTotal {
  return { n: 0, c2: 0, c3: 0, c4: 0, c5: 0, agents: 0, durations: NO_DURATIONS };
}

/** Rounds a duration to five digits, because percentiles are accurate only to 2 %. */
function roundMs(ms: number | null): number | null {
  return ms === null ? null : Number(ms.toPrecision(5));
}

import type { RecoveryCounts } from '../store/hints.ts';

/** Minimum number of callers in each group. With fewer callers, the interval would be too wide to be useful. */
export const MIN_CALLERS = 30;
/** The z-score of a two-sided 95 % interval. */
const Z_SCORE_95 = 1.959_963_985;

export const VERDICTS = ['too-few', 'better', 'worse', 'not-shown'] as const;

export interface ConfidenceInterval95 {
  readonly low: number;
  readonly high: number;
}

export interface HintEffect extends RecoveryCounts {
  /** Ratio of callers who recovered; null if there are no callers. */
  readonly rate: number | null;
  readonly rateWithheld: number | null;
  readonly difference: number | null;
  /** Confidence interval of the difference; null if there are too few callers. */
  readonly interval: ConfidenceInterval95 | null;
  /** Conclusion: callers recover more often or less often with the hint, the difference is not significant, or there are too few callers. */
  readonly verdict: (typeof VERDICTS)[number];
}

/** Compares the recovery of callers with and without the hint. */
export function getEffect(counts: RecoveryCounts): HintEffect {
  const { delivered, recovered, withheld, recoveredWithheld } = counts;
  const rate = delivered === 0 ? null : recovered / delivered;
  const rateWithheld = withheld === 0 ? null : recoveredWithheld / withheld;
  const rates = { rate, rateWithheld };
  if (rate === null || rateWithheld === null) {
    return { ...counts, ...rates, difference: null, interval: null, verdict: 'too-few' };
  }
  const difference = rate - rateWithheld;
  if (Math.min(delivered, withheld) < MIN_CALLERS) {
    return { ...counts, ...rates, difference, interval: null, verdict: 'too-few' };
  }
  const interval = computeDifferenceInterval([recovered, delivered], [recoveredWithheld, withheld]);
  const verdict = interval.low > 0 ? 'better' : interval.high < 0 ? 'worse' : 'not-shown';
  return { ...counts, ...rates, difference, interval, verdict };
}

type RecoveredShare = readonly [count: number, of: number];

/**
 * Returns Newcombe's confidence interval for the difference of two ratios, based on the Wilson interval of each ratio (Statistics in Medicine 17,
 * 1998, method 10).
 */
function computeDifferenceInterval(a: RecoveredShare, b: RecoveredShare): ConfidenceInterval95 {
  const [first, second] = [computeWilsonInterval(a), computeWilsonInterval(b)];
  const [p, q] = [a[0] / a[1], b[0] / b[1]];
  return {
    low: p - q - Math.hypot(p - first.low, second.high - q),
    high: p - q + Math.hypot(first.high - p, q - second.low),
  };
}

function computeWilsonInterval([count, of]: RecoveredShare): ConfidenceInterval95 {
  const center = (count + Z_SCORE_95 ** 2 / 2) / (of + Z_SCORE_95 ** 2);
  const margin = (Z_SCORE_95 / (of + Z_SCORE_95 ** 2)) * Math.sqrt((count * (of - count)) / of + Z_SCORE_95 ** 2 / 4);
  return { low: center - margin, high: center + margin };
}

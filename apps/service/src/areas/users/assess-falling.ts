import { MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import { type BaseWindow, compareTraffic, getBlockDays, listBaseWindows, listOlderBlocks } from './base-windows.ts';
import type { Fleet } from './fleet.ts';
import { BASE_DAYS, getQuantile, roundRate, type UserDays, WEEK_DAYS } from './risk-days.ts';
import type { RiskThresholds } from './risk-thresholds.ts';
import type { RiskReason } from './store.ts';

/**
 * Minimum ratio of the variance to the number of requests. The ratio would be 2 for the difference of two counts of independent requests. The highest
 * of several periods varies more.
 */
const MIN_VARIANCE_RATIO = 2.5;
/** Median distance of a normally distributed value from the mean of two others, in standard deviations of the values. */
const MEDIAN_DISTANCE = 0.826;
/**
 * Minimum number of weeks, in and before the base period, for estimating how much the requests vary. With fewer weeks, the start of a decline would
 * dominate the estimate.
 */
const MIN_DEVIATION_WEEKS = 5;

/**
 * Returns the standard deviation of a user's requests in a number of days. It is estimated from the distance of each week from its neighbors, which
 * neither a slow nor a fast decline increases, and has a minimum.
 */
function estimateDeviation(user: UserDays, days: number, window: BaseWindow): number {
  const weeks = listOlderBlocks(user, WEEK_DAYS);
  const weeksBefore = weeks.slice((window.index * days) / WEEK_DAYS);
  const distances = weeksBefore.length < MIN_DEVIATION_WEEKS ? [weeks] : [weeks, weeksBefore];
  const distance = Math.max(...distances.map(computeMedianDistance));
  return Math.max(
    Math.sqrt(MIN_VARIANCE_RATIO * window.level),
    (distance / MEDIAN_DISTANCE) * Math.sqrt(days / WEEK_DAYS),
  );
}

/** Returns the median distance of a week's requests from the geometric mean of the weeks before and after it. */
function computeMedianDistance(weeks: readonly number[]): number {
  const distances = weeks
    .slice(1, -1)
    .map((requests, at) => Math.abs(requests - Math.sqrt((weeks[at] ?? 0) * (weeks[at + 2] ?? 0))));
  return getQuantile(distances, 0.5) ?? 0;
}

/** Returns the reason `falling` if a user's recent traffic is far below the highest traffic of the previous periods. */
export function assessFalling(
  user: UserDays,
  { ratios }: Fleet,
  { fallingBaseRequests, fallingShare, fallingDeviations }: RiskThresholds,
): RiskReason | undefined {
  const days = getBlockDays(user);
  const [window] = listBaseWindows(user, days).toSorted((a, b) => b.level - a.level || a.index - b.index);
  if (!window || window.level * (BASE_DAYS / days) < fallingBaseRequests) return undefined;
  const fleetRatio = ratios.get(days)?.[window.index] ?? 1;
  const expected = window.level * fleetRatio;
  const recent = compareTraffic(user, days);
  const deviation = estimateDeviation(user, days, window);
  if (recent > fallingShare * expected) return undefined;
  // Periods with little traffic are normal for users with irregular traffic.
  if (recent >= expected - fallingDeviations * deviation * Math.sqrt(fleetRatio)) return undefined;
  const low = listOlderBlocks(user, days)
    .slice(0, window.index)
    .findIndex((requests) => requests > fallingShare * expected);
  const lowBlocks = 1 + (low === -1 ? window.index : low);
  return {
    code: 'falling',
    since: user.today - lowBlocks * days * MINUTES_PER_DAY,
    facts: {
      days,
      requests: recent,
      requestsBefore: window.level,
      requestsExpected: roundRate(expected),
      deviation: roundRate(deviation),
      baseDaysAgo: (window.index + window.blocks + 1) * days,
    },
  };
}

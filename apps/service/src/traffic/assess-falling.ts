import type { RiskReason } from '../store/callers.ts';
import { MINUTES_PER_DAY } from '../store/traffic/traffic-delta.ts';
import { type BaseWindow, compareTraffic, getBlockDays, listBaseWindows, listOlderBlocks } from './base-windows.ts';
import type { Fleet } from './fleet.ts';
import { BASE_DAYS, getQuantile, roundRate, type UserDays, WEEK_DAYS } from './risk-days.ts';
import type { RiskThresholds } from './risk-thresholds.ts';

/** Minimum ratio of the variance to the requests. It would be 2 for two counts of independent requests, and the best of several periods varies more. */
const MIN_VARIANCE_RATIO = 2.5;
/** Median of the difference of two independent normal values, in their standard deviations. */
const MEDIAN_DIFFERENCE = 0.954;

/**
 * Returns the standard deviation of a user's requests in a number of days. It is estimated from the changes between consecutive weeks, of which a
 * decline has only a small part, and has a minimum.
 */
function estimateDeviation(user: UserDays, days: number, window: BaseWindow): number {
  const weeks = listOlderBlocks(user, WEEK_DAYS);
  const changes = weeks.slice(1).map((week, at) => Math.abs(week - (weeks[at] ?? 0)));
  const changesBefore = changes.slice((window.index * days) / WEEK_DAYS);
  const change = Math.max(getQuantile(changes, 0.5) ?? 0, getQuantile(changesBefore, 0.5) ?? 0);
  return Math.max(
    Math.sqrt(MIN_VARIANCE_RATIO * window.level),
    (change / MEDIAN_DIFFERENCE) * Math.sqrt(days / WEEK_DAYS),
  );
}

/** Returns the reason `falling` if a user's recent traffic is far below the best of the previous periods. */
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

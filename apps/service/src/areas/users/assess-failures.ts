import { MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import type { Fleet } from './fleet.ts';
import { ASSESSED_DAYS, BASE_DAYS, roundRate, type UserDays, WEEK_DAYS } from './risk-days.ts';
import type { RiskThresholds } from './risk-thresholds.ts';
import type { RiskReason } from './store.ts';

/** Minimum difference between the failure ratio and the previous ratio, in standard deviations of independent failures. */
const MIN_FAILURE_DEVIATIONS = 2.5;

interface Failures {
  readonly requests: number;
  readonly failures: number;
  /** Failures that are excluded, because the median user had them too. */
  readonly common: number;
  /** Ratio of failures without the common failures. */
  readonly rate: number;
}

/** Counts the failures of the days from `first` to `last` days ago. */
function countFailures(user: UserDays, { failureRates }: Fleet, first: number, last: number): Failures {
  let requests = 0;
  let failures = 0;
  let commonFailures = 0;
  for (let daysAgo = first; daysAgo <= Math.min(last, ASSESSED_DAYS - 1); daysAgo += 1) {
    requests += user.requests[daysAgo] ?? 0;
    failures += user.failures[daysAgo] ?? 0;
    commonFailures += Math.min(
      user.failures[daysAgo] ?? 0,
      (user.requests[daysAgo] ?? 0) * (failureRates[daysAgo] ?? 0),
    );
  }
  return {
    requests,
    failures,
    common: commonFailures,
    rate: requests > commonFailures ? (failures - commonFailures) / (requests - commonFailures) : 0,
  };
}

/** Returns the number of days, counted back from today, whose counts reach a sum. Returns undefined if there are too few. */
function countDaysBack(counts: readonly number[], sum: number): number | undefined {
  let total = 0;
  const last = counts.findIndex((count) => {
    total += count;
    return total >= sum;
  });
  return last === -1 ? undefined : last;
}

/** Returns the reason `failing` if a user's requests of the last week fail more often than before, and the newest requests still fail. */
export function assessFailing(user: UserDays, fleet: Fleet, thresholds: RiskThresholds): RiskReason | undefined {
  const { failingRequests, failingShare, failingFactor, stuckDays } = thresholds;
  const week = countFailures(user, fleet, 0, WEEK_DAYS - 1);
  if (week.requests - week.common < failingRequests) return undefined;
  const before = countFailuresBefore(user, fleet, failingRequests);
  // New users who have no previous requests get the reason `stuck` instead.
  if (before.requests < failingRequests && user.ageDays < stuckDays) return undefined;
  const rateBefore = before.rate;
  const minRate = Math.max(failingShare, Math.min(failingFactor * rateBefore, 1 - (1 - rateBefore) / failingFactor));
  const newestFailures = countFailures(user, fleet, 0, countDaysBack(user.requests, failingRequests) ?? WEEK_DAYS - 1);
  if (week.rate < minRate || newestFailures.rate < minRate) return undefined;
  const deviation = Math.sqrt((rateBefore * (1 - rateBefore)) / (week.requests - week.common));
  if (week.rate <= rateBefore + MIN_FAILURE_DEVIATIONS * deviation) return undefined;
  return {
    code: 'failing',
    since: user.today - (WEEK_DAYS - 1) * MINUTES_PER_DAY,
    facts: {
      requests: week.requests,
      failures: week.failures,
      commonFailures: roundRate(week.common),
      share: roundRate(week.rate),
      shareBefore: roundRate(rateBefore),
    },
  };
}

/** Counts the failures of the 28 days before the last week or, if the user has paused, of all assessed days before that week. */
function countFailuresBefore(user: UserDays, fleet: Fleet, minRequests: number): Failures {
  const before = countFailures(user, fleet, WEEK_DAYS, WEEK_DAYS + BASE_DAYS - 1);
  return before.requests >= minRequests ? before : countFailures(user, fleet, WEEK_DAYS, ASSESSED_DAYS - 1);
}

/** Returns the reason `stuck` if only few of a new user's newest requests succeed. */
export function assessStuck(
  user: UserDays,
  firstSeen: number,
  fleet: Fleet,
  { stuckDays, stuckRequests, stuckShare }: RiskThresholds,
): RiskReason | undefined {
  if (firstSeen < user.today - (stuckDays - 1) * MINUTES_PER_DAY) return undefined;
  const judgedFailures = user.successes.map((count, ago) => {
    const failures = user.failures[ago] ?? 0;
    return count + failures - Math.min(failures, (user.requests[ago] ?? 0) * (fleet.failureRates[ago] ?? 0));
  });
  const lastDay = countDaysBack(judgedFailures, stuckRequests);
  if (lastDay === undefined) return undefined;
  const requests = judgedFailures.slice(0, lastDay + 1).reduce((total, count) => total + count, 0);
  const successCount = user.successes.slice(0, lastDay + 1).reduce((total, count) => total + count, 0);
  if (successCount >= stuckShare * requests) return undefined;
  const since = Math.max(firstSeen, user.today - lastDay * MINUTES_PER_DAY);
  return { code: 'stuck', since, facts: { requests: roundRate(requests), succeeded: successCount, days: lastDay + 1 } };
}

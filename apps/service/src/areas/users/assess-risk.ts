import { MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import { assessFailing, assessStuck } from './assess-failures.ts';
import { assessFalling } from './assess-falling.ts';
import { assessSilence, countSilentDays } from './assess-silence.ts';
import { type Fleet, UNKNOWN_FLEET } from './fleet.ts';
import { readUserDays, type UserDays, type UserHistory, WEEK_DAYS } from './risk-days.ts';
import { RISK_THRESHOLDS, type RiskThresholds } from './risk-thresholds.ts';
import type { RiskReason, UserAssessment, UserDayCounts } from './store.ts';

/**
 * Returns the counts of a user and the reasons why the user is at risk.
 * @param today first minute of the UTC day
 * @param fleet result of `describeFleet`
 */
export function assessUser(
  history: UserHistory,
  today: number,
  fleet: Fleet = UNKNOWN_FLEET,
  thresholds: RiskThresholds = RISK_THRESHOLDS,
): UserAssessment {
  const user = readUserDays(history, today);
  const reasons = findReasons(user, history.firstSeen, fleet, thresholds);
  const isLongSilent = reasons.some(({ facts }) => (facts.silentDays ?? 0) > thresholds.silentHighDays);
  const riskLevel = reasons.length === 0 ? 0 : reasons.length > 1 || isLongSilent ? 2 : 1;
  return { ...countRequests(history.days, today), riskLevel, reasons };
}

function findReasons(user: UserDays, firstSeen: number, fleet: Fleet, thresholds: RiskThresholds): RiskReason[] {
  const silentDays = countSilentDays(user);
  const isGone = silentDays === undefined || silentDays > thresholds.silentMaxDays;
  const silenceReason = assessSilence(user, fleet, thresholds);
  // The traffic of a silent user also falls, so `falling` is not reported in addition to `silent`.
  const falling = silenceReason || isGone ? undefined : assessFalling(user, fleet, thresholds);
  const failing = assessFailing(user, fleet, thresholds);
  const stuck = assessStuck(user, firstSeen, fleet, thresholds);
  return [silenceReason, falling, failing, stuck].filter((reason) => reason !== undefined);
}

/** Returns the request counts for the list of users. They include the requests of bots. */
function countRequests(days: readonly UserDayCounts[], today: number) {
  const tomorrow = today + MINUTES_PER_DAY;
  const lastWeek = tomorrow - WEEK_DAYS * MINUTES_PER_DAY;
  const last30 = filterDays(days, tomorrow - 30 * MINUTES_PER_DAY, tomorrow);
  return {
    n7: sumRequests(filterDays(days, lastWeek, tomorrow)),
    n7Before: sumRequests(filterDays(days, lastWeek - WEEK_DAYS * MINUTES_PER_DAY, lastWeek)),
    n30: sumRequests(last30),
    e30: last30.reduce((total, { e4, e5 }) => total + e4 + e5, 0),
  };
}

function filterDays(days: readonly UserDayCounts[], from: number, to: number): UserDayCounts[] {
  return days.filter(({ day }) => day >= from && day < to);
}

function sumRequests(days: readonly UserDayCounts[]): number {
  return days.reduce((total, { n }) => total + n, 0);
}

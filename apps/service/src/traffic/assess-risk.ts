import type { CallerAssessment, CallerDay, ClientKind, RiskReason } from '../store/callers.ts';
import { RISK_THRESHOLDS, type RiskThresholds } from './risk-thresholds.ts';

const DAY_MINUTES = 1_440;
const WEEK_DAYS = 7;
/** Number of days with which the last week is compared. They precede the last week. */
const BASE_DAYS = 28;

/** Number of days that an assessment reads, including today. A project cannot set a longer maximum of silent days. */
export const ASSESSED_DAYS = RISK_THRESHOLDS.silentMaxDays + BASE_DAYS + 1;
/** Minimum number of users with enough requests for the median user to represent all users. */
const MIN_FLEET_USERS = 5;

/** Requests in the last seven complete days, and in an average week of the previous 28 days. */
export interface WeekComparison {
  readonly recent: number;
  readonly baseWeek: number;
  readonly base: number;
  /** Standard deviation of the weekly requests in the previous four weeks. */
  readonly deviation: number;
}

/**
 * Compares the last week with the previous four weeks.
 * @param today first minute of the UTC day
 */
function compareWeeks(days: readonly CallerDay[], today: number): WeekComparison {
  const recentFrom = today - WEEK_DAYS * DAY_MINUTES;
  const weeks = [4, 3, 2, 1].map((weeksAgo) => {
    const weekStart = recentFrom - weeksAgo * WEEK_DAYS * DAY_MINUTES;
    return sumDays(filterDays(days, weekStart, weekStart + WEEK_DAYS * DAY_MINUTES), 'n');
  });
  const base = weeks.reduce((total, each) => total + each, 0);
  return {
    recent: sumDays(filterDays(days, recentFrom, today), 'n'),
    baseWeek: base / weeks.length,
    base,
    deviation: computeDeviation(weeks),
  };
}

/**
 * Returns the last week's traffic of the median user as a ratio of the previous traffic, at most 1. With this ratio, an outage or a holiday puts no
 * user at risk.
 */
export function computeFleetRatio(
  comparisons: readonly WeekComparison[],
  { fallingBaseRequests }: RiskThresholds = RISK_THRESHOLDS,
): number {
  const ratios = comparisons
    .filter(({ base }) => base >= fallingBaseRequests)
    .map(({ recent, baseWeek }) => recent / baseWeek)
    .toSorted((a, b) => a - b);
  if (ratios.length < MIN_FLEET_USERS) return 1;
  return Math.min(1, ratios[Math.floor(ratios.length / 2)] ?? 1);
}

/** Figures of a user that an assessment needs. Unlike the daily counts, they are small enough to be kept in memory for all users. */
export interface CallerSummary extends Pick<CallerAssessment, 'n7' | 'n7Before' | 'n30' | 'e30'> {
  readonly weeks: WeekComparison;
  readonly silent: RiskReason | undefined;
  readonly failing: RiskReason | undefined;
  readonly stuck: RiskReason | undefined;
}

/** Computes all figures of a user that do not depend on other users from the user's days. */
export function summarize(
  {
    firstSeen,
    days,
    clientKind = null,
  }: { firstSeen: number; days: readonly CallerDay[]; clientKind?: ClientKind | null },
  today: number,
  thresholds: RiskThresholds = RISK_THRESHOLDS,
): CallerSummary {
  // A bot is not a customer: it is never at risk, and the median user does not depend on it.
  const assessedDays = clientKind === 'bot' ? [] : days;
  const tomorrow = today + DAY_MINUTES;
  const lastWeek = tomorrow - WEEK_DAYS * DAY_MINUTES;
  const last30 = filterDays(days, tomorrow - 30 * DAY_MINUTES, tomorrow);
  return {
    n7: sumDays(filterDays(days, lastWeek, tomorrow), 'n'),
    n7Before: sumDays(filterDays(days, lastWeek - WEEK_DAYS * DAY_MINUTES, lastWeek), 'n'),
    n30: sumDays(last30, 'n'),
    e30: sumDays(last30, 'e4') + sumDays(last30, 'e5'),
    weeks: compareWeeks(assessedDays, today),
    silent: assessSilence(assessedDays, today, thresholds),
    failing: assessFailures(assessedDays, today, thresholds),
    stuck: assessStuckErrors(assessedDays, firstSeen, today, thresholds),
  };
}

/**
 * Returns the counts of a user and the reasons why the user is at risk.
 * @param fleet result of `computeFleetRatio`
 */
export function assess(
  summary: CallerSummary,
  today: number,
  fleet: number,
  thresholds: RiskThresholds = RISK_THRESHOLDS,
): CallerAssessment {
  const { n7, n7Before, n30, e30, weeks, silent: isSilent, failing: isFailing, stuck: isStuck } = summary;
  const reasons = [isSilent, assessFallingUse(weeks, today, fleet, thresholds), isFailing, isStuck].filter(
    (reason) => reason !== undefined,
  );
  const isLongSilent = reasons.some(({ facts }) => (facts.silentDays ?? 0) > thresholds.silentHighDays);
  const riskLevel = reasons.length === 0 ? 0 : reasons.length > 1 || isLongSilent ? 2 : 1;
  return { n7, n7Before, n30, e30, riskLevel, reasons };
}

function assessSilence(
  days: readonly CallerDay[],
  today: number,
  { silentActiveDays, silentDays: minDays, silentGapFactor, silentMaxDays }: RiskThresholds,
): RiskReason | undefined {
  const pastDays = days.filter(({ day }) => day <= today);
  const lastActiveDay = pastDays.at(-1)?.day;
  if (lastActiveDay === undefined) return undefined;
  const silentDays = Math.max(0, (today - lastActiveDay) / DAY_MINUTES - 1);
  const activeDays = pastDays.filter(({ day }) => day > lastActiveDay - BASE_DAYS * DAY_MINUTES);
  const gapDays = activeDays.slice(1).map(({ day }, index) => (day - (activeDays[index]?.day ?? day)) / DAY_MINUTES);
  const usualGapDays = gapDays.toSorted((a, b) => a - b)[Math.ceil(gapDays.length * 0.9) - 1] ?? BASE_DAYS;
  if (activeDays.length < silentActiveDays || silentDays < minDays || silentDays > silentMaxDays) return undefined;
  if (silentDays <= silentGapFactor * usualGapDays) return undefined;
  return {
    code: 'silent',
    since: lastActiveDay + DAY_MINUTES,
    facts: { silentDays, activeDaysBefore: activeDays.length, usualGapDays },
  };
}

function assessFallingUse(
  { recent, baseWeek, base, deviation }: WeekComparison,
  today: number,
  fleet: number,
  { fallingBaseRequests, fallingShare, fallingDeviations }: RiskThresholds,
): RiskReason | undefined {
  const expectedRequests = baseWeek * fleet;
  // A user without requests is silent or usually calls at longer intervals, so falling traffic is not reported.
  if (recent === 0 || base < fallingBaseRequests) return undefined;
  if (recent > fallingShare * expectedRequests) return undefined;
  // Weeks with little traffic are normal for users with irregular traffic.
  if (recent > expectedRequests - fallingDeviations * deviation * fleet) return undefined;
  return {
    code: 'falling',
    since: today - WEEK_DAYS * DAY_MINUTES,
    facts: {
      requests: recent,
      requestsBefore: roundRate(baseWeek),
      requestsExpected: roundRate(expectedRequests),
      deviation: roundRate(deviation),
    },
  };
}

function assessFailures(
  days: readonly CallerDay[],
  today: number,
  { failingRequests, failingShare, failingFactor }: RiskThresholds,
): RiskReason | undefined {
  const tomorrow = today + DAY_MINUTES;
  const weekStart = tomorrow - WEEK_DAYS * DAY_MINUTES;
  const recentDays = filterDays(days, weekStart, tomorrow);
  const earlierDays = filterDays(days, weekStart - BASE_DAYS * DAY_MINUTES, weekStart);
  const requests = sumDays(recentDays, 'n');
  // A comparison needs enough earlier requests. The reason `stuck` is reported for new users.
  if (requests < failingRequests || sumDays(earlierDays, 'n') < failingRequests) return undefined;
  const failureRate = countFailures(recentDays) / requests;
  const shareBefore = countFailures(earlierDays) / sumDays(earlierDays, 'n');
  if (failureRate < failingShare || failureRate < failingFactor * shareBefore) return undefined;
  return {
    code: 'failing',
    since: weekStart,
    facts: {
      requests,
      failures: countFailures(recentDays),
      share: roundRate(failureRate),
      shareBefore: roundRate(shareBefore),
    },
  };
}

function assessStuckErrors(
  days: readonly CallerDay[],
  firstSeen: number,
  today: number,
  { stuckDays, stuckRequests, stuckShare }: RiskThresholds,
): RiskReason | undefined {
  const tomorrow = today + DAY_MINUTES;
  if (firstSeen < tomorrow - stuckDays * DAY_MINUTES) return undefined;
  const pastDays = days.filter(({ day }) => day < tomorrow);
  const requests = sumDays(pastDays, 'n');
  const succeededRequests = requests - sumDays(pastDays, 'e4') - sumDays(pastDays, 'e5') - sumDays(pastDays, 'other');
  if (requests < stuckRequests || succeededRequests >= stuckShare * requests) return undefined;
  return { code: 'stuck', since: firstSeen, facts: { requests, succeeded: succeededRequests } };
}

/** Counts errors except status 429, because a throttled user may send correct requests. */
function countFailures(days: readonly CallerDay[]): number {
  return sumDays(days, 'e4') + sumDays(days, 'e5') - sumDays(days, 'throttled');
}

function filterDays(days: readonly CallerDay[], from: number, to: number): CallerDay[] {
  return days.filter(({ day }) => day >= from && day < to);
}

function sumDays(days: readonly CallerDay[], name: keyof CallerDay): number {
  return days.reduce((total, each) => total + each[name], 0);
}

/** Returns the standard deviation of a sample. */
function computeDeviation(values: readonly number[]): number {
  const mean = values.reduce((total, each) => total + each, 0) / values.length;
  return Math.sqrt(values.reduce((total, each) => total + (each - mean) ** 2, 0) / (values.length - 1));
}

function roundRate(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

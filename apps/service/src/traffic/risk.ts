import type { CallerAssessment, CallerDay, RiskReason } from '../store/callers.ts';
import { RISK_THRESHOLDS, type RiskThresholds } from './risk-thresholds.ts';

const DAY_MINUTES = 1_440;
const WEEK_DAYS = 7;
/** Days before the last week with which it is compared. */
const BASE_DAYS = 28;

/** Days that an assessment reads, today included. No project can set a higher maximum of silent days. */
export const ASSESSED_DAYS = RISK_THRESHOLDS.silentMaxDays + BASE_DAYS + 1;
/** Fewer users with enough requests say nothing about all of them. */
const MIN_FLEET_USERS = 5;

/** Requests of the last seven complete days, and of a mean week of the 28 days before. */
export interface WeekComparison {
  readonly recent: number;
  readonly baseWeek: number;
  readonly base: number;
  /** Standard deviation of the requests of the four weeks before. */
  readonly deviation: number;
}

/** @param today first minute of the UTC day */
function compareWeeks(days: readonly CallerDay[], today: number): WeekComparison {
  const recentFrom = today - WEEK_DAYS * DAY_MINUTES;
  const weeks = [4, 3, 2, 1].map((weeksAgo) => {
    const from = recentFrom - weeksAgo * WEEK_DAYS * DAY_MINUTES;
    return sum(between(days, from, from + WEEK_DAYS * DAY_MINUTES), 'n');
  });
  const base = weeks.reduce((total, each) => total + each, 0);
  return {
    recent: sum(between(days, recentFrom, today), 'n'),
    baseWeek: base / weeks.length,
    base,
    deviation: deviationOf(weeks),
  };
}

/** Returns how the traffic of the median user changed, at most 1, so that an outage or a holiday is no reason for anyone. */
export function fleetRatio(
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

/** What an assessment needs of a user. Unlike the days, it is small enough to be kept for all users until all are known. */
export interface CallerSummary extends Pick<CallerAssessment, 'n7' | 'n30' | 'e30'> {
  readonly weeks: WeekComparison;
  readonly silent: RiskReason | undefined;
  readonly failing: RiskReason | undefined;
  readonly stuck: RiskReason | undefined;
}

/** Derives everything from the days of a user that does not depend on the other users. */
export function summarize(
  { firstSeen, days }: { firstSeen: number; days: readonly CallerDay[] },
  today: number,
  thresholds: RiskThresholds = RISK_THRESHOLDS,
): CallerSummary {
  const until = today + DAY_MINUTES;
  const last30 = between(days, until - 30 * DAY_MINUTES, until);
  return {
    n7: sum(between(days, until - WEEK_DAYS * DAY_MINUTES, until), 'n'),
    n30: sum(last30, 'n'),
    e30: sum(last30, 'e4') + sum(last30, 'e5'),
    weeks: compareWeeks(days, today),
    silent: silent(days, today, thresholds),
    failing: failing(days, today, thresholds),
    stuck: stuck(days, firstSeen, today, thresholds),
  };
}

/** Returns the counts of a user and why the user is at risk. @param fleet result of `fleetRatio` */
export function assess(
  summary: CallerSummary,
  today: number,
  fleet: number,
  thresholds: RiskThresholds = RISK_THRESHOLDS,
): CallerAssessment {
  const { n7, n30, e30, weeks, silent: isSilent, failing: isFailing, stuck: isStuck } = summary;
  const reasons = [isSilent, falling(weeks, today, fleet, thresholds), isFailing, isStuck].filter(
    (reason) => reason !== undefined,
  );
  const isLongSilent = reasons.some(({ facts }) => (facts.silentDays ?? 0) > thresholds.silentHighDays);
  const riskLevel = reasons.length === 0 ? 0 : reasons.length > 1 || isLongSilent ? 2 : 1;
  return { n7, n30, e30, riskLevel, reasons };
}

function silent(
  days: readonly CallerDay[],
  today: number,
  { silentActiveDays, silentDays: minDays, silentGapFactor, silentMaxDays }: RiskThresholds,
): RiskReason | undefined {
  const past = days.filter(({ day }) => day <= today);
  const last = past.at(-1)?.day;
  if (last === undefined) return undefined;
  const silentDays = Math.max(0, (today - last) / DAY_MINUTES - 1);
  const active = past.filter(({ day }) => day > last - BASE_DAYS * DAY_MINUTES);
  const gaps = active.slice(1).map(({ day }, at) => (day - (active[at]?.day ?? day)) / DAY_MINUTES);
  const usualGapDays = gaps.toSorted((a, b) => a - b)[Math.ceil(gaps.length * 0.9) - 1] ?? BASE_DAYS;
  if (active.length < silentActiveDays || silentDays < minDays || silentDays > silentMaxDays) return undefined;
  if (silentDays <= silentGapFactor * usualGapDays) return undefined;
  return {
    code: 'silent',
    since: last + DAY_MINUTES,
    facts: { silentDays, activeDaysBefore: active.length, usualGapDays },
  };
}

function falling(
  { recent, baseWeek, base, deviation }: WeekComparison,
  today: number,
  fleet: number,
  { fallingBaseRequests, fallingShare, fallingDeviations }: RiskThresholds,
): RiskReason | undefined {
  const expected = baseWeek * fleet;
  // If there are no requests, the user is silent, or has a longer rhythm.
  if (recent === 0 || base < fallingBaseRequests) return undefined;
  if (recent > fallingShare * expected) return undefined;
  // Weeks with little traffic are usual for users who call in bursts.
  if (recent > expected - fallingDeviations * deviation * fleet) return undefined;
  return {
    code: 'falling',
    since: today - WEEK_DAYS * DAY_MINUTES,
    facts: {
      requests: recent,
      requestsBefore: rounded(baseWeek),
      requestsExpected: rounded(expected),
      deviation: rounded(deviation),
    },
  };
}

function failing(
  days: readonly CallerDay[],
  today: number,
  { failingRequests, failingShare, failingFactor }: RiskThresholds,
): RiskReason | undefined {
  const until = today + DAY_MINUTES;
  const from = until - WEEK_DAYS * DAY_MINUTES;
  const recent = between(days, from, until);
  const before = between(days, from - BASE_DAYS * DAY_MINUTES, from);
  const requests = sum(recent, 'n');
  // If a user has no history, there is nothing to compare with; new users are covered by `stuck`.
  if (requests < failingRequests || sum(before, 'n') < failingRequests) return undefined;
  const share = failures(recent) / requests;
  const shareBefore = failures(before) / sum(before, 'n');
  if (share < failingShare || share < failingFactor * shareBefore) return undefined;
  return {
    code: 'failing',
    since: from,
    facts: { requests, failures: failures(recent), share: rounded(share), shareBefore: rounded(shareBefore) },
  };
}

function stuck(
  days: readonly CallerDay[],
  firstSeen: number,
  today: number,
  { stuckDays, stuckRequests, stuckShare }: RiskThresholds,
): RiskReason | undefined {
  const until = today + DAY_MINUTES;
  if (firstSeen < until - stuckDays * DAY_MINUTES) return undefined;
  const all = days.filter(({ day }) => day < until);
  const requests = sum(all, 'n');
  const succeeded = requests - sum(all, 'e4') - sum(all, 'e5') - sum(all, 'other');
  if (requests < stuckRequests || succeeded >= stuckShare * requests) return undefined;
  return { code: 'stuck', since: firstSeen, facts: { requests, succeeded } };
}

/** Errors other than 429: a throttled user sends many requests, which need not be wrong. */
function failures(days: readonly CallerDay[]): number {
  return sum(days, 'e4') + sum(days, 'e5') - sum(days, 'throttled');
}

function between(days: readonly CallerDay[], from: number, to: number): CallerDay[] {
  return days.filter(({ day }) => day >= from && day < to);
}

function sum(days: readonly CallerDay[], name: keyof CallerDay): number {
  return days.reduce((total, each) => total + each[name], 0);
}

/** Standard deviation of a sample. */
function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((total, each) => total + each, 0) / values.length;
  return Math.sqrt(values.reduce((total, each) => total + (each - mean) ** 2, 0) / (values.length - 1));
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

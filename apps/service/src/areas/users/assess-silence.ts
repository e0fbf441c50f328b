import { MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import type { Fleet } from './fleet.ts';
import { ASSESSED_DAYS, BASE_DAYS, getQuantile, type UserDays, WEEK_DAYS } from './risk-days.ts';
import type { RiskThresholds } from './risk-thresholds.ts';
import type { RiskReason } from './store.ts';

/** Number of weeks up to the last active day from which a user's usual days of the week and usual pauses are determined. */
export const HABIT_WEEKS = 8;
/** Minimum ratio of a weekday's active days to those of the most active weekday, for a weekday on which a user usually calls. */
const MIN_DAY_RATIO = 0.25;

/** Returns the number of complete days since the user's last request; undefined if there are no requests. */
export function countSilentDays({ uses }: UserDays): number | undefined {
  const lastActive = uses.findIndex((count) => count > 0);
  return lastActive === -1 ? undefined : Math.max(0, lastActive - 1);
}

/** Returns the reason `silent` if a user who called regularly has missed more of the usual days than in a usual pause. */
export function assessSilence(
  user: UserDays,
  { isClosed }: Fleet,
  { silentActiveDays, silentActiveWeeks, silentDays: minDays, silentGapFactor, silentMaxDays }: RiskThresholds,
): RiskReason | undefined {
  const silentDays = countSilentDays(user);
  if (silentDays === undefined || silentDays < minDays || silentDays > silentMaxDays) return undefined;
  const lastActive = silentDays + 1;
  const { uses, today } = user;
  const isActive = (ago: number) => (uses[ago] ?? 0) > 0;
  const assessedDays = listDays(lastActive, lastActive + HABIT_WEEKS * WEEK_DAYS - 1).filter(
    (ago) => ago < ASSESSED_DAYS,
  );
  const activeDays = assessedDays.filter(isActive);
  const activeDaysBefore = activeDays.filter((ago) => ago < lastActive + BASE_DAYS).length;
  const activeWeeks = new Set(activeDays.map((ago) => Math.floor((ago - lastActive) / WEEK_DAYS))).size;
  if (activeDaysBefore < silentActiveDays && activeWeeks < silentActiveWeeks) return undefined;
  const isUsualDay = createUsualDays(activeDays);
  const countUsualDays = (newest: number, oldest: number) =>
    listDays(newest, oldest).filter((ago) => isUsualDay(ago) && !isClosed[ago]).length;
  const gaps = activeDays.slice(1).map((older, at) => Math.max(1, countUsualDays(activeDays[at] ?? older, older - 1)));
  const pauses = gaps.toSorted((a, b) => b - a);
  // One long pause may be a vacation. So the second longest pause defines what is usual.
  const usualGapDays = Math.max(getQuantile(gaps, 0.9) ?? BASE_DAYS, (pauses[1] ?? 0) / 2);
  const missedDays = countUsualDays(1, silentDays);
  if (missedDays < silentGapFactor * usualGapDays) return undefined;
  return {
    code: 'silent',
    since: today - silentDays * MINUTES_PER_DAY,
    facts: { silentDays, missedDays, usualGapDays, activeDaysBefore, activeWeeksBefore: activeWeeks },
  };
}

/** Creates a function that returns whether a user usually calls on the weekday of a given day. */
function createUsualDays(activeDays: readonly number[]): (ago: number) => boolean {
  const counts = Array.from({ length: WEEK_DAYS }, () => 0);
  for (const ago of activeDays) counts[ago % WEEK_DAYS] = (counts[ago % WEEK_DAYS] ?? 0) + 1;
  const minCount = MIN_DAY_RATIO * Math.max(...counts);
  return (ago) => (counts[ago % WEEK_DAYS] ?? 0) >= Math.max(1, minCount);
}

function listDays(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

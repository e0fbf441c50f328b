import { MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import type { LogClientKind, UserDayCounts } from './store.ts';

export const WEEK_DAYS = 7;
/** Number of days before the last week with which the last week is compared. */
export const BASE_DAYS = 28;
/** Number of weeks before the last week in which an assessment looks for a user's previous traffic. */
export const OLDER_WEEKS = 16;
/** Number of days that an assessment reads, including today. */
export const ASSESSED_DAYS = (OLDER_WEEKS + 1) * WEEK_DAYS + 1;

/** The counts of a user for an assessment. */
export interface UserHistory {
  readonly firstSeen: number;
  readonly days: readonly UserDayCounts[];
  readonly clientKind?: LogClientKind | null;
}

/** A user's counts by day. The index is the number of days ago: 0 is today. */
export interface UserDays {
  /** First minute of today, in UTC. */
  readonly today: number;
  /** Number of days since the user's first request. */
  readonly ageDays: number;
  /** Requests that were not sent by bots. */
  readonly uses: readonly number[];
  /** Requests except those with status 429. A throttled user may send correct requests. */
  readonly requests: readonly number[];
  /** Requests with status 4xx or 5xx, except 429. */
  readonly failures: readonly number[];
  /** Requests with status 2xx. */
  readonly successes: readonly number[];
}

/** Returns the counts of a user by day. A bot is not a customer, so its counts are 0. */
export function readUserDays(history: UserHistory, today: number): UserDays {
  const counts = { uses: createZeros(), requests: createZeros(), failures: createZeros(), successes: createZeros() };
  const days = history.days.filter(({ day }) => day <= today && day > today - ASSESSED_DAYS * MINUTES_PER_DAY);
  if (!isBot(days, history.clientKind ?? null)) {
    for (const { day, n, e4, e5, other, throttled, bots } of days) {
      const daysAgo = (today - day) / MINUTES_PER_DAY;
      counts.uses[daysAgo] = n - (bots ?? 0);
      counts.requests[daysAgo] = n - throttled;
      counts.failures[daysAgo] = e4 + e5 - throttled;
      counts.successes[daysAgo] = n - e4 - e5 - other;
    }
  }
  return { today, ageDays: Math.max(0, Math.ceil((today - history.firstSeen) / MINUTES_PER_DAY)), ...counts };
}

/**
 * Returns whether bots sent more than half of a user's requests. For old days, the number of bot requests is unknown. If it is unknown for all days,
 * the result depends on the kind of the client that sent the newest requests.
 */
function isBot(days: readonly UserDayCounts[], clientKind: LogClientKind | null): boolean {
  const knownDays = days.filter(({ bots }) => bots !== null);
  if (knownDays.length === 0) return clientKind === 'bot';
  const bots = knownDays.reduce((total, each) => total + (each.bots ?? 0), 0);
  return bots > knownDays.reduce((total, { n }) => total + n, 0) / 2;
}

/** Returns the sum of the counts of the days from `first` to `last` days ago, both included. */
export function sumDays(counts: readonly number[], first: number, last: number): number {
  let total = 0;
  for (let ago = first; ago <= last; ago += 1) total += counts[ago] ?? 0;
  return total;
}

/** Returns a quantile: the smallest value that at least this ratio of the values does not exceed. The values need not be sorted. */
export function getQuantile(values: readonly number[], ratio: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * ratio) - 1)];
}

export function roundRate(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function createZeros(): number[] {
  return Array.from({ length: ASSESSED_DAYS }, () => 0);
}

import { createInvalidRequestError } from '../errors/invalid-request.ts';
import type { CallerDay, CallerRecord, CallerSort, RiskReasonCode } from '../store/callers.ts';
import type { Store } from '../store/store.ts';
import { alignToGrain, type MinuteRange } from '../store/traffic/time-range.ts';
import { getMinute } from '../store/traffic/traffic-delta.ts';
import { formatMinute } from './metrics-period.ts';
import { countRecentRequests, getSpellings, MAX_HINT_DELIVERIES } from './user-activity.ts';

const DAY_MINUTES = 1_440;
const DETAIL_DAYS = 30;
/** Maximum number of days in a time series. */
const MAX_DAYS = 1_500;

export interface UserListQuery {
  readonly sort: CallerSort;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly atRisk?: boolean | undefined;
  readonly reason?: RiskReasonCode | undefined;
  readonly q?: string | undefined;
}

/**
 * Returns a page of users.
 * @param now Unix time in milliseconds
 * @throws CursorError
 */
export async function listUsers(
  { callers }: Store,
  projectId: string,
  { atRisk = false, ...query }: UserListQuery,
  now: number,
) {
  const page = await callers.list(projectId, { ...query, ...(atRisk ? { atRisk: getMinute(now) } : {}) });
  return { users: page.items.map(getUser), next: page.next };
}

/**
 * Returns the details of a user.
 * @returns undefined if the user does not exist
 */
export async function getUserDetail(store: Store, projectId: string, id: string, now: number) {
  const { callers, hints } = store;
  const caller = await callers.get(projectId, id);
  if (!caller) return undefined;
  const to = Math.floor(getMinute(now) / DAY_MINUTES) * DAY_MINUTES + DAY_MINUTES;
  const range = { from: to - DETAIL_DAYS * DAY_MINUTES, to };
  return {
    ...getUser(caller),
    groupEmails: getSpellings(caller),
    days: getPoints(range, await callers.days(projectId, id, range)),
    recent: await countRecentRequests(store, projectId, caller, formatMinute(range.from)),
    hints: await hints.deliveriesTo(projectId, id, { limit: MAX_HINT_DELIVERIES, now: new Date(now).toISOString() }),
  };
}

/**
 * Returns the daily counts of a user.
 * @returns undefined if the user does not exist
 * @throws HttpError
 */
export async function getUserTimeSeries({ callers }: Store, projectId: string, id: string, range: MinuteRange) {
  const days = alignToGrain(range, DAY_MINUTES);
  const count = (days.to - days.from) / DAY_MINUTES;
  if (count > MAX_DAYS) {
    const firstAvailableMinute = formatMinute(days.to - MAX_DAYS * DAY_MINUTES);
    throw createInvalidRequestError([
      {
        where: 'query.since',
        message: `results in ${count} days; the maximum is ${MAX_DAYS}: use ${firstAvailableMinute} or later`,
      },
    ]);
  }
  if (!(await callers.get(projectId, id))) return undefined;
  const points = getPoints(days, await callers.days(projectId, id, days));
  return { since: formatMinute(days.from), until: formatMinute(days.to), points };
}

/** Returns a caller in the format of the API. */
export function getUser(caller: CallerRecord) {
  return {
    id: caller.id,
    groupEmail: caller.email,
    name: caller.name,
    note: caller.note,
    ignored: caller.ignored,
    snoozedUntil: caller.snoozedUntil === null ? null : formatMinute(caller.snoozedUntil),
    firstSeen: formatMinute(caller.firstSeen),
    lastSeen: formatMinute(caller.lastSeen),
    requests7d: caller.n7,
    requests30d: caller.n30,
    errors30d: caller.e30,
    risk:
      caller.riskLevel === 0
        ? null
        : {
            level: caller.riskLevel > 1 ? ('high' as const) : ('low' as const),
            reasons: caller.reasons.map(({ code, since, facts }) => ({
              code,
              since: formatMinute(since),
              facts: { ...facts },
            })),
          },
  };
}

function getPoints({ from, to }: MinuteRange, days: readonly CallerDay[]) {
  const countsByDay = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: (to - from) / DAY_MINUTES }, (_, index) => {
    const day = from + index * DAY_MINUTES;
    const { n, e4, e5, other, throttled } = countsByDay.get(day) ?? { n: 0, e4: 0, e5: 0, other: 0, throttled: 0 };
    const status2xx = n - e4 - e5 - other;
    return { at: formatMinute(day), requests: n, status2xx, status4xx: e4, status5xx: e5, throttled };
  });
}

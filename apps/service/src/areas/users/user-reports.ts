import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import { formatMinute, getGrain, type Interval } from '../../platform/time/metrics-period.ts';
import { getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import { alignToGrain, type MinuteRange, type TimeGrain } from '../../platform/time/time-range.ts';
import { readClientKind } from '../logs/store.ts';
import { addStatus, type UserCounts } from '../logs/traffic-delta.ts';
import { getChange } from '../metrics/metrics-reports.ts';
import { listLogsOfRange } from '../metrics/newest-logs.ts';
import type { LogClientKind, RiskReasonCode, UserRecord, UserSort, UserStore } from './store.ts';
import { countRecentRequests, getSpellings, MAX_HINT_DELIVERIES } from './user-activity.ts';

const DETAIL_DAYS = 30;

export interface UserListQuery {
  readonly sort: UserSort;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly atRisk?: boolean | undefined;
  readonly reason?: RiskReasonCode | undefined;
  readonly caller?: LogClientKind | undefined;
  readonly q?: string | undefined;
}

/**
 * Returns a page of users.
 * @param now Unix time in milliseconds
 * @throws CursorError
 */
export async function listUsers(
  { users }: UserStore,
  projectId: string,
  { atRisk = false, caller: clientKind, ...query }: UserListQuery,
  now: number,
) {
  const page = await users.list(projectId, { ...query, clientKind, ...(atRisk ? { atRisk: getMinute(now) } : {}) });
  return { users: page.items.map(getUser), next: page.next };
}

/**
 * Returns the details of a user.
 * @returns undefined if the user does not exist
 */
export async function getUserDetail(store: UserStore, projectId: string, id: string, now: number) {
  const { users, hints } = store;
  const user = await users.get(projectId, id);
  if (!user) return undefined;
  const to = Math.floor(getMinute(now) / MINUTES_PER_DAY) * MINUTES_PER_DAY + MINUTES_PER_DAY;
  const range = { from: to - DETAIL_DAYS * MINUTES_PER_DAY, to };
  return {
    ...getUser(user),
    groupEmails: getSpellings(user),
    days: getPoints(range, await readDays(store, projectId, id, range), MINUTES_PER_DAY),
    recent: await countRecentRequests(store, projectId, user, formatMinute(range.from)),
    hints: await hints.listUserDeliveries(projectId, id, {
      limit: MAX_HINT_DELIVERIES,
      now: new Date(now).toISOString(),
    }),
  };
}

/**
 * Returns the counts of a user by hour, which are read from the logs, or by day.
 * @returns undefined if the user does not exist
 * @throws HttpError
 */
export async function getUserTimeSeries(
  store: UserStore,
  projectId: string,
  id: string,
  givenRange: MinuteRange,
  interval: Interval,
) {
  const grain = getGrain(interval, givenRange, { minutesSince: 0, hoursSince: 0 });
  const range = alignToGrain(givenRange, grain);
  const user = await store.users.get(projectId, id);
  if (!user) return undefined;
  const counts =
    grain === MINUTES_PER_DAY
      ? await readDays(store, projectId, id, range)
      : await countLogs(store, projectId, user, range, grain);
  return {
    since: formatMinute(range.from),
    until: formatMinute(range.to),
    interval,
    points: getPoints(range, counts, grain),
  };
}

async function readDays({ users }: UserStore, projectId: string, id: string, range: MinuteRange) {
  const days = await users.days(projectId, id, range);
  return new Map<number, PointCounts>(days.map((each) => [each.day, each]));
}

async function countLogs(
  store: UserStore,
  projectId: string,
  user: UserRecord,
  range: MinuteRange,
  grain: TimeGrain,
): Promise<Map<number, PointCounts>> {
  if (user.email === null) {
    const message = '"hour" is not available for this user, whose email address is unknown: use interval=day';
    throw createInvalidRequestError([{ where: 'query.interval', message }]);
  }
  const searches = [{ groupEmail: user.email }];
  const buckets = new Map<number, PointCounts>();
  for (const { timestamp, status, userAgent } of await listLogsOfRange(store, projectId, range, searches, grain)) {
    const start = Math.floor(getMinute(timestamp) / grain) * grain;
    const counts = buckets.get(start) ?? { ...NO_REQUESTS };
    buckets.set(start, counts);
    if (readClientKind({ userAgent }) === 'bot' && counts.bots !== null) counts.bots += 1;
    addStatus(counts, status);
  }
  return buckets;
}

/** Returns a user in the format of the API. */
export function getUser(user: UserRecord) {
  return {
    id: user.id,
    groupEmail: user.email,
    name: user.name,
    note: user.note,
    ignored: user.ignored,
    snoozedUntil: user.snoozedUntil === null ? null : formatMinute(user.snoozedUntil),
    firstSeen: formatMinute(user.firstSeen),
    lastSeen: formatMinute(user.lastSeen),
    caller: user.clientKind,
    requests7d: user.n7,
    requests30d: user.n30,
    errors30d: user.e30,
    change: getChange(user.n7, user.n7Before),
    risk:
      user.riskLevel === 0
        ? null
        : {
            level: user.riskLevel > 1 ? ('high' as const) : ('low' as const),
            reasons: user.reasons.map(({ code, since, facts }) => ({
              code,
              since: formatMinute(since),
              facts: { ...facts },
            })),
          },
  };
}

interface PointCounts extends UserCounts {
  bots: number | null;
}

const NO_REQUESTS: PointCounts = { n: 0, e4: 0, e5: 0, other: 0, throttled: 0, bots: 0 };

function getPoints({ from, to }: MinuteRange, counts: ReadonlyMap<number, PointCounts>, grain: TimeGrain) {
  return Array.from({ length: (to - from) / grain }, (_, index) => {
    const start = from + index * grain;
    const { n, e4, e5, other, throttled, bots } = counts.get(start) ?? NO_REQUESTS;
    const status2xx = n - e4 - e5 - other;
    return { at: formatMinute(start), requests: n, status2xx, status4xx: e4, status5xx: e5, throttled, bots };
  });
}

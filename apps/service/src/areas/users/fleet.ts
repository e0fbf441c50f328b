import { compareTraffic, getBlockDays, listBaseWindows } from './base-windows.ts';
import { ASSESSED_DAYS, BASE_DAYS, getQuantile, type UserDays, WEEK_DAYS } from './risk-days.ts';
import { RISK_THRESHOLDS, type RiskThresholds } from './risk-thresholds.ts';

/** Minimum number of users for which the median user represents all users. With fewer users, a change is common if it affects all of them. */
const MIN_MEDIAN_USERS = 5;
/** Minimum number of users for which a change can be common. */
const MIN_USERS = 2;
/** Number of previous days with the same day of the week that show whether a user calls on that day of the week. */
const COMPARED_WEEKS = 4;
/** Minimum number of active days among the compared days with the same day of the week. */
const MIN_ACTIVE_WEEKS = 3;
/** Number of open days without requests after which a user is excluded when the change of all users' traffic is determined. */
const MAX_PEER_SILENT_DAYS = 14;
/** Number of days. The median over these days is the usual failure ratio of the median user. */
const USUAL_DAYS = 35;

/** Changes that the users of a project have in common. Days are indexed by the number of days ago. */
export interface Fleet {
  /** Whether the users who usually call on a day sent no requests, for example on a holiday. */
  readonly isClosed: readonly boolean[];
  /** Failure ratio of the median user above the usual failure ratio. */
  readonly failureRates: readonly number[];
  /** Ratio of the median user's recent traffic to the traffic in each base window, at most 1; by the number of compared days. */
  readonly ratios: ReadonlyMap<number, readonly number[]>;
}

/** The fleet of a project without known common changes. */
export const UNKNOWN_FLEET: Fleet = { isClosed: [], failureRates: [], ratios: new Map() };

/** Determines the changes that users have in common, so that an outage of the API or a holiday does not put users at risk. */
export function describeFleet(users: readonly UserDays[], thresholds: RiskThresholds = RISK_THRESHOLDS): Fleet {
  const isClosed = findClosedDays(users);
  const peers = users.filter((user) => countOpenSilentDays(user, isClosed) <= MAX_PEER_SILENT_DAYS);
  return {
    isClosed,
    failureRates: computeFailureRates(users),
    ratios: new Map([WEEK_DAYS, BASE_DAYS].map((days) => [days, computeRatios(peers, days, thresholds)])),
  };
}

/**
 * Returns the middle value: for five users or more, the value that more than half of the users reach; for two to four users, the value that all users
 * reach. Returns undefined for a single user, whose value says nothing about other users.
 * @param bestEnd whether the lowest or the highest values are those of unaffected users
 */
function getCommonValue(values: readonly number[], bestEnd: 'lowest' | 'highest'): number | undefined {
  if (values.length < MIN_USERS) return undefined;
  const sorted = values.toSorted((a, b) => (bestEnd === 'lowest' ? a - b : b - a));
  return values.length < MIN_MEDIAN_USERS ? sorted[0] : sorted[Math.floor((values.length - 1) / 2)];
}

/**
 * Finds the days on which the users who usually call on that day of the week did not call. Closed days are ignored when the usual days of a user are
 * determined.
 */
function findClosedDays(users: readonly UserDays[]): boolean[] {
  const isClosed = Array.from({ length: ASSESSED_DAYS }, () => false);
  for (let daysAgo = ASSESSED_DAYS - 1; daysAgo >= 1; daysAgo -= 1) {
    const openWeeks: number[] = [];
    for (let back = daysAgo + WEEK_DAYS; back < ASSESSED_DAYS && openWeeks.length < COMPARED_WEEKS; back += WEEK_DAYS) {
      if (!isClosed[back]) openWeeks.push(back);
    }
    if (openWeeks.length < COMPARED_WEEKS) continue;
    const isActive: number[] = [];
    for (const { uses } of users) {
      let activeWeeks = 0;
      for (const back of openWeeks) if ((uses[back] ?? 0) > 0) activeWeeks += 1;
      if (activeWeeks >= MIN_ACTIVE_WEEKS) isActive.push((uses[daysAgo] ?? 0) > 0 ? 1 : 0);
    }
    isClosed[daysAgo] = getCommonValue(isActive, 'highest') === 0;
  }
  return isClosed;
}

function countOpenSilentDays({ uses }: UserDays, isClosed: readonly boolean[]): number {
  let count = 0;
  for (let ago = 1; ago < ASSESSED_DAYS && (uses[ago] ?? 0) === 0; ago += 1) if (!isClosed[ago]) count += 1;
  return (uses[0] ?? 0) > 0 ? 0 : count;
}

function computeFailureRates(users: readonly UserDays[]): number[] {
  const rates = Array.from({ length: ASSESSED_DAYS }, (_, daysAgo) => {
    const active = users.filter(({ requests }) => (requests[daysAgo] ?? 0) > 0);
    return getCommonValue(
      active.map(({ failures, requests }) => (failures[daysAgo] ?? 0) / (requests[daysAgo] ?? 1)),
      'lowest',
    );
  });
  const usualRate = getQuantile(
    rates.slice(0, USUAL_DAYS).filter((rate) => rate !== undefined),
    0.5,
  );
  return rates.map((rate) => Math.max(0, (rate ?? 0) - (usualRate ?? 0)));
}

function computeRatios(peers: readonly UserDays[], days: number, { fallingBaseRequests }: RiskThresholds): number[] {
  const ratios: number[][] = [];
  for (const user of peers) {
    if (getBlockDays(user) !== days) continue;
    for (const window of listBaseWindows(user, days)) {
      if (window.level * (BASE_DAYS / days) < fallingBaseRequests) continue;
      const values = ratios[window.index] ?? [];
      ratios[window.index] = values;
      values.push(compareTraffic(user, days) / window.level);
    }
  }
  return Array.from(ratios, (values = []) => Math.min(1, getCommonValue(values, 'highest') ?? 1));
}

import { normalizeUser } from '@context-sync/core/user-identity';
import { NAME_LIMITS } from '../../platform/database/name-limits.ts';
import { getUserId } from '../../platform/personal-data/user-id.ts';
import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';
import { getBestSource, getEndpointName, type RouteSource } from './endpoint-name.ts';
import { addDuration, formatHistogram, type Histogram } from './histogram.ts';
import type { LogClientKind } from './store.ts';

/** The properties of a log that affect the metrics. */
export interface CountedLog {
  readonly timestamp: string;
  readonly method: string;
  readonly route: string | null;
  /** Source of the route; null for logs of older versions. */
  readonly routeSource?: RouteSource | null | undefined;
  readonly environment: string;
  /** Kind of the client; null if the request contained no user agent. */
  readonly clientKind: LogClientKind | null;
  readonly status: number;
  readonly durationMs: number | null;
  readonly errorCode: string | null;
  readonly groupEmail: string | null;
  /** Size of the stored URL, request and response. Absent if the bytes of the logs are not counted. */
  readonly bytes?: number;
}

/** The requests of one minute, endpoint, environment and kind of client. */
export interface DeltaCell {
  /** Start of the minute, in minutes since 1970. */
  readonly minute: number;
  readonly method: string;
  readonly route: string;
  /** The most reliable source of the route in these logs; missing in deltas of older versions. */
  source?: RouteSource;
  readonly environment: string;
  /** Kind of the client; empty if the request contained no user agent. */
  readonly caller: string;
  n: number;
  c2: number;
  c3: number;
  c4: number;
  c5: number;
  readonly histogram: string;
}

export interface DeltaError {
  readonly day: number;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly errorCode: string;
  n: number;
}

/** Requests of a user by status. */
export interface UserCounts {
  n: number;
  e4: number;
  e5: number;
  /** Requests with status 1xx or 3xx. */
  other: number;
  /** Requests with status 429, which `e4` includes. */
  throttled: number;
}

export interface DeltaUserDay extends UserCounts {
  readonly day: number;
  /** Id of the user. */
  readonly caller: string;
  /** Normalized email address of the user; missing in deltas of older versions. */
  readonly email?: string;
  /** Other forms (case and spaces) of the user's email address in these logs. */
  spellings?: readonly string[];
  /** Minutes of the user's first and last request; missing in deltas of older versions. */
  first?: number;
  last?: number;
  /** Requests of bots; missing in deltas of older versions. */
  bots?: number;
  /** Kind of the client that sent the newest of these requests; missing if they contained no user agent, and in deltas of older versions. */
  clientKind?: LogClientKind;
}

/** The size of the logs of one day. */
export interface DeltaDay {
  readonly day: number;
  bytes: number;
}

/** The counts of a batch of logs. */
export interface TrafficDelta {
  /** Size of the logs by day; missing in deltas of older versions. */
  readonly days?: readonly DeltaDay[];
  readonly cells: readonly DeltaCell[];
  readonly errors: readonly DeltaError[];
  readonly callerDays: readonly DeltaUserDay[];
}

/** Parses a delta that `addDelta` has stored. Does not validate the delta with a schema, because validation would take longer than counting. */
export function parseDelta(text: string): TrafficDelta {
  return JSON.parse(text) as TrafficDelta;
}

/**
 * Adds forms (case and spaces) of an email address to the known forms. Beyond the limit of a user, the oldest forms are removed, so that forms that
 * are no longer used do not prevent new ones from being recorded.
 */
export function mergeSpellings(knownSpellings: readonly string[], newerSpellings: readonly string[]): string[] {
  const all = [...new Set([...knownSpellings, ...newerSpellings])];
  if (all.length <= NAME_LIMITS.spellings) return all;
  return [...new Set([...knownSpellings.filter((each) => !newerSpellings.includes(each)), ...newerSpellings])].slice(
    -NAME_LIMITS.spellings,
  );
}

/**
 * Counts logs by minute and endpoint, by day and error, and by day and user.
 * @param receivedMinute minute in which the logs were received. The last request of a user is never recorded as later than this minute, even if the
 * time of a log is in the future
 */
export function getDelta(
  projectId: string,
  logs: readonly CountedLog[],
  receivedMinute = getMinute(Date.now()),
): TrafficDelta {
  const cells = new Map<string, { cell: DeltaCell; histogram: Histogram }>();
  const errors = new Map<string, DeltaError>();
  const callerDays = new Map<string, DeltaUserDay>();
  const days = new Map<number, DeltaDay>();
  for (const log of logs) {
    const minute = getMinute(log.timestamp);
    const day = getDayOfMinute(minute);
    const countedDay = days.get(day);
    if (countedDay) countedDay.bytes += log.bytes ?? 0;
    else days.set(day, { day, bytes: log.bytes ?? 0 });
    countCell(cells, minute, log);
    if (log.status >= 400) countError(errors, day, log);
    if (log.groupEmail !== null && log.groupEmail.trim() !== '') {
      const seenMinute = Math.min(minute, receivedMinute);
      countUserDay(callerDays, { day, minute: seenMinute, spelling: log.groupEmail }, projectId, log);
    }
  }
  return {
    days: [...days.values()],
    cells: [...cells.values()].map(({ cell, histogram }) => ({ ...cell, histogram: formatHistogram(histogram) })),
    errors: [...errors.values()],
    callerDays: [...callerDays.values()],
  };
}

function countCell(
  cells: Map<string, { cell: DeltaCell; histogram: Histogram }>,
  minute: number,
  { environment, clientKind, status, durationMs, routeSource, ...log }: CountedLog,
): void {
  const { method, route } = getEndpointName(log);
  // The method and the kind contain no space, and the route is at the end.
  const key = `${minute} ${method} ${clientKind} ${JSON.stringify(environment)} ${route}`;
  let countedCell = cells.get(key);
  if (!countedCell) {
    const name = { minute, method, route, environment, caller: clientKind ?? '' };
    countedCell = { cell: { ...name, n: 0, c2: 0, c3: 0, c4: 0, c5: 0, histogram: '' }, histogram: new Map() };
    cells.set(key, countedCell);
  }
  const { cell, histogram } = countedCell;
  cell.source = getBestSource(cell.source, routeSource ?? undefined);
  cell.n += 1;
  if (status >= 500) cell.c5 += 1;
  else if (status >= 400) cell.c4 += 1;
  else if (status >= 300) cell.c3 += 1;
  else if (status >= 200) cell.c2 += 1;
  if (durationMs !== null) addDuration(histogram, durationMs);
}

function countError(errors: Map<string, DeltaError>, day: number, { status, errorCode, ...log }: CountedLog): void {
  const { method, route } = getEndpointName(log);
  const key = `${day} ${method} ${status} ${JSON.stringify(errorCode)} ${route}`;
  const errorCount = errors.get(key);
  if (errorCount) errorCount.n += 1;
  else errors.set(key, { day, method, route, status, errorCode: errorCode ?? '', n: 1 });
}

function countUserDay(
  callerDays: Map<string, DeltaUserDay>,
  { day, minute, spelling }: { day: number; minute: number; spelling: string },
  projectId: string,
  { status, clientKind }: CountedLog,
): void {
  const email = normalizeUser(spelling);
  const key = `${day} ${email}`;
  let callerDay = callerDays.get(key);
  if (!callerDay) {
    const caller = getUserId(projectId, email);
    callerDay = {
      day,
      caller,
      n: 0,
      e4: 0,
      e5: 0,
      other: 0,
      throttled: 0,
      bots: 0,
      email,
      first: minute,
      last: minute,
    };
    callerDays.set(key, callerDay);
  }
  const isNewest = callerDay.clientKind === undefined || minute >= (callerDay.last ?? minute);
  if (clientKind !== null && isNewest) callerDay.clientKind = clientKind;
  callerDay.first = Math.min(callerDay.first ?? minute, minute);
  callerDay.last = Math.max(callerDay.last ?? minute, minute);
  if (spelling !== email) callerDay.spellings = mergeSpellings(callerDay.spellings ?? [], [spelling]);
  if (clientKind === 'bot') callerDay.bots = (callerDay.bots ?? 0) + 1;
  addStatus(callerDay, status);
}

/** Adds a request to the counts of its user. */
export function addStatus(counts: UserCounts, status: number): void {
  counts.n += 1;
  if (status < 200 || (status >= 300 && status < 400)) counts.other += 1;
  if (status === 429) counts.throttled += 1;
  if (status >= 500) counts.e5 += 1;
  else if (status >= 400) counts.e4 += 1;
}

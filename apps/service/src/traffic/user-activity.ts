import { setImmediate } from 'node:timers/promises';
import type { CallerRecord } from '../store/callers.ts';
import type { LogSummary } from '../store/logs.ts';
import type { Store } from '../store/store.ts';
import { getEndpointId } from '../store/traffic/traffic.ts';
import { UNKNOWN_ROUTE } from '../store/traffic/traffic-delta.ts';

/**
 * Maximum number of a user's newest requests that are read from the logs. The counts by endpoint do not distinguish users, so these requests are
 * counted separately.
 */
export const MAX_RECENT_REQUESTS = 1_000;
/** Number of logs in one read. Other requests wait for the read, because the SQLite API is synchronous. */
const LOGS_PER_READ = 200;
export const MAX_TOP_ENDPOINTS = 10;
export const MAX_LAST_ERRORS = 10;
export const MAX_HINT_DELIVERIES = 10;

export interface UserEndpoint {
  readonly endpointId: string;
  readonly method: string;
  readonly route: string;
  requests: number;
  errors: number;
}

/** Returns all spellings of a user's address in the logs. */
export function getSpellings({ email, spellings }: CallerRecord): string[] {
  return email === null ? [] : [email, ...spellings];
}

/**
 * Counts the newest requests of a user by endpoint, and lists the newest errors among them.
 * @param since start time in ISO 8601
 */
export async function countRecentRequests(store: Store, projectId: string, caller: CallerRecord, since: string) {
  const { logs, isComplete } = await listNewestLogs(store, projectId, getSpellings(caller), since);
  const endpoints = new Map<string, UserEndpoint>();
  for (const { method, route, status } of logs) {
    const name = { method, route: route ?? UNKNOWN_ROUTE };
    const endpointId = getEndpointId(name);
    const endpoint = endpoints.get(endpointId) ?? { endpointId, ...name, requests: 0, errors: 0 };
    endpoints.set(endpointId, endpoint);
    endpoint.requests += 1;
    if (status >= 400) endpoint.errors += 1;
  }
  const topEndpoints = [...endpoints.values()].toSorted(
    (a, b) => b.requests - a.requests || b.errors - a.errors || (a.endpointId < b.endpointId ? -1 : 1),
  );
  const errors = logs.filter(({ status }) => status >= 400).slice(0, MAX_LAST_ERRORS);
  return {
    requests: logs.length,
    complete: isComplete,
    since: logs.at(-1)?.timestamp ?? null,
    topEndpoints: topEndpoints.slice(0, MAX_TOP_ENDPOINTS),
    lastErrors: errors.map(({ id, timestamp, method, route, status, errorCode }) => ({
      logId: id,
      timestamp,
      method,
      route: route ?? UNKNOWN_ROUTE,
      status,
      errorCode,
    })),
  };
}

/** Returns the logs with any spelling of an address, newest first. */
async function listNewestLogs(store: Store, projectId: string, spellings: readonly string[], since: string) {
  const sources = spellings.map((groupEmail) => readLogs(store, projectId, groupEmail, since));
  const heads: (LogSummary | undefined)[] = [];
  for (const source of sources) heads.push(await readNext(source));
  const logs: LogSummary[] = [];
  while (logs.length < MAX_RECENT_REQUESTS) {
    const newest = getNewest(heads);
    if (!newest) break;
    logs.push(newest.log);
    const source = sources[newest.at];
    if (source) heads[newest.at] = await readNext(source);
  }
  return { logs, isComplete: heads.every((head) => head === undefined) };
}

async function* readLogs(
  { logs }: Store,
  projectId: string,
  groupEmail: string,
  since: string,
): AsyncGenerator<LogSummary, undefined> {
  for (let cursor: string | undefined; ; ) {
    const page = await logs.search(projectId, { groupEmail, since }, { limit: LOGS_PER_READ, cursor });
    yield* page.items;
    if (page.next === null) return undefined;
    cursor = page.next;
    await setImmediate();
  }
}

async function readNext(source: AsyncGenerator<LogSummary, undefined>): Promise<LogSummary | undefined> {
  return (await source.next()).value;
}

function getNewest(heads: readonly (LogSummary | undefined)[]) {
  let newest: { readonly log: LogSummary; readonly at: number } | undefined;
  for (const [at, log] of heads.entries()) {
    if (log && (!newest || log.timestamp > newest.log.timestamp)) newest = { log, at };
  }
  return newest;
}

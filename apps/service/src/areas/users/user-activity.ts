import { getEndpointId, getEndpointName, UNKNOWN_ROUTE } from '../logs/endpoint-name.ts';
import { listNewestLogs } from '../metrics/newest-logs.ts';
import type { UserRecord, UserStore } from './store.ts';

/**
 * Maximum number of a user's newest requests that are read from the logs. The counts by endpoint do not distinguish users, so these requests are
 * counted separately.
 */
export const MAX_RECENT_REQUESTS = 1_000;
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

/** Returns all forms of a user's email address in the logs. */
export function getSpellings({ email, spellings }: UserRecord): string[] {
  return email === null ? [] : [email, ...spellings];
}

/**
 * Counts the newest requests of a user by endpoint, and lists the newest errors among these requests.
 * @param since start time in ISO 8601
 */
export async function countRecentRequests(store: UserStore, projectId: string, user: UserRecord, since: string) {
  const searches = user.email === null ? [] : [{ groupEmail: user.email, since }];
  const { logs, isComplete } = await listNewestLogs(store, projectId, searches, MAX_RECENT_REQUESTS);
  const endpoints = new Map<string, UserEndpoint>();
  for (const { method, route, status } of logs) {
    const name = getEndpointName({ method, route });
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

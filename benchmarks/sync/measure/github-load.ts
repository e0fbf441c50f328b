import type { GitHubTraffic } from '../sandbox/github-meter.ts';
import type { TracedRequest } from '../timing/request-trace.ts';
import { formatWhole } from './statistics.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * GitHub's secondary rate limit for requests that create content, per minute (see "Rate limits for the REST API" in
 * GitHub's docs).
 */
export const MAX_WRITES_PER_MINUTE = 80;
export const MAX_WRITES_PER_HOUR = 500;

/** Returns the requests that GitHub counts as creating content. */
export function filterCreating({ requests }: GitHubTraffic): TracedRequest[] {
  return requests.filter(({ method }) => method !== 'GET');
}

/** Returns the maximum number of requests in any minute. */
export function countMostPerMinute(requests: readonly TracedRequest[]): number {
  const arrivalTimes = requests.map(({ arrived }) => arrived).sort((a, b) => a - b);
  let [first, most] = [0, 0];
  for (const [last, time] of arrivalTimes.entries()) {
    while (time - (arrivalTimes[first] ?? time) >= MINUTE_MS) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** Estimates the number of requests in an hour. The estimate continues the run at the rate of its second half. */
export function estimatePerHour(requests: readonly TracedRequest[], startedAt: number, endedAt: number): number {
  const halfTime = (endedAt - startedAt) / 2;
  const secondHalfRequests = requests.filter(({ arrived }) => arrived >= startedAt + halfTime).length;
  return requests.length + (secondHalfRequests / halfTime) * (HOUR_MS - (endedAt - startedAt));
}

export const GITHUB_HEAD = ['GitHub requests', 'of these creating', 'bytes sent', 'bytes received'];

/** Returns the table cells for the columns in `GITHUB_HEAD`. */
export function formatGitHubCells(traffic: GitHubTraffic): string[] {
  return [traffic.requests.length, filterCreating(traffic).length, traffic.sent, traffic.received].map(formatWhole);
}

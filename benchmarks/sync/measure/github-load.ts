import type { GitHubTraffic } from '../sandbox/github-meter.ts';
import type { Traced } from '../timing/trace.ts';
import { whole } from './statistics.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** GitHub's secondary rate limits for requests that create content, from the page "Rate limits for the REST API". */
export const PER_MINUTE = 80;
export const PER_HOUR = 500;

/** Returns the requests that GitHub counts as creating content. */
export function creating({ requests }: GitHubTraffic): Traced[] {
  return requests.filter(({ method }) => method !== 'GET');
}

/** Returns the maximum number of requests in any minute. */
export function mostInAMinute(requests: readonly Traced[]): number {
  const times = requests.map(({ arrived }) => arrived).sort((a, b) => a - b);
  let [first, most] = [0, 0];
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= MINUTE) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** Estimates the number of requests in an hour: the requests of the run, continued at the rate of the second half of the run. */
export function inAnHour(requests: readonly Traced[], begun: number, ended: number): number {
  const half = (ended - begun) / 2;
  const late = requests.filter(({ arrived }) => arrived >= begun + half).length;
  return requests.length + (late / half) * (HOUR - (ended - begun));
}

export const GITHUB_HEAD = ['GitHub requests', 'of these creating', 'bytes sent', 'bytes received'];

/** Returns the table cells for the columns in `GITHUB_HEAD`. */
export function gitHubCells(traffic: GitHubTraffic): string[] {
  return [traffic.requests.length, creating(traffic).length, traffic.sent, traffic.received].map(whole);
}

import type { AuthenticationFailure } from '../access/authenticate.ts';
import { countsOf, onceASecond } from './throttled-counts.ts';

/** An address, and nothing that could stand for one in a header that a caller wrote. */
const ADDRESS = /^[\w.:%-]{1,45}$/;

/**
 * Writes which requests were refused for want of a good key: from where, why, and how many, in at most one line a second.
 * @param json whether a line is JSON instead of text
 */
export function authenticationFailures(write: (line: string) => void, json: boolean) {
  const { report, close } = onceASecond<AuthenticationFailure>(
    ({ address, reason }) => `${reason} from ${ADDRESS.test(address) ? address : 'an unreadable address'}`,
    'others',
    (counted) => write(json ? asJson(countsOf(counted)) : asText(countsOf(counted))),
  );
  return { count: report, close };
}

function asText(counts: Readonly<Record<string, number>>): string {
  return `authentication failed: ${Object.entries(counts)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ')}`;
}

function asJson(counts: Readonly<Record<string, number>>): string {
  return JSON.stringify({ time: new Date().toISOString(), level: 'warn', message: 'authentication failed', counts });
}

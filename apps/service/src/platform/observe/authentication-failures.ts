import type { AuthenticationFailure } from '../access/authenticate.ts';
import { getCounts, throttleCounts } from './throttled-counts.ts';

/** Matches an IP address. Does not match other text that a client could write into a header. */
const ADDRESS_PATTERN = /^[\w.:%-]{1,45}$/;

/**
 * Logs requests without a valid key, at most one line per second, with IP addresses, reasons and counts.
 * @param json whether to write JSON instead of text
 */
export function createAuthenticationFailureLog(write: (line: string) => void, json: boolean) {
  const { report, close } = throttleCounts<AuthenticationFailure>(
    ({ address, reason }) => `${reason} from ${ADDRESS_PATTERN.test(address) ? address : 'an unreadable IP address'}`,
    'others',
    (counted) => write(json ? formatJson(getCounts(counted)) : formatText(getCounts(counted))),
  );
  return { count: report, close };
}

function formatText(counts: Readonly<Record<string, number>>): string {
  return `authentication failed: ${Object.entries(counts)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ')}`;
}

function formatJson(counts: Readonly<Record<string, number>>): string {
  return JSON.stringify({ time: new Date().toISOString(), level: 'warn', message: 'authentication failed', counts });
}

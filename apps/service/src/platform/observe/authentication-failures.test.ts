import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAuthenticationFailureLog } from './authentication-failures.ts';

function open({ json = false } = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const writtenLines: string[] = [];
  const { count, close } = createAuthenticationFailureLog((line) => writtenLines.push(line), json);
  const fail = (address: string, reason = 'unknown key') => count({ address, reason });
  return { fail, close, since: () => writtenLines.splice(0) };
}

describe('createAuthenticationFailureLog', () => {
  it('the first authentication failure after a quiet period is logged immediately, with its IP address and reason', () => {
    const { fail, since } = open();
    fail('192.0.2.1');
    expect(since()).toEqual(['authentication failed: 1 × unknown key from 192.0.2.1']);
    vi.advanceTimersByTime(1_000);
    fail('2001:db8:0:1', 'no key');
    expect(since()).toEqual(['authentication failed: 1 × no key from 2001:db8:0:1']);
  });

  it('authentication failures are logged with counts at most once a second, and the remaining ones on close', () => {
    const { fail, close, since } = open();
    for (let time = 0; time < 25; time += 1) {
      for (let each = 0; each < 40; each += 1) fail(each < 30 ? '192.0.2.1' : '192.0.2.2');
      vi.advanceTimersByTime(100);
    }
    expect(since()).toEqual([
      'authentication failed: 1 × unknown key from 192.0.2.1',
      'authentication failed: 299 × unknown key from 192.0.2.1, 100 × unknown key from 192.0.2.2',
      'authentication failed: 300 × unknown key from 192.0.2.1, 100 × unknown key from 192.0.2.2',
    ]);
    close();
    expect(since()).toEqual([
      'authentication failed: 150 × unknown key from 192.0.2.1, 50 × unknown key from 192.0.2.2',
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the length of a log line about authentication failures is limited, regardless of the number of IP addresses', () => {
    const { fail, since } = open();
    for (let each = 0; each < 5_000; each += 1) fail(`192.0.${each >> 8}.${each & 255}`);
    vi.advanceTimersByTime(1_000);
    const [, line = ''] = since();
    expect(line.split(',')).toHaveLength(11);
    expect(line).toContain('4989 × others');
    expect(line.length).toBeLessThan(600);
  });

  it.each(['x\u001b[31m', '1.2.3.4, 5.6.7.8', 'a'.repeat(16_000), ''])(
    'a log line about an authentication failure does not contain the invalid client IP address %j',
    (address) => {
      const { fail, since } = open();
      fail(address);
      expect(since()).toEqual(['authentication failed: 1 × unknown key from an unreadable IP address']);
    },
  );

  it('an authentication failure is logged as a line of JSON if JSON logs are enabled', () => {
    const { fail, since } = open({ json: true });
    fail('192.0.2.1');
    expect(since().map((line) => JSON.parse(line))).toEqual([
      {
        time: expect.stringMatching(/Z$/),
        level: 'warn',
        message: 'authentication failed',
        counts: { 'unknown key from 192.0.2.1': 1 },
      },
    ]);
  });
});

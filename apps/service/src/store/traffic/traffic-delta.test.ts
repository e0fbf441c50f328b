import { describe, expect, it } from 'vitest';
import { type CountedLog, callerIdOf, deltaOf } from './traffic-delta.ts';

const LOG: CountedLog = {
  timestamp: '2026-03-01T10:00:30Z',
  method: 'GET',
  route: '/pets',
  environment: 'production',
  caller: null,
  status: 200,
  durationMs: 5,
  errorCode: null,
  groupEmail: 'ann@example.com',
};

describe('callerIdOf', () => {
  it('callerIdOf returns the same id for an email address in any letter case, with or without spaces', () => {
    expect(callerIdOf('p', ' Ann@Example.com ')).toBe(callerIdOf('p', 'ann@example.com'));
  });

  it('callerIdOf returns different ids for different projects', () => {
    expect(callerIdOf('q', 'ann@example.com')).not.toBe(callerIdOf('p', 'ann@example.com'));
  });
});

describe('deltaOf', () => {
  it('deltaOf counts the requests and errors of a user by day', () => {
    const { callerDays } = deltaOf(
      'p',
      [200, 302, 404, 422, 503].map((status) => ({ ...LOG, status })),
    );
    expect(callerDays).toHaveLength(1);
    expect(callerDays[0]).toMatchObject({ caller: callerIdOf('p', 'ann@example.com'), n: 5, e4: 2, e5: 1 });
  });

  it('deltaOf counts no user if the email address is blank', () => {
    expect(deltaOf('p', [{ ...LOG, groupEmail: ' ' }]).callerDays).toEqual([]);
  });
});

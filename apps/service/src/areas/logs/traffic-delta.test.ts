import { describe, expect, it } from 'vitest';
import { getUserId } from '../../platform/personal-data/user-id.ts';
import { type CountedLog, getDelta } from './traffic-delta.ts';

const LOG: CountedLog = {
  bytes: 100,
  timestamp: '2026-03-01T10:00:30Z',
  method: 'GET',
  route: '/pets',
  environment: 'production',
  clientKind: null,
  status: 200,
  durationMs: 5,
  errorCode: null,
  groupEmail: 'ann@example.com',
};

describe('getUserId', () => {
  it('getUserId returns the same id for an email address in any letter case, with or without spaces', () => {
    expect(getUserId('p', ' Ann@Example.com ')).toBe(getUserId('p', 'ann@example.com'));
  });

  it('getUserId returns different ids for different projects', () => {
    expect(getUserId('q', 'ann@example.com')).not.toBe(getUserId('p', 'ann@example.com'));
  });
});

describe('getDelta', () => {
  it('getDelta counts the requests and errors of a user by day', () => {
    const { callerDays } = getDelta(
      'p',
      [200, 302, 404, 422, 503].map((status) => ({ ...LOG, status })),
    );
    expect(callerDays).toHaveLength(1);
    expect(callerDays[0]).toMatchObject({ caller: getUserId('p', 'ann@example.com'), n: 5, e4: 2, e5: 1 });
  });

  it('getDelta counts no user if the email address is blank', () => {
    expect(getDelta('p', [{ ...LOG, groupEmail: ' ' }]).callerDays).toEqual([]);
  });
});

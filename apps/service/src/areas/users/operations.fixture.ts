import type { TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of the area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/users' },
  { method: 'GET', path: '/users/{userId}' },
  { method: 'GET', path: '/users/{userId}/timeseries' },
  { method: 'GET', path: '/users/{userId}/erasure' },
  { method: 'GET', path: '/users-at-risk/thresholds' },
  { method: 'PATCH', path: '/users/{userId}', json: { note: 'Called' } },
  { method: 'DELETE', path: '/users/{userId}' },
  { method: 'PUT', path: '/users-at-risk/thresholds', json: { silentDays: 5 } },
];

import type { ResourceRequests, TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/users', exampleQuery: '?sort=errors&limit=1' },
  { method: 'GET', path: '/users/{userId}' },
  { method: 'GET', path: '/users/{userId}/timeseries', exampleQuery: '?since=-2d' },
  { method: 'GET', path: '/users/{userId}/erasure', exampleOrder: 'after-deletions' },
  { method: 'GET', path: '/users-at-risk/thresholds' },
  { method: 'PATCH', path: '/users/{userId}', json: { note: 'Called' } },
  { method: 'DELETE', path: '/users/{userId}' },
  { method: 'PUT', path: '/users-at-risk/thresholds', json: { silentDays: 5 } },
];

/** Creates the resources that the operations read, change and delete. */
export async function createResources({ foldedUser }: ResourceRequests) {
  return { userId: await foldedUser() };
}

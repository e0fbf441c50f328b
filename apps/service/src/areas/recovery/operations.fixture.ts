import { HINT } from '../../testing/service.fixture.ts';
import type { ResourceRequests, TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/recovery/hints' },
  { method: 'GET', path: '/recovery/hints/{hintId}' },
  { method: 'GET', path: '/recovery/hints/{hintId}/effect' },
  { method: 'GET', path: '/recovery/hint-set' },
  { method: 'GET', path: '/recovery/candidates', exampleQuery: '?since=-7d', exampleOrder: 'before-resources' },
  { method: 'POST', path: '/recovery/hints', json: { ...HINT, match: { status: 409 } }, succeedsOnce: true },
  { method: 'POST', path: '/recovery/test', json: { method: 'GET', url: '/pets/1', status: 404 } },
  { method: 'PUT', path: '/recovery/hints/{hintId}', json: HINT },
  { method: 'DELETE', path: '/recovery/hints/{hintId}' },
];

/** Creates the resources that the operations read, change and delete. */
export async function createResources({ create }: ResourceRequests) {
  return { hintId: await create('/recovery/hints', HINT) };
}

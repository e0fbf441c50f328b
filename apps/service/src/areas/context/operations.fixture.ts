import { ITEM } from '../../testing/service.fixture.ts';
import type { ResourceRequests, TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/context', exampleQuery: '?limit=2' },
  { method: 'GET', path: '/context/{itemId}' },
  { method: 'GET', path: '/context-search?q=key' },
  { method: 'POST', path: '/context', json: ITEM },
  { method: 'PUT', path: '/context/{itemId}', json: { title: 'Replaced' } },
  { method: 'DELETE', path: '/context/{itemId}' },
];

/** Creates the resources that the operations read, change and delete. */
export async function createResources({ create }: ResourceRequests) {
  return { itemId: await create('/context', ITEM) };
}

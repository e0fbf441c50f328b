import { SOURCE } from '../../testing/service.fixture.ts';
import type { ResourceRequests, TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/data-sources' },
  { method: 'GET', path: '/data-sources/{sourceId}' },
  { method: 'POST', path: '/data-sources', json: SOURCE },
  { method: 'DELETE', path: '/data-sources/{sourceId}' },
];

/** Creates the resources that the operations read, change and delete. */
export async function createResources({ create }: ResourceRequests) {
  return { sourceId: await create('/data-sources', { ...SOURCE, repo: 'other' }) };
}

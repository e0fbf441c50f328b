import { OPENAPI_DOCUMENT } from '../../testing/service.fixture.ts';
import type { ResourceRequests, TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/api-description' },
  { method: 'PUT', path: '/api-description', json: OPENAPI_DOCUMENT },
  { method: 'DELETE', path: '/api-description' },
];

/** Creates the resources that the operations read, change and delete. */
export async function createResources({ send }: ResourceRequests) {
  await send('PUT', '/api-description', OPENAPI_DOCUMENT);
  return {};
}

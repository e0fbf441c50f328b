import { OPENAPI_DOCUMENT } from '../../testing/service.fixture.ts';
import type { TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of the area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/api-description' },
  { method: 'PUT', path: '/api-description', json: OPENAPI_DOCUMENT },
  { method: 'DELETE', path: '/api-description' },
];

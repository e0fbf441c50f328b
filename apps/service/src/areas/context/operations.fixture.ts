import { ITEM } from '../../testing/service.fixture.ts';
import type { TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of the area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/context' },
  { method: 'GET', path: '/context/{itemId}' },
  { method: 'GET', path: '/context-search?q=key' },
  { method: 'POST', path: '/context', json: ITEM },
  { method: 'PUT', path: '/context/{itemId}', json: { title: 'Replaced' } },
  { method: 'DELETE', path: '/context/{itemId}' },
];

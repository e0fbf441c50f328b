import type { TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [{ method: 'GET', path: '/audit', exampleQuery: '?limit=1' }];

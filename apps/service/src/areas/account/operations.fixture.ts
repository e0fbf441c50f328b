import type { TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of the area. */
export const OPERATIONS_OUTSIDE_PROJECTS: readonly TestOperation[] = [{ method: 'GET', path: '/api/v1/account' }];

import type { TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of the area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/metrics/summary' },
  { method: 'GET', path: '/metrics/timeseries' },
  { method: 'GET', path: '/metrics/top-endpoints' },
  { method: 'GET', path: '/metrics/endpoints/{endpointId}' },
  { method: 'GET', path: '/metrics/errors' },
];

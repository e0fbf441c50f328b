import type { TestOperation } from '../../testing/test-operation.fixture.ts';
import { getEndpointId } from '../logs/endpoint-name.ts';
import { LOG } from '../logs/log.fixture.ts';

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/metrics/summary' },
  { method: 'GET', path: '/metrics/timeseries', exampleQuery: '?since=-3h&interval=hour' },
  { method: 'GET', path: '/metrics/top-endpoints', exampleQuery: '?sort=errors&limit=1' },
  { method: 'GET', path: '/metrics/endpoints/{endpointId}' },
  { method: 'GET', path: '/metrics/errors' },
];

/** Creates the resources that the operations read, change and delete. */
export async function createResources() {
  return { endpointId: getEndpointId(LOG) };
}

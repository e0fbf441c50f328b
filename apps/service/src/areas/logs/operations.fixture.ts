import { HAR } from '../../testing/service.fixture.ts';
import type { ResourceRequests, TestOperation } from '../../testing/test-operation.fixture.ts';
import { LOG } from './log.fixture.ts';

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/logs', exampleQuery: '?status=404&limit=1' },
  { method: 'GET', path: '/logs/{logId}' },
  { method: 'POST', path: '/logs', json: LOG },
  {
    method: 'POST',
    path: '/logs-batch',
    text: `${JSON.stringify(LOG)}\n`,
    headers: { 'content-type': 'application/x-ndjson' },
  },
  { method: 'POST', path: '/logs-har', json: HAR },
  { method: 'POST', path: '/otlp/v1/traces', json: { resourceSpans: [] } },
];

/** Creates the resources that the operations read, change and delete. */
export async function createResources({ create }: ResourceRequests) {
  return { logId: await create('/logs', LOG) };
}

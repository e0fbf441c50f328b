import type { ResourceRequests, TestOperation } from '../../testing/test-operation.fixture.ts';
import { DOCUMENT, WORKFLOW } from './workflow.fixture.ts';

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/use-cases' },
  { method: 'GET', path: '/use-cases/{useCaseId}' },
  { method: 'GET', path: '/use-cases/{useCaseId}/skill' },
  { method: 'GET', path: '/use-cases-document' },
  {
    method: 'POST',
    path: '/use-cases',
    json: { workflow: { ...WORKFLOW, workflowId: 'return-a-pet' }, public: true },
    succeedsOnce: true,
  },
  { method: 'POST', path: '/use-cases-import', json: DOCUMENT },
  { method: 'PUT', path: '/use-cases-order', json: { ids: ['adopt-a-pet'] } },
  { method: 'PUT', path: '/use-cases/{useCaseId}', json: { workflow: WORKFLOW } },
  { method: 'DELETE', path: '/use-cases/{useCaseId}' },
];

/** Creates the resources that the operations read, change and delete. */
export async function createResources({ create }: ResourceRequests) {
  return { useCaseId: await create('/use-cases', { workflow: WORKFLOW }) };
}

import type { ResourceRequests, TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid report. */
export const REPORT = {
  kind: 'missing',
  impact: 'worked_around',
  task: 'Create a pet with a photo',
  detail: 'The docs do not say which sizes of photos the API accepts',
  suggestion: 'Name the maximum size',
  about: { type: 'operation', ref: 'createPet' },
  agent: { name: 'Pet assistant', version: '1.2.0' },
};

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/feedback' },
  { method: 'GET', path: '/feedback/summary' },
  { method: 'GET', path: '/feedback/{feedbackId}' },
  {
    method: 'POST',
    path: '/feedback',
    json: { ...REPORT, detail: 'The link to the photos is broken', kind: 'broken' },
  },
  { method: 'PATCH', path: '/feedback/{feedbackId}', json: { status: 'resolved', note: 'Added to the guide' } },
];

/** Creates the resources that the operations read and change. */
export async function createResources({ create }: ResourceRequests) {
  return { feedbackId: await create('/feedback', REPORT) };
}

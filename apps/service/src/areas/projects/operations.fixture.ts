import type { TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of this area whose path is below `/projects/{slug}`. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '' },
  { method: 'PATCH', path: '', json: { name: 'Pets API' } },
];

export const OPERATIONS_OUTSIDE_PROJECTS: readonly TestOperation[] = [
  { method: 'GET', path: '/api/v1/projects' },
  { method: 'POST', path: '/api/v1/projects', json: { slug: 'payments', name: 'Payments API' }, succeedsOnce: true },
];

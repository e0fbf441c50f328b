import type { ResourceRequests, TestOperation } from '../../testing/test-operation.fixture.ts';

const PAGE = { title: 'Errors', markdown: '# Errors\n\nSee [Start](start.md).\n' };
const LINES = [
  { path: 'start', title: 'Start', markdown: 'Install the client.' },
  { path: 'old', delete: true },
];

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/docs/settings' },
  { method: 'GET', path: '/docs/pages' },
  { method: 'GET', path: '/docs/search?q=errors' },
  { method: 'GET', path: '/docs/pages/{path}' },
  { method: 'PUT', path: '/docs/settings', json: { title: 'Pets', published: true } },
  { method: 'PUT', path: '/docs/pages/{path}', json: PAGE, createsTarget: true },
  {
    method: 'POST',
    path: '/docs/pages-batch',
    text: LINES.map((line) => `${JSON.stringify(line)}\n`).join(''),
    headers: { 'content-type': 'application/x-ndjson' },
  },
  { method: 'GET', path: '/docs/assets' },
  { method: 'GET', path: '/docs/assets/{path}' },
  {
    method: 'PUT',
    path: '/docs/assets/{path}',
    text: 'Text of a file\n',
    headers: { 'content-type': 'application/octet-stream' },
    createsTarget: true,
  },
  { method: 'GET', path: '/docs/previews/{hash}' },
  {
    method: 'PUT',
    path: '/docs/previews/{hash}',
    text: `${JSON.stringify(LINES[0])}\n`,
    headers: { 'content-type': 'application/x-ndjson' },
    createsTarget: true,
  },
  { method: 'DELETE', path: '/docs/pages/{path}' },
  { method: 'DELETE', path: '/docs/assets/{path}' },
];

/** Creates the resources that the operations read, change and delete: a page, a file with the same path, and a preview. */
export async function createResources({ send, store, slug }: ResourceRequests) {
  const path = 'errors';
  await send('PUT', `/docs/pages/${path}`, PAGE);
  const project = await store.accounts.projectBySlug(slug);
  const file = { path, sha256: 'a'.repeat(64), mediaType: 'text/plain', bytes: 4, base64: 'dGV4dA==' };
  await store.docsAssets.put(project?.id ?? '', file);
  const hash = 'a'.repeat(16);
  await store.docsPreviews.put(project?.id ?? '', hash, []);
  return { path, hash };
}

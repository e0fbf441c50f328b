import type { PageWorld } from '../../testing/page-state.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';
import { LOGO, PAGES } from './docs-content.fixture.ts';

/** Publishes docs, and deletes one of the pages. */
export async function publishDocs(
  { url, keys }: PageWorld,
  settings: object = {},
  pages: readonly object[] = PAGES,
): Promise<void> {
  const send = async (method: string, path: string, body: string, type = 'application/json') => {
    const response = await fetch(`${url}/api/v1/projects/${OWN_PROJECT}/docs/${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${keys.ann}`, 'content-type': type },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const lines = (list: readonly object[]) => list.map((line) => `${JSON.stringify(line)}\n`).join('');
  if (pages.length > 0) await send('POST', 'pages-batch', lines(pages), 'application/x-ndjson');
  await send('POST', 'pages-batch', lines([{ path: 'old', delete: true }]), 'application/x-ndjson');
  await send('PUT', 'assets/logo.svg', LOGO, 'application/octet-stream');
  await send(
    'PUT',
    'settings',
    JSON.stringify({ title: 'Pets API', description: 'All about pets', published: true, ...settings }),
  );
}

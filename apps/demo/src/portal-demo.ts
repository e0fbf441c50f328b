import type { TestService } from '@context-sync/testkit';
import type { DemoChecks } from './demo-checks.ts';
import { screen } from './terminal-screen.ts';

const ACCENT_COLOR = { light: '#0a6b45', dark: '#5fd6a4' };

/** The settings of the portal, which are replaced as a whole. */
type PortalSettingsBody = Readonly<Record<string, unknown>>;

/** Opens the portal to which the pushes have published the docs, and reads it as a person and as an agent. @returns the URL of the portal */
export async function demonstratePortal(checks: DemoChecks, service: TestService): Promise<string> {
  screen.chapter('The same docs as a portal for people and agents');
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${service.url}/api/v1/projects/${service.project}/docs/${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const settings = (await send('GET', 'settings')) as PortalSettingsBody;
  const opened = { title: 'Context Sync', description: 'Docs of this project', published: true };
  await send('PUT', 'settings', { ...settings, ...opened, accentColor: ACCENT_COLOR });
  const { pages } = (await send('GET', 'pages')) as { readonly pages: readonly { readonly path: string }[] };

  const address = `${service.url}/p/${service.project}`;
  const shownPages = await Promise.all(
    pages.map(({ path }) => readStatus(path === 'index' ? address : `${address}/${path}`)),
  );
  const missingPages = shownPages.filter(({ status }) => status !== 200);
  checks.check(
    pages.length > 0 && missingPages.length === 0,
    `the portal shows all ${pages.length} pages without a key and without JavaScript`,
    `${missingPages.length} of ${pages.length} pages are not shown`,
  );
  const index = await readStatus(`${address}/llms.txt`);
  checks.check(
    index.status === 200 && pages.every(({ path }) => index.text.includes(`/${path}.md`)),
    'llms.txt lists the Markdown of all pages for agents',
    `llms.txt has the status ${index.status}, or does not list all pages`,
  );
  return address;
}

async function readStatus(address: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(address, { headers: { accept: 'text/html' } });
  return { status: response.status, text: await response.text() };
}

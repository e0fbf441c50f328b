import type { TestService } from '@context-sync/testkit';
import type { DemoChecks } from './demo-checks.ts';
import { screen } from './terminal-screen.ts';

const NDJSON = 'application/x-ndjson';
const FOLDER = 'docs/';
const ACCENT_COLOR = { light: '#0a6b45', dark: '#5fd6a4' };

/** Publishes the docs as a portal, and reads it as a person and as an agent. @returns the address of the portal */
export async function demonstratePortal(
  checks: DemoChecks,
  service: TestService,
  docs: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<string> {
  screen.chapter('The same docs as a portal for people and agents');
  const send = async (method: string, path: string, type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const response = await fetch(`${service.url}/api/v1/projects/${service.project}/docs/${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': type },
      body,
    });
    if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${await response.text()}`);
  };
  const pages = Object.entries(docs).map(([file, markdown]) => createPage(file, markdown));
  await send('POST', 'pages-batch', NDJSON, pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
  for (const [path, bytes] of Object.entries(files)) {
    if (!path.startsWith(`${FOLDER}images/`)) continue;
    const asset = encodeURIComponent(path.slice(FOLDER.length));
    await send('PUT', `assets/${asset}`, 'application/octet-stream', new Uint8Array(bytes));
  }
  const settings = {
    title: 'Context Sync',
    description: 'Docs of this project',
    published: true,
    accentColor: ACCENT_COLOR,
  };
  await send('PUT', 'settings', 'application/json', JSON.stringify(settings));

  const address = `${service.url}/p/${service.project}`;
  const shown = await Promise.all(
    pages.map(({ path }) => readStatus(path === 'index' ? address : `${address}/${path}`)),
  );
  const missing = shown.filter(({ status }) => status !== 200);
  checks.check(
    missing.length === 0,
    `the portal shows all ${pages.length} pages without a key and without JavaScript`,
    `${missing.length} of ${pages.length} pages are not shown`,
  );
  const index = await readStatus(`${address}/llms.txt`);
  checks.check(
    index.status === 200 && pages.every(({ path }) => index.text.includes(`/${path}.md`)),
    'llms.txt lists the Markdown of all pages for agents',
    `llms.txt has the status ${index.status}, or does not list all pages`,
  );
  return address;
}

function createPage(file: string, markdown: string) {
  const [, title = file] = /^# (.+)$/m.exec(markdown) ?? [];
  const path = file
    .slice(FOLDER.length)
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, (_name, slash: string) => (slash === '' ? 'index' : ''))
    .toLowerCase();
  return {
    path,
    title: title.replaceAll('`', '').slice(0, 120),
    markdown: markdown.replace(/^# .+\n+/, ''),
    source: { file },
  };
}

async function readStatus(address: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(address, { headers: { accept: 'text/html' } });
  return { status: response.status, text: await response.text() };
}

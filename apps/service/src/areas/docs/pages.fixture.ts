import type { PageState, PageWorld } from '../../testing/page-state.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';
import { workflowSchema } from '../use-cases/arazzo.ts';
import { WORKFLOW } from '../use-cases/workflow.fixture.ts';

const PORTAL = `/p/${OWN_PROJECT}`;
const MARKDOWN = `
Text with \`code\`, a [link](start.md) and ${'averyverylongword'.repeat(8)}.

## Install

> [!WARNING]
> A warning.

\`\`\`ts
const pets = await client.pets.list({ limit: 100, cursor: 'abc', status: 'available', owner: 'ann' }); // comment
\`\`\`

### A table

| Name | Meaning | Another column |
| --- | --- | ---: |
| \`aLongNameOfAParameter\` | What it means in a few more words | https://example.com/a/very/long/address |
`;
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><circle cx="14" cy="14" r="12" fill="#0a7d4f"/></svg>';
const PAGES = [
  { path: 'start', title: 'Start', description: 'Make the first call in a minute', markdown: MARKDOWN, order: 1 },
  ...['errors', 'retries', 'limits'].map((name) => ({
    path: `guides/${name}`,
    title: `About ${name}`,
    markdown: '## A\n\n## B',
  })),
  { path: 'old', title: 'Old', markdown: 'old' },
  { path: 'internal', title: 'For members', markdown: 'Internal text', public: false },
];

/** Publishes docs, of which one page was deleted. */
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

const publish =
  (path: string, settings?: object, pages?: readonly object[]) =>
  async (world: PageWorld): Promise<string> => {
    await publishDocs(world, settings, pages);
    return `${PORTAL}${path}`;
  };

/** Publishes docs with a use case for everyone. */
const publishUseCase = (path: string) => async (world: PageWorld) => {
  await world.store.useCases.create(world.project.id, { workflow: workflowSchema.parse(WORKFLOW), public: true });
  return publish(path)(world);
};

const HOME = 'GET /p/:slug';
const PAGE = 'GET /p/:slug/*';
const visitor = 'anonymous';
const ACCENT = {
  accentColor: { light: '#0a6b45', dark: '#5fd6a4' },
  logo: 'logo.svg',
  headerLinks: [{ title: 'Status', url: 'https://status.example.com' }],
};

export const PAGE_STATES: readonly PageState[] = [
  { route: HOME, state: 'with a list of pages', visitor, path: publish(''), shows: 'All about pets' },
  { route: HOME, state: 'without pages', visitor, path: publish('', {}, []), shows: 'There are no pages yet.' },
  {
    route: HOME,
    state: 'that is not published',
    visitor: 'newcomer',
    path: PORTAL,
    status: 404,
    shows: 'There are no docs at this address',
  },
  { route: PAGE, state: 'with text', visitor, path: publish('/start'), shows: 'On this page' },
  { route: PAGE, state: 'with an accent color and a logo', visitor, path: publish('/start', ACCENT), shows: 'Status' },
  { route: PAGE, state: 'with use cases', visitor, path: publishUseCase('/use-cases'), shows: WORKFLOW.summary },
  {
    route: PAGE,
    state: 'of a use case',
    visitor,
    path: publishUseCase('/use-cases/adopt-a-pet'),
    shows: 'Go on to the next step',
  },
  { route: PAGE, state: 'for members', path: publish('/internal'), shows: 'Internal text' },
  {
    route: PAGE,
    state: 'for members, as everyone',
    visitor,
    path: publish('/internal'),
    status: 404,
    shows: 'There is no such page',
  },
  {
    route: PAGE,
    state: 'that was deleted',
    visitor,
    path: publish('/old'),
    status: 410,
    shows: 'This page was deleted',
  },
  {
    route: 'POST /p/:slug/-/scheme',
    state: 'dark',
    visitor,
    path: publish('/start'),
    fields: () => ({ scheme: 'dark' }),
    shows: 'Make the first call in a minute',
  },
];

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

const publish =
  (path: string, settings?: object, pages?: readonly object[]) =>
  async (world: PageWorld): Promise<string> => {
    await publishDocs(world, settings, pages);
    return `${PORTAL}${path}`;
  };

/** Publishes docs with a public use case. */
const publishUseCase = (path: string) => async (world: PageWorld) => {
  await world.store.useCases.create(world.project.id, { workflow: workflowSchema.parse(WORKFLOW), public: true });
  return publish(path)(world);
};

const MEMBERS = `/projects/${OWN_PROJECT}`;
const EDIT = '/docs/page?path=start';
/** Publishes docs, and returns the path of a page that only members can read. */
const publishFor = (path: string, settings?: object) => async (world: PageWorld) => {
  await publishDocs(world, settings);
  return `${MEMBERS}${path}`;
};

/** Publishes docs, and stores a preview of other pages. */
const publishPreview = async (world: PageWorld) => {
  await publishDocs(world);
  const hash = 'abcdef0123456789';
  const page = { title: 'New start', description: '', public: true, order: 0, html: '<p>New text</p>', outline: [] };
  await world.store.docsPreviews.put(world.project.id, hash, [
    { ...page, path: 'index' },
    { ...page, path: 'more' },
  ]);
  return `${PORTAL}/~${hash}`;
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
    shows: 'There are no docs at this URL',
  },
  { route: PAGE, state: 'with text', visitor, path: publish('/start'), shows: 'On this page' },
  { route: PAGE, state: 'with an accent color and a logo', visitor, path: publish('/start', ACCENT), shows: 'Status' },
  { route: PAGE, state: 'with use cases', visitor, path: publishUseCase('/use-cases'), shows: WORKFLOW.summary },
  {
    route: PAGE,
    state: 'of a use case',
    visitor,
    path: publishUseCase('/use-cases/adopt-a-pet'),
    shows: 'reservePet',
  },
  { route: PAGE, state: 'of a preview', path: publishPreview, shows: 'This is a preview' },
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
  {
    route: 'POST /p/:slug/-/feedback',
    state: 'sent',
    visitor,
    path: publish('/start'),
    fields: () => ({ 'feedback.kind': 'confusing', 'feedback.detail': 'How long is a key valid?' }),
    shows: 'Thank you',
  },
  {
    route: 'POST /p/:slug/-/feedback',
    state: 'without a text',
    visitor,
    path: publish('/start'),
    status: 422,
    fields: () => ({ 'feedback.detail': ' ' }),
    shows: 'Enter what was missing',
  },
  { route: 'GET /projects/:slug/docs', state: 'with pages', path: publishFor('/docs'), shows: 'guides/errors' },
  { route: 'GET /projects/:slug/docs', state: 'empty', path: `${MEMBERS}/docs`, shows: 'No pages yet' },
  {
    route: 'GET /projects/:slug/docs/new',
    state: 'empty',
    path: `${MEMBERS}/docs/new`,
    shows: 'Markdown, as on GitHub',
  },
  {
    route: 'POST /projects/:slug/docs/new',
    state: 'created',
    path: `${MEMBERS}/docs/new`,
    fields: () => ({ path: 'guides/keys', title: 'Keys', markdown: MARKDOWN }),
    shows: 'The page was created',
  },
  {
    route: 'POST /projects/:slug/docs/new',
    state: 'with a wrong path',
    path: `${MEMBERS}/docs/new`,
    status: 422,
    fields: () => ({ path: '/Guides', title: '', markdown: 'Text' }),
    shows: 'There is a problem',
  },
  { route: 'GET /projects/:slug/docs/page', state: 'of a page', path: publishFor(EDIT), shows: 'Delete page' },
  {
    route: 'GET /projects/:slug/docs/page',
    state: 'that does not exist',
    path: `${MEMBERS}/docs/page?path=none`,
    status: 404,
    shows: 'There is no such docs page',
  },
  {
    route: 'POST /projects/:slug/docs/page',
    state: 'saved',
    path: publishFor(EDIT),
    fields: () => ({ title: 'Start here', markdown: 'Text' }),
    shows: 'The page was saved',
  },
  {
    route: 'POST /projects/:slug/docs/page',
    state: 'with a preview',
    path: publishFor(EDIT),
    fields: () => ({ markdown: `${MARKDOWN}\n<script>alert(1)</script>`, do: 'preview' }),
    shows: 'A warning.',
  },
  {
    route: 'POST /projects/:slug/docs/page',
    state: 'changed by someone else',
    path: publishFor(EDIT),
    isForged: true,
    status: 412,
    fields: () => ({ path: 'start', etag: '"old"', title: 'Start', markdown: 'Text of mine' }),
    shows: 'The stored version',
  },
  {
    route: 'POST /projects/:slug/docs/move',
    state: 'moved',
    path: publishFor(EDIT),
    fields: () => ({ to: 'guides/start' }),
    shows: 'The page was moved',
  },
  {
    route: 'POST /projects/:slug/docs/delete',
    state: 'deleted',
    path: publishFor(EDIT),
    fields: () => ({ confirm: 'start' }),
    shows: 'The page was deleted',
  },
  {
    route: 'POST /projects/:slug/docs/delete',
    state: 'not confirmed',
    path: publishFor(EDIT),
    status: 422,
    fields: () => ({ confirm: 'no' }),
    shows: 'Enter start to delete the page',
  },
  { route: 'GET /projects/:slug/docs/files', state: 'with a file', path: publishFor('/docs/files'), shows: 'logo.svg' },
  {
    route: 'GET /projects/:slug/docs/files',
    state: 'empty',
    path: `${MEMBERS}/docs/files`,
    shows: 'Add or replace a file',
  },
  {
    route: 'POST /projects/:slug/docs/files/delete',
    state: 'deleted',
    path: publishFor('/docs/files'),
    fields: () => ({ path: 'logo.svg' }),
    shows: 'The file was deleted',
  },
  {
    route: 'GET /projects/:slug/docs/settings',
    state: 'as set',
    path: publishFor('/docs/settings', ACCENT),
    shows: 'Accent color',
  },
  {
    route: 'POST /projects/:slug/docs/settings',
    state: 'saved',
    path: publishFor('/docs/settings'),
    fields: () => ({ title: 'Animals API', headerLinks: 'The status https://status.example.com' }),
    shows: 'The settings were saved',
  },
  {
    route: 'POST /projects/:slug/docs/settings',
    state: 'with a color that cannot be read',
    path: publishFor('/docs/settings'),
    status: 422,
    fields: () => ({ 'accentColor-light': '#ffff00', 'accentColor-dark': '#5fd6a4' }),
    shows: 'must have a contrast of at least 4.5:1',
  },
];

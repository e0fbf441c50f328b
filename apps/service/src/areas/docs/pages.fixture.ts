import type { PageState, PageWorld, Visitor } from '../../testing/page-state.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';
import { workflowSchema } from '../use-cases/arazzo.ts';
import { WORKFLOW } from '../use-cases/workflow.fixture.ts';
import type { PortalPageKind } from './portal-frame.ts';

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
/** Every kind of content that Markdown can have, and texts that are hard to lay out. */
const ALL_CONTENT = `
A paragraph with *emphasis*, **strong text**, ~~deleted text~~, <kbd>Ctrl</kbd>, a footnote[^1], and \`inline code that is so long that it must wrap\`.

# A heading of level 1

## ${'A very long heading that does not fit into one line of a narrow window '.repeat(2)}

### \`GET /pets/{petId}\` in a heading of level 3

${['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'].map((kind) => `> [!${kind}]\n> With a [link](start.md) and \`code\`.\n`).join('\n')}

> A quotation
>
> > in a quotation

1. One
   - Nested
     - Deeper, with code:

       \`\`\`sh
       npm install
       \`\`\`
2. Two

- [x] Done
- [ ] Open

<details><summary>More</summary>

Hidden text.

</details>

| ${Array.from({ length: 14 }, (_, index) => `Column ${index + 1}`).join(' | ')} |
|${' --- |'.repeat(14)}
| ${Array.from({ length: 14 }, (_, index) => `value_${index + 1}`).join(' | ')} |

| Word |
| --- |
| ${'averyverylongword'.repeat(12)} |

\`\`\`json
{ "text": "${'long '.repeat(60)}", "number": 1, "yes": true }
\`\`\`

\`\`\`
A block without a language
\`\`\`

![A logo](logo.svg)

---

[^1]: The footnote.
`;
/** Texts in other scripts, and in both directions. */
const OTHER_SCRIPTS = `
مرحبا بالعالم. هذه فقرة باللغة العربية مع \`code\` و[رابط](start.md).

## 日本語の見出しはとても長いので、狭いウィンドウでは折り返す必要があります

${'これは改行のない長い段落です。'.repeat(12)}

## עברית and English

שלום, the word \`GET /pets\` is in English. 한국어도 있습니다. ภาษาไทยไม่มีช่องว่างระหว่างคำ

| اسم | 值 |
| --- | --- |
| مثال | 例子 |
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

/** Publishes docs with a public use case. @param document OpenAPI document with the operations of the steps */
const publishUseCase = (path: string, document?: object) => async (world: PageWorld) => {
  if (document) await sendOpenapi(world, 'PUT', document);
  await world.store.useCases.create(world.project.id, { workflow: workflowSchema.parse(WORKFLOW), public: true });
  return publish(path)(world);
};

/** An OpenAPI document with operations that are hard to lay out. */
const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0', description: 'All about pets.' },
  servers: [{ url: 'https://api.example.com/v1' }, { url: 'https://staging.example.com/v1' }],
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/pets/{petId}': {
      put: {
        operationId: 'replaceAPetWithAVeryLongNameThatDoesNotFitIntoANarrowPage',
        tags: ['Pets'],
        deprecated: true,
        description: 'Replaces a pet.\n\n> [!NOTE]\n> It keeps its id.',
        parameters: [
          { name: 'petId', in: 'path', required: true, description: 'Id', schema: { type: 'integer' } },
          {
            name: 'fields',
            in: 'query',
            description: 'Fields of the response',
            schema: { type: 'array', items: { type: 'string' } },
          },
          { name: 'X-Request-Id-Of-The-Client', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string', description: 'Name', maxLength: 80 },
                  aLongNameOfAProperty: { type: 'object', properties: { inner: { enum: ['one', 'two'] } } },
                },
              },
            },
          },
        },
        responses: {
          200: { description: 'The pet', content: { 'application/json': { schema: { type: 'object' } } } },
          404: { description: 'No such pet' },
        },
      },
      get: {
        operationId: 'getPet',
        tags: ['Pets'],
        summary: 'Get a pet',
        responses: { 200: { description: 'The pet' } },
      },
    },
    '/pets': {
      get: { operationId: 'listPets', summary: 'List pets', responses: { 200: { description: 'The pets' } } },
    },
  },
  webhooks: {
    petAdopted: {
      post: {
        operationId: 'petAdopted',
        tags: ['Events'],
        summary: 'A pet was adopted',
        responses: { 200: { description: 'Received' } },
      },
    },
  },
};
const LONG_OPERATION = '/reference/replace-apet-with-avery-long-name-that-does-not-fit-into-anarrow-page';
/** An OpenAPI document with 240 operations in six tags. */
const LARGE_API = {
  ...PETS,
  paths: Object.fromEntries(
    Array.from({ length: 240 }, (_, index) => [
      `/things/${index}`,
      {
        get: {
          operationId: `getThing${index}`,
          summary: `Get thing ${index}`,
          tags: [`Group ${index % 6}`],
          responses: { 200: { description: 'The thing' } },
        },
      },
    ]),
  ),
};

async function sendOpenapi({ url, keys }: PageWorld, method: 'PUT' | 'DELETE', document?: object): Promise<void> {
  const response = await fetch(`${url}/api/v1/projects/${OWN_PROJECT}/api-description`, {
    method,
    headers: { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json' },
    ...(document && { body: JSON.stringify(document) }),
  });
  if (!response.ok) throw new Error(`api-description: ${response.status} ${await response.text()}`);
}

/** Publishes docs with an API reference. */
const publishReference =
  (path: string, { document = PETS as object, isDeleted = false, settings = {} } = {}) =>
  async (world: PageWorld) => {
    await sendOpenapi(world, 'PUT', document);
    if (isDeleted) await sendOpenapi(world, 'DELETE');
    return publish(path, { publicReference: true, ...settings })(world);
  };

/** Sends feedback until the limit of a reader is reached. */
const publishWithManyReports = async (world: PageWorld) => {
  const path = await publish('/start')(world);
  for (let index = 0; index < 30; index += 1) {
    const { status } = await fetch(`${world.url}${PORTAL}/-/feedback`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: world.url, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ 'feedback.kind': 'missing', 'feedback.detail': `Report ${index}` }),
    });
    if (status === 429) return path;
  }
  throw new Error('the service accepted 30 reports of a reader');
};

/** Changes the page that a member edits. */
const changePage = ({ url, keys }: PageWorld) =>
  fetch(`${url}/api/v1/projects/${OWN_PROJECT}/docs/pages/start`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Start', markdown: 'Text of someone else\n\n- a list\n- with two entries' }),
  });
const deletePage = ({ url, keys }: PageWorld) =>
  fetch(`${url}/api/v1/projects/${OWN_PROJECT}/docs/pages/start`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${keys.ann}` },
  });

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

const withPage = (page: object) => publish('/page', {}, [...PAGES, { path: 'page', title: 'Page', ...page }]);
const withNavigation = {
  navigation: [
    {
      title: 'Begin',
      items: [
        { title: 'Start', path: 'start' },
        { title: 'Later', path: 'later' },
      ],
    },
  ],
};
const MANY_PAGES = Array.from({ length: 200 }, (_, index) => ({
  path: `part-${index % 8}/section-${index % 4}/page-${index}`,
  title: `Page ${index} with a title that is long enough to wrap`,
  markdown: 'Text',
}));

/** A page of the portal. */
const show = (
  kind: PortalPageKind,
  state: string,
  path: PageState['path'],
  shows: string,
  { as = visitor, status = 200 }: { readonly as?: Visitor; readonly status?: number } = {},
): PageState => ({ route: kind === 'overview' ? HOME : PAGE, state, visitor: as, path, shows, status, kind });

export const PAGE_STATES: readonly PageState[] = [
  show('overview', 'with a list of pages', publish(''), 'All about pets'),
  show('overview', 'without pages', publish('', {}, []), 'There are no pages yet.'),
  {
    route: HOME,
    state: 'that is not published',
    visitor: 'newcomer',
    path: PORTAL,
    status: 404,
    shows: 'There are no docs at this URL',
  },
  {
    route: HOME,
    state: 'that only members can read, as everyone',
    visitor,
    path: publish('', { anonymousRead: false }),
    status: 404,
    shows: 'only members can read them',
  },
  show('overview', 'that only members can read', publish('', { anonymousRead: false }), 'All about pets', {
    as: 'member',
  }),
  show('page', 'with text', publish('/start'), 'On this page'),
  show('page', 'with an accent color and a logo', publish('/start', ACCENT), 'Status'),
  show('page', 'with all kinds of content', withPage({ markdown: ALL_CONTENT }), 'A block without a language'),
  show('page', 'in other scripts', withPage({ title: 'مرحبا 日本語', markdown: OTHER_SCRIPTS }), '한국어도'),
  show(
    'page',
    'with a long title',
    withPage({ title: 'averyverylongword'.repeat(7), description: 'averyverylongword'.repeat(15), markdown: '' }),
    'averyverylongword',
  ),
  show('page', 'with a large navigation', publish('/part-1/section-1/page-17', {}, MANY_PAGES), 'Page 17 with'),
  show('page', 'for members', publish('/internal'), 'Internal text', { as: 'owner' }),
  show('use-case', 'with use cases', publishUseCase('/use-cases'), WORKFLOW.summary),
  show('use-case', 'of a use case', publishUseCase('/use-cases/adopt-a-pet'), 'reservePet'),
  show(
    'use-case',
    'of a use case with an operation that does not exist',
    publishUseCase('/use-cases/adopt-a-pet', PETS),
    'reservePet',
  ),
  show('reference', 'with the API reference', publishReference('/reference'), 'All about pets.'),
  show(
    'reference',
    'with the API reference of a deleted OpenAPI document',
    publishReference('/reference', { isDeleted: true }),
    'This is its last version',
  ),
  show('reference', 'with a large API reference', publishReference('/reference', { document: LARGE_API }), 'Group 5'),
  show(
    'reference',
    'of a tag with many operations',
    publishReference('/reference/tags/group-3', { document: LARGE_API }),
    'Get thing 3',
  ),
  show('operation', 'of an operation', publishReference(LONG_OPERATION), 'It keeps its id.'),
  show('operation', 'of an operation without parameters', publishReference('/reference/list-pets'), 'The pets'),
  show('operation', 'of a webhook', publishReference('/reference/pet-adopted'), 'A pet was adopted'),
  show(
    'operation',
    'of one of many operations',
    publishReference('/reference/get-thing177', { document: LARGE_API }),
    'Get thing 177',
  ),
  show(
    'missing',
    'of the API reference, which is not public',
    publishReference('/reference', { settings: { publicReference: false } }),
    'There is no such page',
    { status: 404 },
  ),
  show('search', 'with an empty search', publish('/search'), 'Search these docs'),
  show('search', 'with results', publishReference('/search?q=start'), 'result'),
  show(
    'search',
    'with results that contain some of the words',
    publish('/search?q=install+zebra'),
    'These are the closest',
  ),
  show('search', 'with a suggestion', publish('/search?q=erorrs'), 'Did you mean'),
  show('search', 'without results', publish(`/search?q=${'zebra'.repeat(40)}`), 'Try other words'),
  show('preview', 'of a preview', publishPreview, 'This is a preview', { as: 'owner' }),
  show('missing', 'for members, as everyone', publish('/internal'), 'There is no such page', { status: 404 }),
  show('missing', 'without similar pages', publish('/zzzzzz', {}, []), 'Start at the beginning', { status: 404 }),
  show('deleted', 'that was deleted', publish('/old'), 'This page was deleted', { status: 410 }),
  show(
    'deleted',
    'that was deleted, with similar pages',
    async (world) => {
      await publishDocs(world);
      await publishDocs(world, {}, [{ path: 'guides/error', title: 'Error', markdown: 'a' }]);
      await publishDocs(world, {}, [{ path: 'guides/error', delete: true }]);
      return `${PORTAL}/guides/error`;
    },
    'About errors',
    { status: 410 },
  ),
  {
    route: 'POST /p/:slug/-/scheme',
    state: 'dark',
    visitor,
    path: publish('/start'),
    fields: () => ({ scheme: 'dark' }),
    shows: 'Make the first call in a minute',
    kind: 'page',
  },
  {
    route: 'POST /p/:slug/-/feedback',
    state: 'sent',
    visitor,
    path: publish('/start'),
    fields: () => ({ 'feedback.kind': 'confusing', 'feedback.detail': 'How long is a key valid?' }),
    shows: 'Thank you',
    kind: 'thanks',
  },
  {
    route: 'POST /p/:slug/-/feedback',
    state: 'without a text',
    visitor,
    path: publish('/start'),
    status: 422,
    fields: () => ({ 'feedback.detail': ' ' }),
    shows: 'Enter what was missing',
    kind: 'refused-feedback',
  },
  {
    route: 'POST /p/:slug/-/feedback',
    state: 'too often',
    visitor,
    path: publishWithManyReports,
    status: 429,
    fields: () => ({ 'feedback.detail': 'One more report' }),
    shows: 'There were too many reports',
    kind: 'refused-feedback',
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
    meanwhile: changePage,
    status: 412,
    fields: () => ({ title: 'Start', markdown: 'Text of mine' }),
    shows: 'Text of someone else',
  },
  {
    route: 'POST /projects/:slug/docs/page',
    state: 'deleted by someone else',
    path: publishFor(EDIT),
    meanwhile: deletePage,
    status: 412,
    fields: () => ({ markdown: 'Text of mine' }),
    shows: 'Someone has deleted this page',
  },
  {
    route: 'GET /projects/:slug/docs/page',
    state: 'that comes from a file',
    path: async (world) => {
      const source = { file: `docs/${'long-name-'.repeat(8)}.md`, commit: 'abcdef0' };
      await publishDocs(world, {}, [{ path: 'start', title: 'Start', markdown: 'Text', source }]);
      return `${MEMBERS}${EDIT}`;
    },
    shows: 'The next push that changes this file',
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
    route: 'POST /projects/:slug/docs/files',
    state: 'added',
    path: `${MEMBERS}/docs/files`,
    fields: () => ({ target: `img/${'a-long-name-'.repeat(8)}.svg` }),
    files: { file: { name: 'logo.svg', text: LOGO } },
    shows: 'The file was added',
  },
  {
    route: 'POST /projects/:slug/docs/files',
    state: 'replaced',
    path: publishFor('/docs/files'),
    files: { file: { name: 'logo.svg', text: 'Text' } },
    shows: 'The file was replaced',
  },
  {
    route: 'POST /projects/:slug/docs/files',
    state: 'without a file',
    path: `${MEMBERS}/docs/files`,
    status: 422,
    fields: () => ({ target: 'img/logo.svg' }),
    files: {},
    shows: 'Select a file',
  },
  {
    route: 'POST /projects/:slug/docs/files/delete',
    state: 'deleted',
    path: publishFor('/docs/files'),
    fields: () => ({ path: 'logo.svg' }),
    shows: 'The file was deleted',
  },
  {
    route: 'POST /projects/:slug/docs/files/delete',
    state: 'that does not exist',
    path: publishFor('/docs/files'),
    status: 422,
    fields: () => ({ path: 'none.svg' }),
    shows: 'There is no file with this path',
  },
  {
    route: 'GET /projects/:slug/docs/navigation',
    state: 'derived from the pages',
    path: publishFor('/docs/navigation'),
    shows: '- [About errors](guides/errors)',
  },
  {
    route: 'GET /projects/:slug/docs/navigation',
    state: 'with entries without a page',
    path: publishFor('/docs/navigation', withNavigation),
    shows: 'Entries without a page',
  },
  {
    route: 'POST /projects/:slug/docs/navigation',
    state: 'saved',
    path: publishFor('/docs/navigation'),
    fields: () => ({ navigation: '- Guides\n  - [Errors](guides/errors)\n- [Start](start)' }),
    shows: 'The navigation was saved',
  },
  {
    route: 'POST /projects/:slug/docs/navigation',
    state: 'with lines that are not entries',
    path: publishFor('/docs/navigation'),
    status: 422,
    fields: () => ({ navigation: 'Guides\n- [Errors](../errors)\n    - [Start](start)' }),
    shows: 'Line 3 must be indented by 2 spaces',
  },
  {
    route: 'POST /projects/:slug/docs/navigation',
    state: 'changed by someone else',
    path: publishFor('/docs/navigation'),
    meanwhile: (world) => publishDocs(world, withNavigation, []),
    status: 412,
    fields: () => ({ navigation: '- [Start](start)' }),
    shows: 'The stored navigation',
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
    state: 'changed by someone else',
    path: publishFor('/docs/settings'),
    meanwhile: (world) => publishDocs(world, ACCENT, []),
    status: 412,
    fields: () => ({ title: 'Animals API' }),
    shows: 'The stored settings',
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

import type { PageState, PageWorld } from '../../testing/page-state.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';
import { ACCENT, LOGO, MARKDOWN } from './docs-content.fixture.ts';
import { publishDocs } from './publish-docs.fixture.ts';

const MEMBERS = `/projects/${OWN_PROJECT}`;
const EDIT = '/docs/page?path=start';

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

/** Publishes docs, and returns the path of a page that only members can read. */
const publishFor = (path: string, settings?: object) => async (world: PageWorld) => {
  await publishDocs(world, settings);
  return `${MEMBERS}${path}`;
};

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

/** States of the pages with which members edit the docs. */
export const MEMBER_STATES: readonly PageState[] = [
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

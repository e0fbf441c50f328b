import type { PageState, PageWorld, Visitor } from '../../testing/page-state.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';
import { workflowSchema } from '../use-cases/arazzo.ts';
import { WORKFLOW } from '../use-cases/workflow.fixture.ts';
import { ACCENT, ALL_CONTENT, MANY_PAGES, OTHER_SCRIPTS, PAGES } from './docs-content.fixture.ts';
import { LARGE_API, LONG_OPERATION, PETS } from './openapi.fixture.ts';
import type { PortalPageKind } from './portal-frame.ts';
import { publishDocs } from './publish-docs.fixture.ts';

const PORTAL = `/p/${OWN_PROJECT}`;
const HOME = 'GET /p/:slug';
const PAGE = 'GET /p/:slug/*';
const visitor = 'anonymous';

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

/** Publishes docs with an API reference, and uploads a newer OpenAPI document that the service rejects. */
const publishOlderReference = async (world: PageWorld) => {
  const path = await publishReference('/reference')(world);
  await sendOpenapi(world, 'PUT', { ...PETS, info: {} }).catch(() => undefined);
  return path;
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

const withPage = (page: object) => publish('/page', {}, [...PAGES, { path: 'page', title: 'Page', ...page }]);

/** A page of the portal. */
const show = (
  kind: PortalPageKind,
  state: string,
  path: PageState['path'],
  shows: string,
  { as = visitor, status = 200 }: { readonly as?: Visitor; readonly status?: number } = {},
): PageState => ({ route: kind === 'overview' ? HOME : PAGE, state, visitor: as, path, shows, status, kind });

/** States of the pages of the portal and of its forms. */
export const PORTAL_STATES: readonly PageState[] = [
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
  show('reference', 'whose newer OpenAPI document was rejected', publishOlderReference, 'could not be read', {
    as: 'member',
  }),
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
];

import type { Project } from '../../platform/access/accounts.ts';
import { Badge, LinkButton, Pagination, State, Table, Time } from '../../platform/pages/elements.tsx';
import type { FormValues, MemberRequest, PageContent } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { recordMemberChange } from '../../platform/pages/record-member-change.ts';
import { requireProject } from '../../platform/pages/require-project.ts';
import { getAssetAddress } from './asset-response.ts';
import { createLimitError } from './changed-response.ts';
import { createStoredRendering } from './docs-renderer.ts';
import { Done, type EditState, showEditor } from './page-editor.tsx';
import { getPageFields, parsePageForm } from './page-form.ts';
import { isPagePath, PAGE_PATH_RULE } from './page-path.ts';
import { resolveMarks } from './resolve-marks.ts';
import type { DocsServices } from './services.ts';
import type { DocsPage, DocsPageInput, DocsPageSummary } from './store.ts';

const PAGES_PER_LIST = 100;
const EMPTY: FormValues = { title: '', description: '', markdown: '', order: '0', public: 'on' };

/** Adds the pages on which members write docs. */
export function addMemberPages(pages: Pages, services: DocsServices): void {
  const { store } = services;
  pages.addNavigation({ group: 'Content', label: 'Docs', icon: 'folder', path: '/docs' });
  pages.get('/projects/:slug/docs', async (request) => {
    const { project } = await requireProject(store, request);
    return showList(services, request, project);
  });
  pages.get('/projects/:slug/docs/new', async (request) => {
    const { project } = await requireProject(store, request);
    return showEditor(request, project, undefined, { fields: { ...EMPTY, ...request.form }, etag: '' });
  });
  pages.post('/projects/:slug/docs/new', (request) => save(services, request, undefined));
  pages.get('/projects/:slug/docs/page', async (request) => {
    const { project, page } = await requirePage(services, request, request.c.req.query('path'));
    const isUnsent = request.form.markdown !== undefined;
    const fields = isUnsent ? request.form : getPageFields(page);
    return showEditor(request, project, page, { fields, etag: request.form.etag ?? page.etag });
  });
  pages.post('/projects/:slug/docs/page', (request) => save(services, request, request.form.path ?? ''));
  pages.post('/projects/:slug/docs/move', (request) => move(services, request));
  pages.post('/projects/:slug/docs/delete', (request) => remove(services, request));
}

async function requirePage({ store }: DocsServices, request: MemberRequest, path: string | undefined) {
  const { project } = await requireProject(store, request);
  const page = path !== undefined && isPagePath(path) ? await store.docs.page(project.id, path) : undefined;
  if (!page) throw new PageFailure(404, 'There is no such docs page. It may have been moved or deleted.');
  return { project, page };
}

/** Creates, replaces or previews a page. @param path path of the page; undefined for a new one */
async function save(services: DocsServices, request: MemberRequest, path: string | undefined) {
  const { store, docsRenderer } = services;
  const { form } = request;
  const { project } = await requireProject(store, request);
  const target = path ?? (form.path ?? '').trim();
  const current = isPagePath(target) ? await store.docs.page(project.id, target) : undefined;
  const isNew = path === undefined;
  const etag = form.etag ?? '';
  const show = (state: Omit<EditState, 'fields' | 'etag'> & { readonly etag?: string }) =>
    showEditor(request, project, isNew ? undefined : (current ?? target), { fields: form, etag, ...state });
  const parsedForm = parsePageForm(form, current?.source ?? null);
  const errors = [
    ...(isPagePath(target) ? [] : [{ field: 'path', message: `The path ${PAGE_PATH_RULE}` }]),
    ...('errors' in parsedForm ? parsedForm.errors : []),
  ];
  if (errors.length > 0 || 'errors' in parsedForm) return show({ errors });
  if (isNew && current) return show({ errors: [{ field: 'path', message: 'There is a page with this path' }] });
  const rendered = await docsRenderer.render({ path: target, ...parsedForm.page });
  if (form.do === 'preview') {
    const assets = await store.docsAssets.all(project.id);
    const base = `/p/${project.slug}`;
    const addresses = new Map(assets.map((asset) => [asset.path, getAssetAddress(base, asset)]));
    return show({ preview: { html: resolveMarks(rendered.html, base, addresses), warnings: rendered.warnings } });
  }
  const rendering = createStoredRendering(rendered);
  const knownEtags = isNew ? undefined : [etag];
  const result = await change(services, request, project, target, (docs) =>
    docs.putPage(project.id, { path: target, page: parsedForm.page, rendering, movedFrom: null }, knownEtags),
  );
  if ('limit' in result) return show({ errors: [{ field: 'path', message: createLimitError(result.limit).message }] });
  if ('changed' in result) return show({ stored: result.changed, etag: result.changed?.etag ?? '*' });
  return redirectToPage(project, target, isNew ? 'created' : 'saved');
}

async function move(services: DocsServices, request: MemberRequest) {
  const { store, docsRenderer } = services;
  const { project, page } = await requirePage(services, request, request.form.path);
  const to = (request.form.to ?? '').trim();
  const isTaken = isPagePath(to) && (await store.docs.existing(project.id, [to])).length > 0;
  const message = isTaken
    ? 'There is a page with this path'
    : isPagePath(to)
      ? undefined
      : `The path ${PAGE_PATH_RULE}`;
  if (message !== undefined) return showEditor(request, project, page, failWith(page, 'to', message));
  const rendering = createStoredRendering(await docsRenderer.render({ ...page, path: to }));
  const { title, description, markdown, order, source } = page;
  const movedPage: DocsPageInput = { title, description, markdown, public: page.public, order, source };
  const batch = { action: 'docs-batch.update', project, target: project.id } as const;
  await store.transaction((operations) =>
    recordMemberChange(operations, request, batch, () =>
      operations.docs.applyBatch(project.id, [{ path: to, page: movedPage, rendering, movedFrom: page.path }]),
    ),
  );
  return redirectToPage(project, to, 'moved');
}

async function remove(services: DocsServices, request: MemberRequest) {
  const { project, page } = await requirePage(services, request, request.form.path);
  if ((request.form.confirm ?? '').trim() !== page.path) {
    return showEditor(request, project, page, failWith(page, 'confirm', `Enter ${page.path} to delete the page`));
  }
  const action = { action: 'docs-page.delete', project, target: page.path } as const;
  await services.store.transaction((operations) =>
    recordMemberChange(operations, request, action, () => operations.docs.deletePage(project.id, page.path)),
  );
  return { redirectTo: `/projects/${project.slug}/docs?done=deleted` };
}

const failWith = (page: DocsPage, field: string, message: string): EditState => ({
  fields: getPageFields(page),
  errors: [{ field, message }],
  etag: page.etag,
});

function change<T>(
  { store }: DocsServices,
  request: MemberRequest,
  project: Project,
  target: string,
  run: (docs: DocsServices['store']['docs']) => Promise<T>,
): Promise<T> {
  const action = { action: 'docs-page.update', project, target } as const;
  return store.transaction((operations) => recordMemberChange(operations, request, action, () => run(operations.docs)));
}

const getEditPath = (project: Project, path: string) =>
  `/projects/${project.slug}/docs/page?path=${encodeURIComponent(path)}`;

const redirectToPage = (project: Project, path: string, done: string) => ({
  redirectTo: `${getEditPath(project, path)}&done=${done}`,
});

async function showList({ store }: DocsServices, request: MemberRequest, project: Project): Promise<PageContent> {
  const path = `/projects/${project.slug}/docs`;
  const cursor = request.c.req.query('cursor');
  const { items, next } = await store.docs.list(project.id, { limit: PAGES_PER_LIST, cursor });
  const { published } = await store.docs.settings(project.id);
  return {
    title: 'Docs',
    lead: published ? (
      <>
        The pages of <a href={`/p/${project.slug}`}>the portal</a>, sorted by path.
      </>
    ) : (
      'The pages of the portal, which is not published yet. An owner publishes it in the settings.'
    ),
    project,
    body: (
      <>
        <Done request={request} />
        <p class="actions">
          <LinkButton href={`${path}/new`} kind="primary">
            Create page
          </LinkButton>
          <LinkButton href={`${path}/navigation`}>Navigation</LinkButton>
          <LinkButton href={`${path}/files`}>Files</LinkButton>
          <LinkButton href={`${path}/settings`}>Settings</LinkButton>
        </p>
        {items.length === 0 ? (
          <State icon="folder" title="No pages yet">
            <p>Create one here, or publish the folder that the action synchronizes.</p>
          </State>
        ) : (
          <PageTable project={project} items={items} />
        )}
        <Pagination
          first={cursor === undefined ? undefined : path}
          next={next === null ? undefined : `${path}?cursor=${encodeURIComponent(next)}`}
        />
      </>
    ),
  };
}

function PageTable({ project, items }: { readonly project: Project; readonly items: readonly DocsPageSummary[] }) {
  return (
    <Table
      caption="Pages of the docs"
      rows={items}
      columns={[
        { title: 'Path', render: ({ path }) => <a href={getEditPath(project, path)}>{path}</a> },
        { title: 'Title', render: ({ title }) => title },
        { title: 'Shown to', render: (page) => <Badge>{page.public ? 'everyone' : 'members'}</Badge> },
        { title: 'From', render: ({ source }) => source?.file ?? '–' },
        { title: 'Changed', render: ({ updatedAt }) => <Time at={updatedAt} /> },
      ]}
    />
  );
}

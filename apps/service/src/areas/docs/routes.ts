import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { createNotFoundError } from '../../platform/errors/errors.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { changedResponse, createChangedResponse, ifMatchHeader } from '../../platform/http/changed-response.ts';
import {
  LIST_DEFAULT_LIMIT,
  nextCursor,
  noQuery,
  pageQuery,
  slugParameters,
} from '../../platform/http/common-schemas.ts';
import { createErrorResponses, createOperationResponses } from '../../platform/http/error-responses.ts';
import { parseEtags } from '../../platform/http/etags.ts';
import { removeProperties } from '../../platform/http/read-only-properties.ts';
import { addDocsBatchRoute } from './batch-route.ts';
import { findBrokenLinks } from './broken-links.ts';
import { createLimitError } from './changed-response.ts';
import { createStoredRendering } from './docs-renderer.ts';
import { DOCS_PATH, DOCS_ROUTE } from './docs-route.ts';
import { getPortalUrl } from './portal-url.ts';
import {
  pageBodySchema,
  pageParameters,
  pageSchema,
  pageSummarySchema,
  READ_ONLY_PAGE_PROPERTIES,
  READ_ONLY_SETTINGS,
  settingsBodySchema,
  settingsSchema,
  writtenPageSchema,
} from './schemas.ts';
import { addDocsSearchRoute } from './search-route.ts';
import type { DocsServices } from './services.ts';

/** Maximum size of a body with one page. Larger than the text limit, because JSON escapes make the text longer. */
export const MAX_PAGE_BODY_BYTES = 1_048_576;

const getSettings = createRoute({
  ...DOCS_ROUTE,
  method: 'get',
  path: `${DOCS_PATH}/settings`,
  operationId: 'getDocsSettings',
  'x-role': 'member',
  summary: 'Get the settings of the docs',
  request: { params: slugParameters, query: noQuery },
  responses: createOperationResponses(200, settingsSchema, 'The settings, with an ETag'),
});

const putSettings = createRoute({
  ...DOCS_ROUTE,
  method: 'put',
  path: `${DOCS_PATH}/settings`,
  operationId: 'putDocsSettings',
  'x-role': 'owner',
  ...createAuditMarker('docs-settings.update'),
  summary: 'Replace the settings of the docs',
  request: {
    params: slugParameters,
    query: noQuery,
    headers: ifMatchHeader,
    body: { required: true, content: { 'application/json': { schema: settingsBodySchema } } },
  },
  responses: {
    ...createOperationResponses(200, settingsSchema, 'The settings, with an ETag', 413, 415),
    ...changedResponse(settingsSchema, settingsBodySchema),
  },
});

const listPages = createRoute({
  ...DOCS_ROUTE,
  method: 'get',
  path: `${DOCS_PATH}/pages`,
  operationId: 'listDocsPages',
  'x-role': 'member',
  summary: 'List the pages of the docs, sorted by path',
  request: { params: slugParameters, query: pageQuery },
  responses: createOperationResponses(
    200,
    z.object({ pages: z.array(pageSummarySchema), next: nextCursor }),
    'A page of docs pages, without their texts',
  ),
});

const getPage = createRoute({
  ...DOCS_ROUTE,
  method: 'get',
  path: `${DOCS_PATH}/pages/{path}`,
  operationId: 'getDocsPage',
  'x-role': 'member',
  summary: 'Get one page of the docs',
  request: { params: pageParameters, query: noQuery },
  responses: createOperationResponses(200, pageSchema, 'The page, with an ETag'),
});

const putPage = createRoute({
  ...DOCS_ROUTE,
  method: 'put',
  path: `${DOCS_PATH}/pages/{path}`,
  operationId: 'putDocsPage',
  'x-role': 'member',
  ...createAuditMarker('docs-page.update'),
  summary: 'Create or replace a page of the docs',
  description:
    'The Markdown is rendered before the response, so that `warnings` lists what the page cannot show. A page that cannot be rendered in two seconds is shown as plain text.',
  request: {
    params: pageParameters,
    query: noQuery,
    headers: ifMatchHeader,
    body: { required: true, content: { 'application/json': { schema: pageBodySchema } } },
  },
  responses: {
    ...createOperationResponses(201, writtenPageSchema, 'The new page, with an ETag', 409, 413, 415),
    ...createOperationResponses(200, writtenPageSchema, 'The replaced page, with an ETag'),
    ...changedResponse(pageSchema, pageBodySchema),
  },
});

const deletePage = createRoute({
  ...DOCS_ROUTE,
  method: 'delete',
  path: `${DOCS_PATH}/pages/{path}`,
  operationId: 'deleteDocsPage',
  'x-role': 'member',
  ...createAuditMarker('docs-page.delete'),
  summary: 'Delete a page of the docs',
  request: { params: pageParameters, query: noQuery, headers: ifMatchHeader },
  responses: {
    204: { description: 'Deleted' },
    ...createErrorResponses(403),
    ...changedResponse(pageSchema, pageBodySchema),
  },
});

/** Adds the operations of the docs. */
export function addDocsRoutes(app: App, services: DocsServices): void {
  addSettingsRoutes(app, services);
  addPageRoutes(app, services);
  addDocsBatchRoute(app, services);
  addDocsSearchRoute(app, services);
}

function addSettingsRoutes(app: App, services: DocsServices): void {
  const { store } = services;
  app.openapi(getSettings, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const settings = await store.docs.settings(project.id);
    const url = getPortalUrl(c, services, project.slug, settings.anonymousRead);
    return c.json({ ...settings, url }, 200, { etag: settings.etag });
  });

  app.openapi(putSettings, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const sentSettings = removeProperties(c.req.valid('json'), READ_ONLY_SETTINGS);
    const knownEtags = parseEtags(c.req.header('if-match'));
    const change = { action: 'docs-settings.update', project, target: project.id } as const;
    const result = await store.transaction((operations) =>
      auditChange(c, operations, change, () => operations.docs.putSettings(project.id, sentSettings, knownEtags)),
    );
    const addUrl = <T extends { readonly anonymousRead: boolean }>(settings: T) => ({
      ...settings,
      url: getPortalUrl(c, services, project.slug, settings.anonymousRead),
    });
    if ('changed' in result)
      return createChangedResponse(c, result.changed === null ? null : addUrl(result.changed), sentSettings);
    if ('limit' in result) throw createLimitError(result.limit);
    return c.json(addUrl(result.done), 200, { etag: result.done.etag });
  });
}

function addPageRoutes(app: App, { store, docsRenderer }: DocsServices): void {
  app.openapi(listPages, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { limit = LIST_DEFAULT_LIMIT, cursor } = c.req.valid('query');
    const { items, next } = await store.docs.list(project.id, { limit, cursor });
    return c.json({ pages: [...items], next }, 200);
  });

  app.openapi(getPage, async (c) => {
    const { slug, path } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const page = await store.docs.page(project.id, path);
    if (!page) throw createNotFoundError('docs page', path);
    return c.json(page, 200, { etag: page.etag });
  });

  app.openapi(putPage, async (c) => {
    const { slug, path } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const pageInput = removeProperties(c.req.valid('json'), READ_ONLY_PAGE_PROPERTIES);
    const knownEtags = parseEtags(c.req.header('if-match'));
    const rendered = await docsRenderer.render({ path, ...pageInput });
    const { warnings, links } = rendered;
    const rendering = createStoredRendering(rendered);
    const change = { action: 'docs-page.update', project, target: path } as const;
    const result = await store.transaction((operations) =>
      auditChange(c, operations, change, () =>
        operations.docs.putPage(project.id, { path, page: pageInput, rendering, movedFrom: null }, knownEtags),
      ),
    );
    if ('changed' in result) return createChangedResponse(c, result.changed, pageInput);
    if ('limit' in result) throw createLimitError(result.limit);
    const { page, isNew } = result.done;
    const brokenLinks = await findBrokenLinks(store, project.id, [{ path, links }], new Map([[path, true]]));
    const all = [...warnings, ...brokenLinks.map(({ message }) => message)];
    return c.json({ ...page, warnings: all }, isNew ? 201 : 200, {
      etag: page.etag,
      ...(isNew && { location: new URL(c.req.url).pathname }),
    });
  });

  app.openapi(deletePage, async (c) => {
    const { slug, path } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const knownEtags = parseEtags(c.req.header('if-match'));
    const change = { action: 'docs-page.delete', project, target: path } as const;
    const result = await store.transaction((operations) =>
      auditChange(c, operations, change, () => operations.docs.deletePage(project.id, path, knownEtags)),
    );
    if (result === false) throw createNotFoundError('docs page', path);
    if (result !== true) return createChangedResponse(c, result.changed, null);
    return c.body(null, 204);
  });
}

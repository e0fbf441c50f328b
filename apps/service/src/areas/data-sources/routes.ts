import { type DataSourceInput, dataSourceInput } from '@context-sync/core';
import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { createNotFoundError, HttpError } from '../../platform/errors/errors.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import {
  idempotencyHeader,
  LIST_DEFAULT_LIMIT,
  nextCursor,
  noQuery,
  pageQuery,
  slugParameters,
} from '../../platform/http/common-schemas.ts';
import {
  createErrorResponses,
  createOperationResponses,
  WRITE_ERROR_STATUSES,
} from '../../platform/http/error-responses.ts';
import { respondOnce } from '../../platform/http/idempotency.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { dataSourceInputSchema, dataSourceSchema, sourceParameters } from './schemas.ts';
import type { ConnectResult, DataSourcePorts } from './store.ts';

/** Marks operations that are not in the specification of the platform's API. */
const extension = { tags: ['Data sources'], 'x-area': 'data-sources', 'x-extension': true };

const connectDataSource = createRoute({
  method: 'post',
  path: '/api/v1/projects/{slug}/data-sources',
  operationId: 'connectDataSource',
  'x-role': 'member',
  ...createAuditMarker('data-source.create'),
  tags: ['Data sources'],
  'x-area': 'data-sources',
  summary: 'Connect a code repository',
  request: {
    params: slugParameters,
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: dataSourceInputSchema } } },
  },
  responses: createOperationResponses(
    201,
    dataSourceSchema,
    'The data source, new or existing',
    409,
    ...WRITE_ERROR_STATUSES,
  ),
});

const listDataSources = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/data-sources',
  operationId: 'listDataSources',
  'x-role': 'member',
  ...extension,
  summary: 'List data sources, oldest first',
  request: { params: slugParameters, query: pageQuery },
  responses: createOperationResponses(
    200,
    z.object({ dataSources: z.array(dataSourceSchema), next: nextCursor }),
    'A page of data sources',
  ),
});

const getDataSource = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/data-sources/{sourceId}',
  operationId: 'getDataSource',
  'x-role': 'member',
  ...extension,
  summary: 'Get one data source',
  request: { params: sourceParameters, query: noQuery },
  responses: createOperationResponses(200, dataSourceSchema, 'The data source'),
});

const deleteDataSource = createRoute({
  method: 'delete',
  path: '/api/v1/projects/{slug}/data-sources/{sourceId}',
  operationId: 'deleteDataSource',
  'x-role': 'owner',
  ...createAuditMarker('data-source.delete'),
  ...extension,
  summary: 'Disconnect a code repository',
  request: { params: sourceParameters, query: noQuery },
  responses: { 204: { description: 'Deleted' }, ...createErrorResponses(403) },
});

export function addDataSourceRoutes(app: App, { store }: { readonly store: AreaStore<DataSourcePorts> }): void {
  app.openapi(connectDataSource, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const input = c.req.valid('json');
    return respondOnce(c, store, {
      async create(operations) {
        const change = {
          action: 'data-source.create',
          project,
          target: (result: ConnectResult) => (result.isKnown ? undefined : result.source.id),
        } as const;
        const { source, isKnown } = await auditChange(c, operations, change, () =>
          operations.dataSources.create(project.id, input),
        );
        const { id, createdAt, ...known } = source;
        if (isKnown) rejectOtherSettings(id, known, input);
        return { id, createdAt, ...(isKnown ? { isKnown } : {}) };
      },
      isKnown: ({ isKnown }) => isKnown === true,
      location: ({ id }) => `${c.req.path}/${id}`,
      body: ({ id, createdAt }) => ({ id, ...input, createdAt }),
    });
  });

  app.openapi(listDataSources, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { limit = LIST_DEFAULT_LIMIT, cursor } = c.req.valid('query');
    const page = await store.dataSources.list(project.id, { limit, cursor });
    return c.json({ dataSources: [...page.items], next: page.next }, 200);
  });

  app.openapi(getDataSource, async (c) => {
    const { slug, sourceId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const source = await store.dataSources.get(project.id, sourceId);
    if (!source) throw createNotFoundError('data source', sourceId);
    return c.json(source, 200);
  });

  app.openapi(deleteDataSource, async (c) => {
    const { slug, sourceId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const change = { action: 'data-source.delete', project, target: sourceId } as const;
    const isDeleted = await store.transaction((operations) =>
      auditChange(c, operations, change, () => operations.dataSources.delete(project.id, sourceId)),
    );
    if (!isDeleted) throw createNotFoundError('data source', sourceId);
    return c.body(null, 204);
  });
}

/** Rejects a request to connect a repository that is already connected with different settings. @throws HttpError 409 */
function rejectOtherSettings(id: string, knownSource: DataSourceInput, givenSource: DataSourceInput): void {
  const names = Object.keys(dataSourceInput.shape) as (keyof DataSourceInput)[];
  const details = names
    .filter((name) => knownSource[name] !== givenSource[name])
    .map((name) => ({
      where: `body.${name}`,
      message: `${id} has ${knownSource[name] === undefined ? 'no value' : JSON.stringify(knownSource[name])}`,
    }));
  if (details.length === 0) return;
  const { owner, repo, branch, category } = knownSource;
  throw new HttpError(
    'conflict',
    `${owner}/${repo} on branch ${branch} is already connected in the category ${category} as ${id}, with different settings: delete that data source first, or send the same settings`,
    { details },
  );
}

import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { countPageEntries } from '../../platform/database/page-size.ts';
import { quoteText } from '../../platform/errors/describe-value.ts';
import { createNotFoundError, HttpError } from '../../platform/errors/errors.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { idempotencyHeader, noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import {
  createErrorResponses,
  createOperationResponses,
  WRITE_ERROR_STATUSES,
} from '../../platform/http/error-responses.ts';
import { respondOnce } from '../../platform/http/idempotency.ts';
import { createLargeResponse } from '../../platform/http/large-response.ts';
import type { AreaStore } from '../../platform/ports.ts';
import {
  contextItemInputSchema,
  contextItemSchema,
  foundContextItemsSchema,
  itemParameters,
  itemsQuery,
  searchQuery,
} from './schemas.ts';
import type { ContextPorts } from './store.ts';
import { newItem, normalizeItem } from './store.ts';

const body = { required: true, content: { 'application/json': { schema: contextItemInputSchema } } };
/** Marks operations that are not in the specification of the platform's API. */
const extension = { tags: ['Context'], 'x-area': 'context', 'x-extension': true };

const createItem = createRoute({
  method: 'post',
  path: '/api/v1/projects/{slug}/context',
  operationId: 'createContextItem',
  'x-role': 'member',
  ...createAuditMarker('context-item.create'),
  tags: ['Context'],
  'x-area': 'context',
  summary: 'Create a context item',
  request: { params: slugParameters, query: noQuery, headers: idempotencyHeader, body },
  responses: createOperationResponses(201, contextItemSchema, 'The context item', ...WRITE_ERROR_STATUSES),
});

const listItems = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/context',
  operationId: 'listContextItems',
  'x-role': 'member',
  ...extension,
  summary: 'List context items, oldest first',
  request: { params: slugParameters, query: itemsQuery },
  responses: createOperationResponses(
    200,
    z.object({ items: z.array(contextItemSchema), next: z.string().nullable() }),
    'A page of context items',
  ),
});

const getItem = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/context/{itemId}',
  operationId: 'getContextItem',
  'x-role': 'member',
  ...extension,
  summary: 'Get one context item',
  request: { params: itemParameters, query: noQuery },
  responses: createOperationResponses(200, contextItemSchema, 'The context item'),
});

const replaceItem = createRoute({
  method: 'put',
  path: '/api/v1/projects/{slug}/context/{itemId}',
  operationId: 'replaceContextItem',
  'x-role': 'member',
  ...createAuditMarker('context-item.update'),
  ...extension,
  summary: 'Replace a context item',
  request: { params: itemParameters, query: noQuery, body },
  responses: createOperationResponses(200, contextItemSchema, 'The context item', 403, 413, 415),
});

const deleteItem = createRoute({
  method: 'delete',
  path: '/api/v1/projects/{slug}/context/{itemId}',
  operationId: 'deleteContextItem',
  'x-role': 'member',
  ...createAuditMarker('context-item.delete'),
  ...extension,
  summary: 'Delete a context item',
  request: { params: itemParameters, query: noQuery },
  responses: { 204: { description: 'Deleted' }, ...createErrorResponses(403) },
});

const searchItems = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/context-search',
  operationId: 'searchContextItems',
  'x-role': 'member',
  ...extension,
  summary: 'Search context items by text, best match first',
  request: { params: slugParameters, query: searchQuery },
  responses: createOperationResponses(200, foundContextItemsSchema, 'The matching items'),
});

export function addContextItemRoutes(app: App, { store }: { readonly store: AreaStore<ContextPorts> }): void {
  const { contextItems } = store;
  app.openapi(createItem, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const text = normalizeItem(c.req.valid('json'));
    return respondOnce(c, store, {
      async create(operations) {
        const item = newItem(text);
        const change = { action: 'context-item.create', project, target: ({ id }: { id: string }) => id } as const;
        return auditChange(c, operations, change, async () => {
          await operations.contextItems.add(project.id, item);
          return { id: item.id, createdAt: item.createdAt };
        });
      },
      location: ({ id }) => `${c.req.path}/${id}`,
      body: ({ id, createdAt }) => ({ id, ...text, createdAt, updatedAt: createdAt }),
    });
  });

  app.openapi(listItems, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { limit = 100, after } = c.req.valid('query');
    const items = await contextItems.list(project.id, { limit: limit + 1, after });
    if (!items)
      throw new HttpError(
        'invalid_request',
        `query.after: must be the id of an item of the project (got ${quoteText(after ?? '')}); leave it out to start from the beginning`,
      );
    const page = items.slice(
      0,
      countPageEntries(items, limit, ({ title, content }) => title.length + content.length),
    );
    const next = items.length > page.length ? (page.at(-1)?.id ?? null) : null;
    return createLargeResponse(c, JSON.stringify({ items: page, next }));
  });

  app.openapi(getItem, async (c) => {
    const { slug, itemId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const item = await contextItems.get(project.id, itemId);
    if (!item) throw createNotFoundError('context item', itemId);
    return c.json(item, 200);
  });

  app.openapi(replaceItem, async (c) => {
    const { slug, itemId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const change = { action: 'context-item.update', project, target: itemId } as const;
    const item = await store.transaction((operations) =>
      auditChange(c, operations, change, () =>
        operations.contextItems.replace(project.id, itemId, c.req.valid('json')),
      ),
    );
    if (!item) throw createNotFoundError('context item', itemId);
    return c.json(item, 200);
  });

  app.openapi(deleteItem, async (c) => {
    const { slug, itemId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const change = { action: 'context-item.delete', project, target: itemId } as const;
    const isDeleted = await store.transaction((operations) =>
      auditChange(c, operations, change, () => operations.contextItems.delete(project.id, itemId)),
    );
    if (!isDeleted) throw createNotFoundError('context item', itemId);
    return c.body(null, 204);
  });

  app.openapi(searchItems, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { q, limit = 10 } = c.req.valid('query');
    const { matched, items } = await contextItems.search(project.id, q, limit);
    return c.json({ matched, items: [...items] }, 200);
  });
}

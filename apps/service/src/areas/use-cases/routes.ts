import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { quoteText } from '../../platform/errors/describe-value.ts';
import { createNotFoundError, HttpError } from '../../platform/errors/errors.ts';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { changedResponse, createChangedResponse, ifMatchHeader } from '../../platform/http/changed-response.ts';
import { idempotencyHeader, noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import {
  createErrorResponses,
  createOperationResponses,
  WRITE_ERROR_STATUSES,
} from '../../platform/http/error-responses.ts';
import { parseEtags } from '../../platform/http/etags.ts';
import { respondOnce } from '../../platform/http/idempotency.ts';
import { removeProperties } from '../../platform/http/read-only-properties.ts';
import { type DescribedUseCase, describeUseCases } from './describe-use-case.ts';
import { addDocumentRoutes } from './document-routes.ts';
import { exportSkill } from './export-skill.ts';
import {
  orderSchema,
  READ_ONLY_USE_CASE_PROPERTIES,
  skillSchema,
  useCaseBodySchema,
  useCaseInputSchema,
  useCaseParameters,
  useCaseSchema,
  useCaseSummarySchema,
} from './schemas.ts';
import type { UseCaseServices } from './services.ts';
import type { UseCase, UseCaseRefusal } from './store.ts';
import { USE_CASE_ROUTE, USE_CASES_PATH } from './use-case-route.ts';

const input = { required: true, content: { 'application/json': { schema: useCaseInputSchema } } };

const list = createRoute({
  ...USE_CASE_ROUTE,
  method: 'get',
  path: USE_CASES_PATH,
  operationId: 'listUseCases',
  summary: 'List the use cases in their order',
  description: 'The ETag identifies the order: send it as `If-Match` with `PUT /use-cases-order`.',
  request: { params: slugParameters, query: noQuery },
  responses: createOperationResponses(
    200,
    z.object({ useCases: z.array(useCaseSummarySchema) }),
    'All use cases, without their workflows',
  ),
});

const create = createRoute({
  ...USE_CASE_ROUTE,
  method: 'post',
  path: USE_CASES_PATH,
  operationId: 'createUseCase',
  ...createAuditMarker('use-case.create'),
  summary: 'Create a use case from an Arazzo workflow',
  request: { params: slugParameters, query: noQuery, headers: idempotencyHeader, body: input },
  responses: createOperationResponses(
    201,
    useCaseSchema,
    'The use case, which is the last in the order',
    409,
    ...WRITE_ERROR_STATUSES,
  ),
});

const get = createRoute({
  ...USE_CASE_ROUTE,
  method: 'get',
  path: `${USE_CASES_PATH}/{useCaseId}`,
  operationId: 'getUseCase',
  summary: 'Get one use case',
  request: { params: useCaseParameters, query: noQuery },
  responses: createOperationResponses(200, useCaseSchema, 'The use case, with an ETag'),
});

const getSkill = createRoute({
  ...USE_CASE_ROUTE,
  method: 'get',
  path: `${USE_CASES_PATH}/{useCaseId}/skill`,
  operationId: 'getUseCaseSkill',
  summary: 'Get a use case as a skill for agents',
  request: { params: useCaseParameters, query: noQuery },
  responses: createOperationResponses(200, skillSchema, 'The skill'),
});

const replace = createRoute({
  ...USE_CASE_ROUTE,
  method: 'put',
  path: `${USE_CASES_PATH}/{useCaseId}`,
  operationId: 'replaceUseCase',
  ...createAuditMarker('use-case.update'),
  summary: 'Replace a use case',
  request: {
    params: useCaseParameters,
    query: noQuery,
    headers: ifMatchHeader,
    body: { required: true, content: { 'application/json': { schema: useCaseBodySchema } } },
  },
  responses: {
    ...createOperationResponses(200, useCaseSchema, 'The use case, with an ETag', 403, 409, 413, 415),
    ...changedResponse(useCaseSchema, useCaseInputSchema),
  },
});

const remove = createRoute({
  ...USE_CASE_ROUTE,
  method: 'delete',
  path: `${USE_CASES_PATH}/{useCaseId}`,
  operationId: 'deleteUseCase',
  ...createAuditMarker('use-case.delete'),
  summary: 'Delete a use case',
  request: { params: useCaseParameters, query: noQuery, headers: ifMatchHeader },
  responses: {
    204: { description: 'Deleted' },
    ...createErrorResponses(403),
    ...changedResponse(useCaseSchema, useCaseInputSchema),
  },
});

const reorder = createRoute({
  ...USE_CASE_ROUTE,
  method: 'put',
  path: `${USE_CASES_PATH}-order`,
  operationId: 'reorderUseCases',
  ...createAuditMarker('use-case-order.update'),
  summary: 'Change the order of the use cases',
  request: {
    params: slugParameters,
    query: noQuery,
    headers: ifMatchHeader,
    body: { required: true, content: { 'application/json': { schema: orderSchema } } },
  },
  responses: {
    ...createOperationResponses(200, orderSchema, 'The order, with an ETag', 403, 409, 413, 415),
    ...changedResponse(orderSchema, orderSchema),
  },
});

/** Adds the operations of use cases. */
export function addUseCaseRoutes(app: App, services: UseCaseServices): void {
  addReadRoutes(app, services);
  addWriteRoutes(app, services);
  addOrderRoute(app, services);
  addDocumentRoutes(app, services);
}

function addReadRoutes(app: App, services: UseCaseServices): void {
  const { store } = services;
  app.openapi(list, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const described = await describeUseCases(services, project.id, await store.useCases.list(project.id));
    const { etag } = await store.useCases.order(project.id);
    return c.json({ useCases: described.map(summarize) }, 200, { etag });
  });

  app.openapi(get, async (c) => {
    const described = await findUseCase(services, c.req.valid('param').useCaseId, c.get('project').id);
    return c.json(format(described), 200, { etag: described.etag });
  });

  app.openapi(getSkill, async (c) => {
    const described = await findUseCase(services, c.req.valid('param').useCaseId, c.get('project').id);
    return c.json(exportSkill(described), 200);
  });
}

function addWriteRoutes(app: App, services: UseCaseServices): void {
  const { store } = services;
  app.openapi(create, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const useCaseInput = c.req.valid('json');
    return respondOnce(c, store, {
      async create(operations) {
        const change = { action: 'use-case.create', project, target: ({ id }: { id: string }) => id } as const;
        const { id, etag, createdAt } = await auditChange(c, operations, change, async () =>
          getStored(await operations.useCases.create(project.id, useCaseInput)),
        );
        return { id, etag, createdAt };
      },
      location: ({ id }) => `${c.req.path}/${id}`,
      async body({ id, etag, createdAt }) {
        return describe(services, project.id, { id, etag, ...useCaseInput, createdAt, updatedAt: createdAt });
      },
    });
  });

  app.openapi(replace, async (c) => {
    const { slug, useCaseId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const useCaseInput = removeProperties(c.req.valid('json'), READ_ONLY_USE_CASE_PROPERTIES);
    const knownEtags = parseEtags(c.req.header('if-match'));
    const change = { action: 'use-case.update', project, target: useCaseId } as const;
    const result = await store.transaction((operations) =>
      auditChange(c, operations, change, async () => {
        const replaced = await operations.useCases.replace(project.id, useCaseId, useCaseInput, knownEtags);
        return replaced && 'changed' in replaced ? replaced : replaced && getStored(replaced);
      }),
    );
    if (!result) throw createNotFoundError('use case', useCaseId);
    if ('changed' in result)
      return createChangedResponse(c, await describe(services, project.id, result.changed), useCaseInput);
    return c.json(await describe(services, project.id, result), 200, { etag: result.etag });
  });

  app.openapi(remove, async (c) => {
    const { slug, useCaseId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const knownEtags = parseEtags(c.req.header('if-match'));
    const change = { action: 'use-case.delete', project, target: useCaseId } as const;
    const result = await store.transaction((operations) =>
      auditChange(c, operations, change, () => operations.useCases.delete(project.id, useCaseId, knownEtags)),
    );
    if (result === false) throw createNotFoundError('use case', useCaseId);
    if (result !== true) return createChangedResponse(c, await describe(services, project.id, result.changed), null);
    return c.body(null, 204);
  });
}

function addOrderRoute(app: App, { store }: UseCaseServices): void {
  app.openapi(reorder, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const sentOrder = c.req.valid('json');
    const knownEtags = parseEtags(c.req.header('if-match'));
    const change = { action: 'use-case-order.update', project, target: project.id } as const;
    const result = await store.transaction((operations) =>
      auditChange(c, operations, change, async () => {
        const newOrder = await operations.useCases.reorder(project.id, sentOrder.ids, knownEtags);
        if (!('unknown' in newOrder)) return newOrder;
        const message = `${quoteText(newOrder.unknown)} is neither the id nor the workflowId of a use case`;
        throw createInvalidRequestError([{ where: 'body.ids', message }]);
      }),
    );
    if ('changed' in result) return createChangedResponse(c, result.changed, sentOrder);
    return c.json({ ids: [...result.ids] }, 200, { etag: result.etag });
  });
}

async function findUseCase(services: UseCaseServices, id: string, projectId: string): Promise<DescribedUseCase> {
  const foundUseCase = await services.store.useCases.get(projectId, id);
  const [described] = foundUseCase ? await describeUseCases(services, projectId, [foundUseCase]) : [];
  if (!described) throw createNotFoundError('use case', id);
  return described;
}

async function describe(services: UseCaseServices, projectId: string, useCase: UseCase) {
  const [described] = await describeUseCases(services, projectId, [useCase]);
  if (!described) throw new Error('a stored use case is missing from the described use cases');
  return format(described);
}

const format = ({ steps, problems, ...useCase }: DescribedUseCase) => ({
  ...useCase,
  steps: [...steps],
  problems: [...problems],
});

function summarize({ workflow, ...useCase }: DescribedUseCase) {
  return { ...useCase, steps: [...useCase.steps], problems: [...useCase.problems], workflowId: workflow.workflowId };
}

/** Returns the stored use case of a result. @throws HttpError if the use case was not stored */
function getStored(result: UseCase | UseCaseRefusal): UseCase {
  if ('limit' in result)
    throw new HttpError(
      'conflict',
      `The project has ${result.limit} use cases, which is the maximum: delete one first`,
    );
  if (!('sameAs' in result)) return result;
  const details = [{ where: 'body.workflow.workflowId', message: `is the id of the workflow of ${result.sameAs}` }];
  throw new HttpError(
    'conflict',
    `Use case ${result.sameAs} has the same workflowId: replace it, or choose another id`,
    {
      details,
    },
  );
}

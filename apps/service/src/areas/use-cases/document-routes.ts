import { createRoute } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { idempotencyHeader, noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses, WRITE_ERROR_STATUSES } from '../../platform/http/error-responses.ts';
import { respondOnce } from '../../platform/http/idempotency.ts';
import { documentSchema, readDocument, writeDocument } from './import-document.ts';
import { importResultSchema } from './schemas.ts';
import type { UseCaseServices } from './services.ts';
import type { UseCaseImport } from './store.ts';
import { USE_CASE_ROUTE, USE_CASES_PATH } from './use-case-route.ts';

/** Maximum size of an imported document. */
export const MAX_DOCUMENT_BYTES = 1_048_576;

const document = documentSchema.meta({ id: 'ArazzoDocument' });

const exportDocument = createRoute({
  ...USE_CASE_ROUTE,
  method: 'get',
  path: `${USE_CASES_PATH}-document`,
  operationId: 'exportUseCases',
  summary: 'Get all use cases as one Arazzo document',
  request: { params: slugParameters, query: noQuery },
  responses: createOperationResponses(200, document, 'An Arazzo 1.1 document, which can be imported again'),
});

const importDocument = createRoute({
  ...USE_CASE_ROUTE,
  method: 'post',
  path: `${USE_CASES_PATH}-import`,
  operationId: 'importUseCases',
  ...createAuditMarker('use-case-import.update'),
  summary: 'Create or replace use cases from an Arazzo document',
  description:
    'The service stores either all workflows of the document or none. A use case with the same `workflowId` is replaced; others stay. References to components are replaced by the components. A workflow is public if it has `"x-public": true`.',
  request: {
    params: slugParameters,
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: document } } },
  },
  responses: createOperationResponses(201, importResultSchema, 'What was stored', 409, ...WRITE_ERROR_STATUSES),
});

/** Adds the operations that import and export Arazzo documents. */
export function addDocumentRoutes(app: App, { store }: UseCaseServices): void {
  app.openapi(exportDocument, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    return c.json(writeDocument(project.name, await store.useCases.list(project.id)), 200);
  });

  app.openapi(importDocument, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const inputs = readDocument(c.req.valid('json'));
    const change = { action: 'use-case-import.update', project, target: project.id } as const;
    return respondOnce(c, store, {
      create: async (operations): Promise<UseCaseImport> =>
        auditChange(c, operations, change, async () => {
          const result = await operations.useCases.import(project.id, inputs);
          if (!('limit' in result)) return result;
          throw new HttpError('conflict', `A project has at most ${result.limit} use cases: delete some first`);
        }),
      body: (result) => result,
    });
  });
}

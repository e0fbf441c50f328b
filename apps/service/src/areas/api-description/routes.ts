import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { createNotFoundError, HttpError } from '../../platform/errors/errors.ts';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createErrorResponses, createOperationResponses } from '../../platform/http/error-responses.ts';
import { createLargeResponse } from '../../platform/http/large-response.ts';
import { requireMediaType } from '../../platform/http/media-types.ts';
import { decodeSource, MAX_DOCUMENT_BYTES, OpenapiError } from './index.ts';
import type { ApiDescriptionServices } from './services.ts';
import type { OpenapiFormat } from './store.ts';

const MEDIA_TYPES: Readonly<Record<OpenapiFormat, string>> = { json: 'application/json', yaml: 'application/yaml' };

const DOCUMENT_DESCRIPTION = 'An OpenAPI 3.0, 3.1 or 3.2 document';
const EXAMPLE_DOCUMENT = { openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' }, paths: {} };
// The schemas contain no details, because the body is stored unchanged and validated by the service's parser.
const content = {
  'application/json': {
    schema: {
      type: 'object' as const,
      description: `${DOCUMENT_DESCRIPTION}, at most ${MAX_DOCUMENT_BYTES.json} bytes`,
      required: ['openapi', 'info', 'paths'],
      properties: {
        openapi: { type: 'string' as const, pattern: '^3\\.[012]\\.\\d+(-[0-9A-Za-z.-]+)?$' },
        info: {
          type: 'object' as const,
          required: ['title', 'version'],
          properties: {
            title: { type: 'string' as const, minLength: 1 },
            version: { type: 'string' as const, minLength: 1 },
          },
        },
        paths: { type: 'object' as const },
      },
    },
    example: EXAMPLE_DOCUMENT,
  },
  'application/yaml': {
    schema: {
      type: 'string' as const,
      description: `The OpenAPI document as YAML, at most ${MAX_DOCUMENT_BYTES.yaml} bytes`,
    },
    example: 'openapi: 3.1.0\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n',
  },
};

const summarySchema = z
  .object({
    format: z.enum(['json', 'yaml']),
    openapi: z.string().describe('OpenAPI version'),
    title: z.string(),
    version: z.string(),
    operations: z.int().describe('Number of operations, including webhooks'),
    warnings: z.array(z.string()).describe('Parts that cannot be used, such as references to other files; at most 20'),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ApiDescription' });

const path = '/api/v1/projects/{slug}/api-description';
/** Marks operations that are not in the specification of the platform's API. */
const extension = { tags: ['MCP'], 'x-area': 'mcp', 'x-extension': true };
const request = { params: slugParameters, query: noQuery };
const putQuery = z.strictObject({
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .optional()
    .openapi({ description: 'Commit that contains the document, for notes in the API reference of the docs portal' }),
});

const getDescription = createRoute({
  method: 'get',
  path,
  operationId: 'getApiDescription',
  'x-role': 'member',
  ...extension,
  summary: "Get the OpenAPI document of the project's API, as it was uploaded",
  request,
  responses: { 200: { description: DOCUMENT_DESCRIPTION, content }, ...createErrorResponses() },
});

const putDescription = createRoute({
  method: 'put',
  path,
  operationId: 'putApiDescription',
  'x-role': 'member',
  ...createAuditMarker('api-description.update'),
  ...extension,
  summary: "Upload the OpenAPI document of the project's API, for the tools of the MCP server",
  description:
    'If the document cannot be read, the API reference of the docs portal keeps the last document, and shows members the reason.',
  request: { ...request, query: putQuery, body: { required: true, content } },
  responses: createOperationResponses(200, summarySchema, 'A summary of the stored document', 403, 413, 415, 422),
});

const deleteDescription = createRoute({
  method: 'delete',
  path,
  operationId: 'deleteApiDescription',
  'x-role': 'member',
  ...createAuditMarker('api-description.delete'),
  ...extension,
  summary: "Delete the OpenAPI document of the project's API",
  request,
  responses: { 204: { description: 'Deleted' }, ...createErrorResponses(403) },
});

export function addApiDescriptionRoutes(app: App, { store, openapiParsers: parsers }: ApiDescriptionServices): void {
  const { apiDescriptions } = store;
  app.openapi(getDescription, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const description = await apiDescriptions.get(project.id);
    if (!description) throw createNotFoundError('OpenAPI document');
    return createLargeResponse(c, description.text, MEDIA_TYPES[description.format]);
  });

  app.openapi(putDescription, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const type = requireMediaType(c, Object.values(MEDIA_TYPES));
    const format = type === MEDIA_TYPES.yaml ? 'yaml' : 'json';
    const { commit } = c.req.valid('query');
    const body = new Uint8Array(await c.req.arrayBuffer());
    try {
      const text = decodeSource(body);
      const summary = await parsers.summarize({ text, format });
      const texts = await parsers.listOperationTexts({ text, format });
      const change = { action: 'api-description.update', project, target: project.id } as const;
      const { updatedAt } = await store.transaction((operations) =>
        auditChange(c, operations, change, () =>
          operations.apiDescriptions.put(project.id, { format, text, commit }, texts),
        ),
      );
      return c.json({ format, ...summary, warnings: [...summary.warnings], updatedAt }, 200);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await apiDescriptions.reject(project.id, { commit: commit ?? null, reason: error.message });
      throw error instanceof OpenapiError
        ? createInvalidRequestError([{ where: 'body', message: error.message }])
        : error;
    }
  });

  app.openapi(deleteDescription, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const change = { action: 'api-description.delete', project, target: project.id } as const;
    const isDeleted = await store.transaction((operations) =>
      auditChange(c, operations, change, () => operations.apiDescriptions.delete(project.id)),
    );
    if (!isDeleted) throw createNotFoundError('OpenAPI document');
    return c.body(null, 204);
  });
}

/** Returns whether a document was refused because of its content, and not because the service is busy. */
function isRefusal(error: unknown): error is Error {
  return error instanceof OpenapiError || (error instanceof HttpError && error.code === 'body_too_complex');
}

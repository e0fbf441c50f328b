import { createRoute, z } from '@hono/zod-openapi';
import { reach } from '../../access/authenticate.ts';
import type { App } from '../../access/environment.ts';
import { DescriptionError, LARGEST } from '../../api-description/index.ts';
import { HttpError, notFound } from '../../errors/errors.ts';
import { invalidRequest } from '../../errors/invalid.ts';
import type { DescriptionFormat } from '../../store/api-descriptions.ts';
import { answers, errorAnswers } from '../responses.ts';
import { noQuery, slugParameters } from '../schemas.ts';
import type { Services } from '../services.ts';

/** Media types that a description comes in; the first of each is the one that it is given back in. */
const TYPES: Readonly<Record<DescriptionFormat, readonly [string, ...string[]]>> = {
  json: ['application/json', 'application/vnd.oai.openapi+json', 'application/openapi+json'],
  yaml: [
    'application/yaml',
    'application/x-yaml',
    'text/yaml',
    'text/x-yaml',
    'application/vnd.oai.openapi',
    'application/vnd.oai.openapi+yaml',
    'application/openapi+yaml',
  ],
};

const DESCRIBED = 'An OpenAPI 3.0, 3.1 or 3.2 document';
const EXAMPLE = { openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' }, paths: {} };
// Plain schemas: the body is kept as it was sent, and what is wrong with it is said in words of its own.
const content = {
  'application/json': {
    schema: {
      type: 'object' as const,
      description: `${DESCRIBED}, at most ${LARGEST.json} bytes`,
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
    example: EXAMPLE,
  },
  'application/yaml': {
    schema: { type: 'string' as const, description: `The same as YAML, at most ${LARGEST.yaml} bytes` },
    example: 'openapi: 3.1.0\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n',
  },
};

const summarySchema = z
  .object({
    format: z.enum(['json', 'yaml']),
    openapi: z.string().describe('Version of OpenAPI'),
    title: z.string(),
    version: z.string(),
    operations: z.int().describe('How many operations it has'),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ApiDescription' });

const path = '/api/v1/projects/{slug}/api-description';
/** Marks what the specification does not have. */
const extension = { tags: ['MCP'], 'x-extension': true };
const request = { params: slugParameters, query: noQuery };

const getDescription = createRoute({
  method: 'get',
  path,
  operationId: 'getApiDescription',
  ...extension,
  summary: "Get the description of the project's API, as it was sent",
  request,
  responses: { 200: { description: DESCRIBED, content }, ...errorAnswers() },
});

const putDescription = createRoute({
  method: 'put',
  path,
  operationId: 'putApiDescription',
  ...extension,
  summary: "Describe the project's API, for the tools of the MCP server",
  request: { ...request, body: { required: true, content } },
  responses: answers(200, summarySchema, 'What was stored', 403, 413, 415, 422),
});

const deleteDescription = createRoute({
  method: 'delete',
  path,
  operationId: 'deleteApiDescription',
  ...extension,
  summary: "Delete the description of the project's API",
  request,
  responses: { 204: { description: 'Deleted' }, ...errorAnswers(403) },
});

export function apiDescriptionRoutes(app: App, { store, parsers }: Services): void {
  const { apiDescriptions } = store;
  app.openapi(getDescription, async (c) => {
    const project = await reach(c, store, c.req.valid('param').slug);
    const description = await apiDescriptions.get(project.id);
    if (!description) throw notFound();
    return new Response(description.text, { headers: { 'content-type': TYPES[description.format][0] } });
  });

  app.openapi(putDescription, async (c) => {
    const project = await reach(c, store, c.req.valid('param').slug);
    const format = formatOf(c.req.header('content-type') ?? '');
    const text = (await c.req.text()).replace(/^\uFEFF/, '');
    try {
      const summary = await parsers.summarize({ text, format });
      const { updatedAt } = await apiDescriptions.put(project.id, { format, text });
      return c.json({ format, ...summary, updatedAt }, 200);
    } catch (error) {
      if (error instanceof DescriptionError) throw invalidRequest([{ where: 'body', message: error.message }]);
      throw error;
    }
  });

  app.openapi(deleteDescription, async (c) => {
    const project = await reach(c, store, c.req.valid('param').slug);
    if (!(await apiDescriptions.delete(project.id))) throw notFound();
    return c.body(null, 204);
  });
}

function formatOf(contentType: string): DescriptionFormat {
  const [type = ''] = contentType.toLowerCase().split(';');
  if (TYPES.json.includes(type.trim())) return 'json';
  if (TYPES.yaml.includes(type.trim())) return 'yaml';
  throw new HttpError(
    'unsupported_media_type',
    `The body must be a description in JSON or YAML: Content-Type: ${TYPES.json[0]} or ${TYPES.yaml[0]}`,
  );
}

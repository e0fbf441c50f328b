import { MATCH_KINDS } from '@context-sync/search';
import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { createQueryIntegerSchema, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses } from '../../platform/http/error-responses.ts';
import { DOCS_PATH, DOCS_ROUTE } from './docs-route.ts';
import { RESULT_KINDS } from './search-result.ts';
import type { DocsServices } from './services.ts';

const DEFAULT_LIMIT = 10;

const resultSchema = z
  .object({
    kind: z.enum(RESULT_KINDS),
    id: z.string().describe('Path of a page, key of an operation, or id of a use case or context item'),
    title: z.string(),
    address: z
      .string()
      .nullable()
      .describe('Path of the section or operation in the portal, or URL of the source of a context item'),
    excerpt: z.string().describe('The part of the text with the most words of the query, as plain text'),
    highlights: z
      .array(z.object({ start: z.int(), end: z.int() }))
      .describe('Words of the query in the excerpt, in UTF-16 units'),
    score: z.number().describe('Higher is better; only comparable within one response'),
  })
  .meta({ id: 'DocsSearchResult' });

const searchDocs = createRoute({
  ...DOCS_ROUTE,
  method: 'get',
  path: `${DOCS_PATH}/search`,
  operationId: 'searchDocs',
  'x-role': 'member',
  summary: 'Search pages, operations, use cases and context items, best match first',
  request: {
    params: slugParameters,
    query: z.strictObject({
      q: z.string().min(1).max(1_000).openapi({ description: 'Words to search for' }),
      limit: createQueryIntegerSchema(1, 50).optional(),
    }),
  },
  responses: createOperationResponses(
    200,
    z.object({
      matched: z
        .enum(MATCH_KINDS)
        .describe(
          '`all`: at least one text contains every word of `q`; `some`: no text contains all words, these are the closest; `none`: no text contains any',
        ),
      results: z.array(resultSchema),
      suggestion: z.string().nullable().describe('A query with similar words if no text contains those of `q`'),
    }),
    'The matching texts',
  ),
});

/** Adds the operation that searches the docs. */
export function addDocsSearchRoute(app: App, { store, portalSearch }: DocsServices): void {
  app.openapi(searchDocs, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { q, limit = DEFAULT_LIMIT } = c.req.valid('query');
    const { matched, results, suggestion } = await portalSearch.find(await portalSearch.readerOf(project), q, limit);
    const copies = results.map((result) => ({ ...result, highlights: [...result.highlights] }));
    return c.json({ matched, results: copies, suggestion }, 200);
  });
}

import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project } from '../../platform/mcp/select-project.ts';
import { lookUp } from './described-api.ts';
import type { OpenapiDocuments } from './openapi-documents.ts';
import { formatOperationName, operationKind } from './operation-output.ts';

const input = z.strictObject({
  query: z.string().min(1).max(1_000).describe('What the endpoint does, or part of its path or name'),
  limit: z.int().min(1).max(50).default(10).describe('Maximum number of endpoints'),
  project,
});

const output = z.object({
  project: z.string(),
  endpoints: z.array(
    z.object({
      kind: operationKind,
      method: z.string(),
      path: z.string(),
      operationId: z.string().optional(),
      summary: z.string().optional(),
      description: z.string().optional(),
      tags: z.array(z.string()),
      deprecated: z.boolean(),
    }),
  ),
});

/** Creates the tool that searches the operations of an API. */
export function searchEndpoints(
  openapiDocuments: OpenapiDocuments,
  viewer: McpViewer,
): McpTool<typeof input, typeof output> {
  return {
    name: 'search_endpoints',
    title: 'Search the API endpoints',
    description:
      "Searches the endpoints, webhooks and callbacks of the project's API by what they do, best match first. Call get_endpoint or get_operation for details.",
    input,
    output,
    async run({ query, limit, project: slug }) {
      const { project: chosen, result } = await lookUp(openapiDocuments, viewer, slug, 'search', { query, limit });
      const endpoints = result.endpoints.map(({ tags, ...rest }) => ({ ...rest, tags: [...tags] }));
      const lines = endpoints.map(
        ({ kind, method, path, operationId, summary, deprecated }) =>
          `- ${formatOperationName({ kind, method, path })}${operationId === undefined ? '' : ` (${operationId})`}${deprecated ? ' [deprecated]' : ''}${summary === undefined ? '' : `: ${summary}`}`,
      );
      const noMatchText = `No endpoint of ${chosen.slug} contains these words; the API has ${result.total} operations.`;
      return { data: { project: chosen.slug, endpoints }, text: lines.length > 0 ? lines.join('\n') : noMatchText };
    },
  };
}

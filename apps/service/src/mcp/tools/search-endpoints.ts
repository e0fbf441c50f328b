import { z } from 'zod';
import type { Catalogs } from '../../api-description/index.ts';
import { project } from '../chosen-project.ts';
import { describedApi } from '../described-api.ts';
import type { Tool } from '../tool.ts';
import type { Viewer } from '../viewer.ts';

/** Characters of a description that are shown among others. */
const SHOWN = 300;

const input = z.strictObject({
  query: z.string().min(1).max(1_000).describe('What the endpoint does, in words; or a part of its path or name'),
  limit: z.int().min(1).max(50).default(10).describe('How many at most'),
  project,
});

const output = z.object({
  project: z.string(),
  endpoints: z.array(
    z.object({
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

/** Finds operations by words. */
export function searchEndpoints(catalogs: Catalogs, viewer: Viewer): Tool<typeof input, typeof output> {
  return {
    name: 'search_endpoints',
    title: 'Search the endpoints of the API',
    description:
      "Finds endpoints of the project's API by what they do, best first. get_endpoint and get_operation have the details.",
    input,
    output,
    async run({ query, limit, project: slug }) {
      const { project: chosen, catalog } = await describedApi(catalogs, viewer, slug);
      const endpoints = catalog.index.find(query, limit).map(({ operation }) => {
        const { method, path, operationId, summary, description, tags, deprecated } = operation;
        return {
          method,
          path,
          ...(operationId === undefined ? {} : { operationId }),
          ...(summary === undefined ? {} : { summary }),
          ...(description === undefined ? {} : { description: shortened(description) }),
          tags: [...tags],
          deprecated,
        };
      });
      const lines = endpoints.map(
        ({ method, path, operationId, summary, deprecated }) =>
          `- ${method} ${path}${operationId === undefined ? '' : ` (${operationId})`}${deprecated ? ' [deprecated]' : ''}${summary === undefined ? '' : `: ${summary}`}`,
      );
      const none = `No endpoint of ${chosen.slug} has these words; the API has ${catalog.operations.length} operations.`;
      return { data: { project: chosen.slug, endpoints }, text: lines.length > 0 ? lines.join('\n') : none };
    },
  };
}

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}

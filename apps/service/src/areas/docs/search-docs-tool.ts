import { MATCH_KINDS } from '@context-sync/search';
import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project, selectProject } from '../../platform/mcp/select-project.ts';
import { ToolError } from '../../platform/mcp/tool-error.ts';
import { RESULT_KINDS } from './search-result.ts';
import type { DocsServices } from './services.ts';

const input = z.strictObject({
  query: z.string().min(1).max(1_000).describe('A question or keywords; use the words of the docs'),
  limit: z.int().min(1).max(20).default(8).describe('Maximum number of results'),
  project,
});

const output = z.object({
  project: z.string(),
  matched: z.enum(MATCH_KINDS),
  results: z.array(
    z.object({
      kind: z.enum(RESULT_KINDS),
      id: z
        .string()
        .describe(
          'For a page, the path for read_page; for an operation, its key; for a use case, the id for get_use_case; for an item, the id for get_context_item',
        ),
      title: z.string(),
      address: z.string().nullable().describe('URL or path to cite in your answer'),
      excerpt: z.string(),
      score: z.number().describe('Higher is better; only comparable within one result'),
    }),
  ),
  suggestion: z.string().nullable().describe('A query with similar words if nothing was found'),
});

/** Creates the tool that searches all content that a portal shows. */
export function searchDocs(services: DocsServices, viewer: McpViewer): McpTool<typeof input, typeof output> {
  return {
    name: 'search_docs',
    title: 'Search the docs portal',
    description:
      "Searches pages, API operations, use cases and context items of the project's docs in one ranking, best match first. read_page returns the whole text of a page.",
    input,
    output,
    async run({ query, limit, project: slug }) {
      const selectedProject = await selectProject(viewer, slug);
      const reader = await services.portalSearch.readerFor(selectedProject, viewer);
      if (!reader) throw new ToolError(`the docs of ${selectedProject.slug} are not published: use search_context`);
      const { matched, results, suggestion } = await services.portalSearch.find(reader, query, limit);
      const listedResults = results.map(({ kind, id, title, address, excerpt, score }) => ({
        kind,
        id,
        title,
        address: toAbsolute(address, services.publicUrl),
        excerpt,
        score,
      }));
      const lines = listedResults.map(
        ({ kind, id, title, address, excerpt }, index) =>
          `${index + 1}. ${title}\n${kind} ${id}${address === null ? '' : `\n${address}`}\n\n${excerpt}`,
      );
      const noResultsText = `Nothing contains a word of this query.${suggestion === null ? '' : ` Similar: ${suggestion}`}`;
      const note = matched === 'some' ? ['No text contains all words of the query. These are the closest.'] : [];
      return {
        data: { project: selectedProject.slug, matched, results: listedResults, suggestion },
        text: [...note, lines.length > 0 ? lines.join('\n\n---\n\n') : noResultsText].join('\n\n'),
      };
    },
  };
}

function toAbsolute(address: string | null, publicUrl: string | undefined): string | null {
  if (address === null || !address.startsWith('/') || publicUrl === undefined) return address;
  return new URL(address, publicUrl).href;
}

import { getExcerpt, getSource, getUri, MATCH_KINDS } from '@context-sync/search';
import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project, selectProject } from '../../platform/mcp/select-project.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { ContextPorts, FoundContextItems } from './store.ts';

const input = z.strictObject({
  query: z.string().min(1).max(1_000).describe('A question or keywords; use the words of the docs'),
  limit: z.int().min(1).max(20).default(5).describe('Maximum number of items'),
  project,
});

const output = z.object({
  project: z.string(),
  matched: z
    .enum(MATCH_KINDS)
    .describe(
      'all: at least one item contains every word of the query; some: no item contains all words, these are the closest; none: no item contains any',
    ),
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      source: z.string().nullable().describe('URL of the source; cite it in your answer'),
      uri: z.string().describe('Resource URI of the item'),
      excerpt: z.string(),
      complete: z
        .boolean()
        .describe('Whether the excerpt is the whole item; if not, get_context_item returns the rest'),
      score: z.number().describe('Higher is better; only comparable within one result'),
    }),
  ),
});

/** Explanations of each kind of match for the assistant. */
const MATCH_NOTES: Readonly<Record<FoundContextItems['matched'], readonly string[]>> = {
  all: [],
  some: ['None of these items contains all words of the query. They are the closest matches and may not answer it.'],
  none: ['No item contains any word of this query. Try again with words that the docs are likely to use.'],
};

/** Creates the tool that searches the docs. */
export function searchContext(store: AreaStore<ContextPorts>, viewer: McpViewer): McpTool<typeof input, typeof output> {
  return {
    name: 'search_context',
    title: 'Search the docs',
    description:
      "Searches the project's docs, best match first. Each result has a title, an excerpt and the URL of its source; cite title and source in your answer.",
    input,
    output,
    async run({ query, limit, project: slug }) {
      const chosenProject = await selectProject(viewer, slug);
      const { publicOnly } = viewer;
      const { matched, items: found } = await store.contextItems.search(chosenProject.id, query, limit, { publicOnly });
      const items = found.map((item) => ({
        id: item.id,
        title: item.title,
        source: getSource(item.content),
        uri: getUri(chosenProject.slug, item.id),
        ...getExcerpt(item, query),
        score: item.score,
      }));
      const text = items.map(
        ({ id, title, source, excerpt, complete }, index) =>
          `${index + 1}. ${title}\n${source === null ? `Item: ${id}` : `Source: ${source}`}\n\n${excerpt}${complete ? '' : `\n\n(More: get_context_item with id ${id})`}`,
      );
      return {
        data: { project: chosenProject.slug, matched, items },
        text: [...MATCH_NOTES[matched], text.join('\n\n---\n\n')].filter((part) => part !== '').join('\n\n'),
      };
    },
  };
}

import { z } from 'zod';
import { type FoundContextItems, MATCHES } from '../../store/context-items.ts';
import type { Store } from '../../store/store.ts';
import { excerptOf, sourceOf, uriOf } from '../citation.ts';
import { chosenProject, project } from '../select-project.ts';
import type { Tool } from '../tool.ts';
import type { Viewer } from '../viewer.ts';

const input = z.strictObject({
  query: z.string().min(1).max(1_000).describe('A question or some words, as a reader of the docs would put it'),
  limit: z.int().min(1).max(20).default(5).describe('How many items at most'),
  project,
});

const output = z.object({
  project: z.string(),
  matched: z
    .enum(MATCHES)
    .describe(
      'all: an item has all words of the query; some: no item has all, these are the nearest; none: no item has any',
    ),
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      source: z.string().nullable().describe('Where a reader finds it; cite this'),
      uri: z.string().describe('The item as a resource'),
      excerpt: z.string(),
      complete: z.boolean().describe('Whether the excerpt is all of it; if not, get_context_item has the rest'),
      score: z.number().describe('Higher is better; comparable within this answer only'),
    }),
  ),
});

/** What an assistant must know of the items before it reads them. */
const NOTES: Readonly<Record<FoundContextItems['matched'], readonly string[]>> = {
  all: [],
  some: ['None of these items has all words of the query. They are the nearest ones and may not answer it.'],
  none: ['No item of the docs has a word of this query. Try again with the words that the docs would use.'],
};

/** Finds what the docs say. */
export function searchContext(store: Store, viewer: Viewer): Tool<typeof input, typeof output> {
  return {
    name: 'search_context',
    title: 'Search the docs',
    description:
      "Searches the text of the project's docs, best first. Each result has a title, an excerpt and the address of its source; cite title and source in the answer.",
    input,
    output,
    async run({ query, limit, project: slug }) {
      const chosen = await chosenProject(viewer, slug);
      const { publicOnly } = viewer;
      const { matched, items: found } = await store.contextItems.search(chosen.id, query, limit, { publicOnly });
      const items = found.map((item) => ({
        id: item.id,
        title: item.title,
        source: sourceOf(item.content),
        uri: uriOf(chosen.slug, item.id),
        ...excerptOf(item, query),
        score: item.score,
      }));
      const text = items.map(
        ({ id, title, source, excerpt, complete }, index) =>
          `${index + 1}. ${title}\n${source === null ? `Item: ${id}` : `Source: ${source}`}\n\n${excerpt}${complete ? '' : `\n\n(More: get_context_item with id ${id})`}`,
      );
      return {
        data: { project: chosen.slug, matched, items },
        text: [...NOTES[matched], text.join('\n\n---\n\n')].filter((part) => part !== '').join('\n\n'),
      };
    },
  };
}

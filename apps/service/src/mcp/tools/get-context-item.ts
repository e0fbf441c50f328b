import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import { sourceOf, uriOf } from '../citation.ts';
import { chosenProject, project } from '../select-project.ts';
import type { Tool } from '../tool.ts';
import { ToolError } from '../tool-error.ts';
import type { Viewer } from '../viewer.ts';

const input = z.strictObject({
  id: z.string().min(1).max(64).describe('Id of the item, as search_context gives it'),
  project,
});

const output = z.object({
  project: z.string(),
  id: z.string(),
  title: z.string(),
  source: z.string().nullable().describe('Where a reader finds it; cite this'),
  uri: z.string().describe('The item as a resource'),
  content: z.string().describe('Markdown'),
  public: z.boolean(),
  updatedAt: z.string(),
});

/** Shows one item of the docs in full. */
export function getContextItem(store: Store, viewer: Viewer): Tool<typeof input, typeof output> {
  return {
    name: 'get_context_item',
    title: 'Read a part of the docs',
    description: "Gets one item of the project's docs in full, by the id that search_context gives.",
    input,
    output,
    async run({ id, project: slug }) {
      const chosen = await chosenProject(viewer, slug);
      const item = await visibleItem(store, viewer, chosen.id, id);
      if (!item) throw new ToolError(`there is no item "${id}" in ${chosen.slug}: find one with search_context`);
      const { title, content, updatedAt } = item;
      const data = {
        project: chosen.slug,
        id,
        title,
        source: sourceOf(content),
        uri: uriOf(chosen.slug, id),
        content,
        public: item.public,
        updatedAt,
      };
      return { data, text: `${title}\n\n${content}` };
    },
  };
}

/** The item, if the viewer may see it. */
export async function visibleItem(store: Store, { publicOnly }: Viewer, projectId: string, id: string) {
  const item = await store.contextItems.get(projectId, id);
  return item && (item.public || !publicOnly) ? item : undefined;
}

import { getSource, getUri } from '@context-sync/search';
import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project, selectProject } from '../../platform/mcp/select-project.ts';
import { ToolError } from '../../platform/mcp/tool-error.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { ContextPorts } from './store.ts';

const input = z.strictObject({
  id: z.string().min(1).max(64).describe('Item id, as returned by search_context'),
  project,
});

const output = z.object({
  project: z.string(),
  id: z.string(),
  title: z.string(),
  source: z.string().nullable().describe('URL of the source; cite it in your answer'),
  uri: z.string().describe('Resource URI of the item'),
  content: z.string().describe('Markdown'),
  public: z.boolean(),
  updatedAt: z.string(),
});

/** Creates the tool that returns one complete context item. */
export function getContextItem(
  store: AreaStore<ContextPorts>,
  viewer: McpViewer,
): McpTool<typeof input, typeof output> {
  return {
    name: 'get_context_item',
    title: 'Get a context item',
    description: "Returns one item of the project's docs in full, by the id from search_context.",
    input,
    output,
    async run({ id, project: slug }) {
      const chosenProject = await selectProject(viewer, slug);
      const item = await findVisibleItem(store, viewer, chosenProject.id, id);
      if (!item)
        throw new ToolError(`item "${id}" does not exist in ${chosenProject.slug}: find items with search_context`);
      const { title, content, updatedAt } = item;
      const data = {
        project: chosenProject.slug,
        id,
        title,
        source: getSource(content),
        uri: getUri(chosenProject.slug, id),
        content,
        public: item.public,
        updatedAt,
      };
      return { data, text: `${title}\n\n${content}` };
    },
  };
}

/** Returns the item; undefined if it does not exist or the viewer cannot read it. */
export async function findVisibleItem(
  store: AreaStore<ContextPorts>,
  { publicOnly }: McpViewer,
  projectId: string,
  id: string,
) {
  const item = await store.contextItems.get(projectId, id);
  return item && (item.public || !publicOnly) ? item : undefined;
}

import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project, selectProject } from '../../platform/mcp/select-project.ts';
import { ToolError } from '../../platform/mcp/tool-error.ts';
import { formatPage } from './agent-texts.ts';
import { findNearestPages } from './nearest-pages.ts';
import type { DocsServices } from './services.ts';
import { MAX_PATH_CHARS } from './store.ts';

const input = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(MAX_PATH_CHARS)
    .describe('Path of the page, as search_docs returns it, such as guides/start'),
  project,
});

const output = z.object({
  project: z.string(),
  path: z.string(),
  title: z.string(),
  description: z.string(),
  updatedAt: z.string(),
  markdown: z.string(),
});

/** Creates the tool that returns the text of one page. */
export function readPage(services: DocsServices, viewer: McpViewer): McpTool<typeof input, typeof output> {
  return {
    name: 'read_page',
    title: 'Read a page of the docs',
    description: "Returns the whole text of one page of the project's docs as Markdown.",
    input,
    output,
    async run({ path: wanted, project: slug }) {
      const selectedProject = await selectProject(viewer, slug);
      const reader = await services.portalSearch.readerFor(selectedProject, viewer);
      if (!reader) throw new ToolError(`the docs of ${selectedProject.slug} are not published: use search_context`);
      const path = wanted.replaceAll(/^\/+|\/+$|\.md$/g, '');
      const pages = await services.portal.listVisible(reader);
      const storedPage = pages.byPath.has(path) ? await services.store.docs.page(selectedProject.id, path) : undefined;
      const page = storedPage ?? pages.useCases.pages.get(path) ?? (await pages.reference.read(path));
      if (!page || (reader.audience === 'everyone' && !page.public)) {
        const similarPaths = findNearestPages(path, [...pages.byPath.values()]).map((each) => each.path);
        const hint =
          similarPaths.length > 0 ? `; similar: ${similarPaths.join(', ')}` : ': find pages with search_docs';
        throw new ToolError(`the docs of ${selectedProject.slug} have no page ${JSON.stringify(path)}${hint}`);
      }
      const base = services.publicUrl === undefined ? reader.base : new URL(reader.base, services.publicUrl).href;
      const markdown = formatPage(base, page);
      const { title, description, updatedAt } = page;
      return { data: { project: selectedProject.slug, path, title, description, updatedAt, markdown }, text: markdown };
    },
  };
}

import { defineInterface } from '../../platform/area.ts';
import { registerTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { getContextItem } from './get-context-item-tool.ts';
import { addResources } from './resources.ts';
import { addContextItemRoutes } from './routes.ts';
import { searchContext } from './search-context-tool.ts';
import type { ContextPorts } from './store.ts';

export interface ContextServices {
  readonly store: AreaStore<ContextPorts>;
  readonly report: (error: unknown) => void;
}

const USAGE = 'For how and why, call search_context, and cite the title and source of each item that you use.';

export const contextInterface = defineInterface({
  addRoutes: (app, services: ContextServices) => addContextItemRoutes(app, services),
  addResources: (server, { store, report }: ContextServices, viewer: McpViewer) =>
    addResources(server, store, viewer, report),
  listTools: ({ store }: ContextServices, viewer: McpViewer) => [
    registerTool(searchContext(store, viewer), { isPublic: true, usage: USAGE }),
    registerTool(getContextItem(store, viewer), { isPublic: true, usage: USAGE }),
  ],
});

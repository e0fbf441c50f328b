import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { registerTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { createPostgresWords } from './context-search.ts';
import { getContextItem } from './get-context-item-tool.ts';
import { addResources } from './resources.ts';
import { addContextItemRoutes } from './routes.ts';
import { searchContext } from './search-context-tool.ts';
import { createSqlContextItems } from './sql.ts';
import { createSqliteWords } from './sqlite-words.ts';
import type { ContextItems, ContextPorts } from './store.ts';
import { CONTEXT_TABLES } from './tables.ts';

interface ContextServices {
  readonly store: AreaStore<ContextPorts>;
  readonly report: (error: unknown) => void;
}

const USAGE = 'For how and why, call search_context, and cite the title and source of each item that you use.';

export const contextArea = defineArea({
  name: 'context',
  tables: CONTEXT_TABLES,
  auditActions: ['context-item.create', 'context-item.update', 'context-item.delete'],
  auditTargets: {
    'context-item': {
      read: ({ contextItems }: ContextPorts, projectId: string, id: string) => contextItems.get(projectId, id),
      rowLock: { sql: 'UPDATE context_items SET id = id WHERE id = ?' },
    },
  },
  addRoutes: (app, services: ContextServices) => addContextItemRoutes(app, services),
  addResources: (server, { store, report }: ContextServices, viewer: McpViewer) =>
    addResources(server, store, viewer, report),
  listTools: ({ store }: ContextServices, viewer: McpViewer) => [
    registerTool(searchContext(store, viewer), { isPublic: true, usage: USAGE }),
    registerTool(getContextItem(store, viewer), { isPublic: true, usage: USAGE }),
  ],
});

export function createContextPorts({ sql, dialect }: SqlContext): ContextPorts {
  const words = dialect.name === 'sqlite' ? createSqliteWords(sql) : createPostgresWords(sql, dialect.readWithSettings);
  return { contextItems: createSqlContextItems(sql, words) };
}

export const CONTEXT_READS: { readonly contextItems: readonly (keyof ContextItems)[] } = {
  contextItems: ['list', 'get', 'search'],
};

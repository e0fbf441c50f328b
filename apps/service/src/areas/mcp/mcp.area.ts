import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { MCP_MIGRATIONS } from './migrations.ts';
import { createSqlMcpTools } from './sql.ts';
import type { McpPorts } from './store.ts';
import { MCP_TABLES } from './tables.ts';

export const mcpArea = defineArea({
  name: 'mcp',
  migrations: MCP_MIGRATIONS,
  tables: MCP_TABLES,
  auditActions: ['mcp-tool.update', 'mcp-settings.update'],
  auditTargets: {
    'mcp-tool': {
      read: ({ mcpTools }: McpPorts, projectId: string, name: string) => mcpTools.setting(projectId, name),
    },
    'mcp-settings': {
      read: ({ mcpTools }: McpPorts, projectId: string) => mcpTools.settings([projectId]),
    },
  },
  createPorts: ({ sql }: SqlContext): McpPorts => ({ mcpTools: createSqlMcpTools(sql) }),
  reads: { mcpTools: { settings: 'quick', setting: 'quick', intents: 'quick', counts: 'slow' } },
  load: async () => (await import('./interface.ts')).mcpInterface,
});

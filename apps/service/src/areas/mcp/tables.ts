import { boolean, integer, real, text } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';

export const MCP_TOOLS = defineTable({
  name: 'mcp_tools',
  key: ['projectId', 'name'],
  columns: {
    projectId: text(),
    name: text(),
    enabled: boolean(),
    description: text({ content: 'members', nullable: true }),
  },
});

export const MCP_TOOL_DAYS = defineTable({
  name: 'mcp_tool_days',
  key: ['projectId', 'day', 'tool', 'client'],
  columns: {
    projectId: text(),
    day: integer(),
    tool: text(),
    client: text({ content: 'members' }),
    calls: integer(),
    errors: integer(),
    durationMs: real(),
  },
});

export const MCP_TABLES = [MCP_TOOLS, MCP_TOOL_DAYS];

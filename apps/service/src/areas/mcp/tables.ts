import { boolean, integer, real, text, time } from '../../platform/database/column.ts';
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

/** The projects that ask agents for their intent. */
export const MCP_INTENT_PROJECTS = defineTable({
  name: 'mcp_intent_projects',
  key: ['projectId'],
  columns: { projectId: text() },
});

export const MCP_INTENTS = defineTable({
  name: 'mcp_intents',
  key: ['projectId', 'id'],
  columns: {
    projectId: text(),
    id: text(),
    tool: text(),
    client: text({ content: 'members' }),
    intent: text({ content: 'captured' }),
    at: time(),
  },
});

export const MCP_TABLES = [MCP_TOOLS, MCP_TOOL_DAYS, MCP_INTENT_PROJECTS, MCP_INTENTS];

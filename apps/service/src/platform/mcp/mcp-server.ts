import { McpServer } from '@modelcontextprotocol/server';
import type { RegisteredTool } from './mcp-tool.ts';
import type { McpViewer } from './mcp-viewer.ts';
import { readToolOffers, type ToolRegistry } from './tool-offers.ts';
import { describeUnknownTools } from './unknown-tool.ts';

/** The tools and resources that the areas offer to MCP clients. */
export interface McpCatalog {
  listTools(viewer: McpViewer): readonly RegisteredTool[];
  addResources(server: McpServer, viewer: McpViewer): void;
  readonly registry: ToolRegistry;
}

/** Name and version that the server reports to clients. */
export const SERVER_IDENTITY = { name: 'context-sync', title: 'Context Sync', version: '1.0.0' } as const;

/** Creates an MCP server for one request of a viewer. */
export async function createMcpServer(
  catalog: McpCatalog,
  viewer: McpViewer,
  report: (error: unknown) => void,
): Promise<McpServer> {
  const offers = await readToolOffers(viewer, catalog.registry);
  const allTools = catalog.listTools(viewer);
  const tools = allTools.filter((tool) => offers.isEnabled(tool));
  const server = new McpServer(SERVER_IDENTITY, { instructions: formatInstructions(tools) });
  // The server sends no change notifications, because it does not notice when another process changes the lists.
  server.server.registerCapabilities({
    tools: { listChanged: false },
    resources: { listChanged: false, subscribe: false },
  });
  // Only members get tools that are not public, because OpenAPI documents, metrics, users and hints have no public parts.
  const keylessTools = tools.filter(({ isPublic }) => !isPublic && viewer.publicOnly);
  const outOfScopeTools = tools.filter((tool) => !keylessTools.includes(tool) && !viewer.scopes.includes(tool.scope));
  const availableTools = tools.filter((tool) => !keylessTools.includes(tool) && !outOfScopeTools.includes(tool));
  describeUnknownTools(server, {
    available: availableTools.map(({ name }) => name),
    withKey: keylessTools.map(({ name }) => name),
    withScope: new Map(outOfScopeTools.map(({ name, scope }) => [name, scope])),
    disabled: allTools.filter((tool) => !tools.includes(tool)).map(({ name }) => name),
  });
  const { clientName } = viewer;
  for (const tool of availableTools) tool.addToServer(server, { offer: offers.createOffer(tool), clientName, report });
  catalog.addResources(server, viewer);
  return server;
}

/** Returns instructions for when to call which tool. Related tools share one sentence. */
function formatInstructions(tools: readonly RegisteredTool[]): string {
  const sentences = new Set(tools.map(({ usage }) => usage));
  return ['Answers questions about an API from its docs and its OpenAPI document.', ...sentences].join('\n');
}

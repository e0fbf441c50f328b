import { McpServer } from '@modelcontextprotocol/server';
import type { Descriptions } from '../../areas/api-description/descriptions.ts';
import { getEndpoint } from '../../areas/api-description/get-endpoint-tool.ts';
import { getOperation } from '../../areas/api-description/get-operation-tool.ts';
import { searchEndpoints } from '../../areas/api-description/search-endpoints-tool.ts';
import { getContextItem } from '../../areas/context/get-context-item-tool.ts';
import { addResources } from '../../areas/context/resources.ts';
import { searchContext } from '../../areas/context/search-context-tool.ts';
import { getMetrics } from '../../areas/metrics/get-metrics-tool.ts';
import type { TrafficMetrics } from '../../areas/metrics/traffic-metrics.ts';
import { explainError } from '../../areas/recovery/explain-error-tool.ts';
import type { Recovery } from '../../areas/recovery/recovery.ts';
import { listUsersAtRisk } from '../../areas/users/list-users-at-risk-tool.ts';
import type { Store } from '../database/store.ts';
import { addTool } from './mcp-tool.ts';
import type { McpViewer } from './mcp-viewer.ts';
import { describeUnknownTools } from './unknown-tool.ts';

const INSTRUCTIONS = `Answers questions about an API from its docs and its OpenAPI document.
For how and why, call search_context, and cite the title and source of each item that you use.
For requests and responses, call search_endpoints, then get_endpoint or get_operation.
For the traffic of the API, its errors and durations, call get_metrics.
For users of the API that stopped calling or cannot get on, call list_users_at_risk.
After an error response of the API, call explain_error.`;

/** Tools that work without a key, if a project allows it. */
const PUBLIC_TOOLS = ['search_context', 'get_context_item'];
const KEY_TOOLS = [
  'search_endpoints',
  'get_endpoint',
  'get_operation',
  'get_metrics',
  'list_users_at_risk',
  'explain_error',
];

/** The dependencies of an MCP server. */
export interface McpServerDependencies {
  readonly store: Store;
  readonly descriptions: Descriptions;
  readonly metrics: TrafficMetrics;
  readonly recovery: Recovery;
  readonly report: (error: unknown) => void;
}

/** Creates an MCP server for one request of a viewer. */
export function createMcpServer(
  { store, descriptions, metrics, recovery, report }: McpServerDependencies,
  viewer: McpViewer,
): McpServer {
  const server = new McpServer(
    { name: 'context-sync', title: 'Context Sync', version: '1.0.0' },
    { instructions: INSTRUCTIONS },
  );
  // The server sends no change notifications, because any other process may change the lists.
  server.server.registerCapabilities({
    tools: { listChanged: false },
    resources: { listChanged: false, subscribe: false },
  });
  describeUnknownTools(server, {
    available: viewer.publicOnly ? PUBLIC_TOOLS : [...PUBLIC_TOOLS, ...KEY_TOOLS],
    withKey: viewer.publicOnly ? KEY_TOOLS : [],
  });
  addTool(server, searchContext(store, viewer), report);
  addTool(server, getContextItem(store, viewer), report);
  // Only members get these tools, because OpenAPI documents, metrics, users and hints have no public parts.
  if (!viewer.publicOnly) {
    addTool(server, searchEndpoints(descriptions, viewer), report);
    addTool(server, getEndpoint(descriptions, viewer), report);
    addTool(server, getOperation(descriptions, viewer), report);
    addTool(server, getMetrics(metrics, viewer), report);
    addTool(server, listUsersAtRisk(store, viewer), report);
    addTool(server, explainError(recovery, viewer), report);
  }
  addResources(server, store, viewer, report);
  return server;
}

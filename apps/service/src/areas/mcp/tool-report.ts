import { z } from 'zod';
import type { RegisteredTool } from '../../platform/mcp/mcp-tool.ts';
import { isToolEnabled } from '../../platform/mcp/tool-offers.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { getDayOfMinute, getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import type { toolSchema } from './schemas.ts';
import { MAX_REPORTED_CLIENTS, type McpPorts, OTHER_CLIENTS, type ToolDayCounts } from './store.ts';

/** Number of UTC days before today whose calls are reported. */
const PREVIOUS_DAYS = 29;

/** A tool with its settings and calls in a project. */
export type ListedTool = z.output<typeof toolSchema>;

/** Returns tools with their settings and calls in a project. */
export async function describeTools(
  store: AreaStore<McpPorts>,
  projectId: string,
  tools: readonly RegisteredTool[],
): Promise<ListedTool[]> {
  const since = getDayOfMinute(getMinute(Date.now())) - PREVIOUS_DAYS * MINUTES_PER_DAY;
  const settings = (await store.mcpTools.settings([projectId])).tools;
  const intentsByTool = Map.groupBy(await store.mcpTools.intents(projectId), ({ tool }) => tool);
  const countsByTool = Map.groupBy(await store.mcpTools.counts(projectId, since), ({ tool }) => tool);
  return tools.map((tool) => {
    const { name, title, description, input, output, annotations } = tool;
    const setting = settings.find((each) => each.name === name);
    const changedDescription = setting?.description ?? null;
    const counts = countsByTool.get(name) ?? [];
    const calls30d = counts.reduce((sum, { calls }) => sum + calls, 0);
    const durationMs = counts.reduce((sum, each) => sum + each.durationMs, 0);
    return {
      name,
      title,
      description: changedDescription ?? description,
      originalDescription: changedDescription === null ? null : description,
      inputSchema: createJsonSchema(input, 'input'),
      outputSchema: createJsonSchema(output, 'output'),
      annotations,
      enabled: isToolEnabled(tool, setting),
      calls30d,
      errors30d: counts.reduce((sum, { errors }) => sum + errors, 0),
      meanDurationMs: calls30d === 0 ? null : Math.round((durationMs / calls30d) * 1_000) / 1_000,
      clients: listClients(counts),
      intents: (intentsByTool.get(name) ?? []).map(({ tool: _tool, ...intent }) => intent),
    };
  });
}

function listClients(counts: readonly Pick<ToolDayCounts, 'client' | 'calls'>[]) {
  const clients = counts
    .filter(({ client }) => client !== OTHER_CLIENTS)
    .map(({ client, calls }) => ({ name: client, calls }))
    .toSorted((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
  const listedClients = clients.slice(0, MAX_REPORTED_CLIENTS);
  const sum = (values: readonly { readonly calls: number }[]) => values.reduce((total, { calls }) => total + calls, 0);
  const otherCalls = sum(counts) - sum(listedClients);
  return otherCalls === 0 ? listedClients : [...listedClients, { name: OTHER_CLIENTS, calls: otherCalls }];
}

function createJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Record<string, unknown> {
  return z.toJSONSchema(schema, { io }) as Record<string, unknown>;
}

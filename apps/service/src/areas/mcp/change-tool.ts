import type { RegisteredTool } from '../../platform/mcp/mcp-tool.ts';
import { isToolEnabled } from '../../platform/mcp/tool-offers.ts';
import type { McpPorts } from './store.ts';

/** A change of a tool by an owner. Undefined leaves a property unchanged. */
export interface ToolChanges {
  readonly enabled?: boolean | undefined;
  /** Null restores the original description. */
  readonly description?: string | null | undefined;
}

/** Changes the setting of a tool in a project. @param operations store operations of the transaction that also records the change */
export async function changeTool(
  { mcpTools }: McpPorts,
  projectId: string,
  tool: RegisteredTool,
  { enabled, description }: ToolChanges,
): Promise<RegisteredTool> {
  const setting = await mcpTools.setting(projectId, tool.name);
  await mcpTools.change({
    projectId,
    name: tool.name,
    enabled: enabled ?? isToolEnabled(tool, setting),
    description: description === undefined ? (setting?.description ?? null) : description,
  });
  return tool;
}

import type { RegisteredTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { FeedbackPorts } from '../feedback/store.ts';
import type { McpPorts } from './store.ts';
import type { ToolCalls } from './tool-calls.ts';

/** Services that the operations and jobs of the MCP catalog use. */
export interface McpServices {
  readonly store: AreaStore<McpPorts & FeedbackPorts>;
  readonly toolCalls: ToolCalls;
  readonly listTools: (viewer: McpViewer) => readonly RegisteredTool[];
  readonly publicUrl: string | undefined;
}

import type { ToolSetting } from '../../platform/mcp/tool-offers.ts';

/** Maximum number of clients of a tool in a report. Others are counted together. */
export const MAX_REPORTED_CLIENTS = 20;
/** Name under which the calls of other clients are counted. */
export const OTHER_CLIENTS = 'other';

/** The calls of a tool by one client on one day. */
export interface ToolDayCounts {
  /** First minute of the UTC day, in minutes since 1970. */
  readonly day: number;
  readonly tool: string;
  /** Name that the client gives itself. */
  readonly client: string;
  readonly calls: number;
  readonly errors: number;
  /** Duration of all calls. */
  readonly durationMs: number;
}

/** The settings of MCP tools, and the counts of their calls. */
export interface McpTools {
  /** Returns what the owners of projects have changed. */
  settings(projectIds: readonly string[]): Promise<ToolSetting[]>;
  setting(projectId: string, name: string): Promise<ToolSetting | undefined>;
  change(setting: ToolSetting): Promise<void>;
  /** Adds counts to those of a project. */
  addCounts(projectId: string, counts: readonly ToolDayCounts[]): Promise<void>;
  /** Returns the counts of a project by tool and client, from a day on. */
  counts(projectId: string, since: number): Promise<Omit<ToolDayCounts, 'day'>[]>;
  /** Deletes the counts from before a day. @returns the number of deleted rows */
  prune(before: number): Promise<number>;
}

/** The ports of the MCP catalog. */
export interface McpPorts {
  readonly mcpTools: McpTools;
}

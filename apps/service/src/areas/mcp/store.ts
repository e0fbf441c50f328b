import type { ToolSetting, ToolSettings } from '../../platform/mcp/tool-offers.ts';

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

/** Number of intents of a tool that are kept: the newest ones. */
export const MAX_INTENTS = 20;

/** The intent that an agent stated for a call. The text comes from outside and is not verified. */
export interface ToolIntent {
  readonly tool: string;
  readonly client: string;
  readonly intent: string;
  readonly at: string;
}

/** The settings of MCP tools, and the counts of their calls. */
export interface McpTools {
  /** Returns what the owners of projects have changed. */
  settings(projectIds: readonly string[]): Promise<ToolSettings>;
  setting(projectId: string, name: string): Promise<ToolSetting | undefined>;
  change(setting: ToolSetting): Promise<void>;
  /** Whether agents are asked for their intent. If they are no longer asked, the stored intents are deleted. */
  askForIntent(projectId: string, asks: boolean): Promise<void>;
  /** Adds intents, if the project asks for them, and deletes those that are more than `MAX_INTENTS` of a tool. */
  addIntents(projectId: string, intents: readonly ToolIntent[]): Promise<void>;
  /** Returns the intents of a project, the newest first. */
  intents(projectId: string): Promise<ToolIntent[]>;
  /** Adds counts to those of a project. */
  addCounts(projectId: string, counts: readonly ToolDayCounts[]): Promise<void>;
  /** Returns the counts of a project by tool and client, from a day on. */
  counts(projectId: string, since: number): Promise<Omit<ToolDayCounts, 'day'>[]>;
  /** Deletes the counts from before a day, and the intents from before a time. @returns the number of deleted rows */
  prune(before: number, intentsBefore: string): Promise<number>;
}

/** The ports of the MCP catalog. */
export interface McpPorts {
  readonly mcpTools: McpTools;
}

import type { ToolSetting, ToolSettings } from '../../platform/mcp/tool-offers.ts';

/** Maximum number of clients of a tool that a report lists. The calls of other clients are counted together. */
export const MAX_REPORTED_CLIENTS = 20;
/** Name under which the calls of other clients are counted. */
export const OTHER_CLIENTS = 'other';

/** The calls of a tool by one client on one day. */
export interface ToolDayCounts {
  /** First minute of the UTC day, in minutes since 1970. */
  readonly day: number;
  readonly tool: string;
  /** Name that the client reports. */
  readonly client: string;
  readonly calls: number;
  readonly errors: number;
  /** Duration of all calls. */
  readonly durationMs: number;
}

/** Maximum number of intents that are kept for a tool. Older intents are deleted. */
export const MAX_INTENTS = 20;

/** The intent that an agent stated for a call. The text is untrusted and not verified. */
export interface ToolIntent {
  readonly tool: string;
  readonly client: string;
  readonly intent: string;
  readonly at: string;
}

/** The settings of MCP tools, and the counts of their calls. */
export interface McpTools {
  /** Returns the settings of tools that the owners of projects have changed. */
  settings(projectIds: readonly string[]): Promise<ToolSettings>;
  setting(projectId: string, name: string): Promise<ToolSetting | undefined>;
  change(setting: ToolSetting): Promise<void>;
  /** Whether agents are asked for their intent. When this is turned off, the stored intents are deleted. */
  askForIntent(projectId: string, asks: boolean): Promise<void>;
  /** Adds intents if the project asks for intents. Deletes the oldest intents of a tool beyond `MAX_INTENTS`. */
  addIntents(projectId: string, intents: readonly ToolIntent[]): Promise<void>;
  /** Returns the intents of a project, the newest first. */
  intents(projectId: string): Promise<ToolIntent[]>;
  /** Adds counts to those of a project. */
  addCounts(projectId: string, counts: readonly ToolDayCounts[]): Promise<void>;
  /** Returns the counts of a project by tool and client, starting at a day. */
  counts(projectId: string, since: number): Promise<Omit<ToolDayCounts, 'day'>[]>;
  /** Deletes the counts of days before a given day, and intents older than a time. @returns the number of deleted rows */
  prune(before: number, intentsBefore: string): Promise<number>;
}

/** The ports for the MCP catalog. */
export interface McpPorts {
  readonly mcpTools: McpTools;
}

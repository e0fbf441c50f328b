import type { Redaction } from '@context-sync/redaction';
import type { ToolCall, ToolRegistry } from '../../platform/mcp/tool-offers.ts';
import { cleanOutsideText } from '../../platform/personal-data/clean-outside-text.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';
import { mergeCounts } from './merge-counts.ts';
import { type McpPorts, OTHER_CLIENTS, type ToolDayCounts, type ToolIntent } from './store.ts';

/**
 * Maximum number of counts in memory. Beyond the limit, the calls of new clients are counted together; if this is not possible either, they are not
 * counted.
 */
export const MAX_COUNTS = 5_000;
/** Maximum number of intents in memory. Further intents are dropped. */
const MAX_WAITING_INTENTS = 500;
const UNKNOWN_CLIENT = 'unknown';

/** The settings of tools, and the counts of calls that are not written yet. Counting never delays a call. */
export class ToolCalls implements ToolRegistry {
  readonly #store: AreaStore<McpPorts>;
  #counts = new Map<string, ToolDayCounts & { readonly projectId: string }>();

  readonly #redaction: Redaction;
  #intents: (ToolIntent & { readonly projectId: string })[] = [];

  constructor(store: AreaStore<McpPorts>, redaction: Redaction) {
    this.#store = store;
    this.#redaction = redaction;
  }

  /** Number of counts in memory. */
  get size(): number {
    return this.#counts.size;
  }

  readSettings(projectIds: readonly string[]) {
    return this.#store.mcpTools.settings(projectIds);
  }

  recordCall({ projectId, tool, client, isError, durationMs, intent }: ToolCall): void {
    if (intent !== undefined && this.#intents.length < MAX_WAITING_INTENTS) {
      const text = cleanOutsideText(this.#redaction, intent);
      const at = new Date().toISOString();
      this.#intents.push({ projectId, tool, client: client || UNKNOWN_CLIENT, intent: text, at });
    }
    const counts = { calls: 1, errors: isError ? 1 : 0, durationMs };
    this.#add(projectId, {
      day: getDayOfMinute(getMinute(Date.now())),
      tool,
      client: client || UNKNOWN_CLIENT,
      ...counts,
    });
  }

  #add(projectId: string, addedCounts: ToolDayCounts): void {
    const getKey = (client: string) => JSON.stringify([projectId, addedCounts.day, addedCounts.tool, client]);
    const isFull = this.#counts.size >= MAX_COUNTS && !this.#counts.has(getKey(addedCounts.client));
    const client = isFull ? OTHER_CLIENTS : addedCounts.client;
    const counts = this.#counts.get(getKey(client));
    if (!counts && this.#counts.size >= 2 * MAX_COUNTS) return;
    const [merged] = mergeCounts([...(counts ? [counts] : []), { ...addedCounts, client }]);
    if (merged) this.#counts.set(getKey(client), { ...merged, projectId });
  }

  /** Writes the counts and intents. If a write fails, they stay in memory until the next attempt. */
  async write(): Promise<void> {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    const errors: unknown[] = [];
    for (const [projectId, projectCounts] of Map.groupBy(counts, (each) => each.projectId)) {
      const rows = projectCounts.map(({ projectId: _projectId, ...each }) => each);
      await this.#store.mcpTools.addCounts(projectId, rows).catch((error: unknown) => {
        errors.push(error);
        for (const each of rows) this.#add(projectId, each);
      });
    }
    const intents = this.#intents;
    this.#intents = [];
    for (const [projectId, projectIntents] of Map.groupBy(intents, (each) => each.projectId)) {
      const rows = projectIntents.map(({ projectId: _projectId, ...each }) => each);
      await this.#store.mcpTools.addIntents(projectId, rows).catch((error: unknown) => {
        errors.push(error);
        this.#intents.push(...projectIntents.slice(0, MAX_WAITING_INTENTS - this.#intents.length));
      });
    }
    if (errors.length > 0) throw errors[0];
  }
}

import type { ToolDayCounts } from './store.ts';

/** Adds the counts of the same day, tool and client. */
export function mergeCounts(counts: readonly ToolDayCounts[]): ToolDayCounts[] {
  const mergedCounts = new Map<string, ToolDayCounts>();
  for (const each of counts) {
    const key = JSON.stringify([each.day, each.tool, each.client]);
    const { calls, errors, durationMs } = mergedCounts.get(key) ?? { calls: 0, errors: 0, durationMs: 0 };
    mergedCounts.set(key, {
      ...each,
      calls: calls + each.calls,
      errors: errors + each.errors,
      durationMs: durationMs + each.durationMs,
    });
  }
  return [...mergedCounts.values()];
}

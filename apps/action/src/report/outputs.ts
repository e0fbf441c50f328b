import type { Change } from '@context-sync/sync';
import { countFailed } from './failures.ts';
import type { Report } from './report-model.ts';

/** Returns the outputs by name, as in action.yml. For several sources, counts are added up, and other values are joined by line breaks. */
export function getOutputs(reports: readonly Report[], planPaths: readonly string[]): Record<string, string> {
  const sumCounts = (number: (report: Report) => number) =>
    String(reports.reduce((total, each) => total + number(each), 0));
  const joinLines = (texts: readonly (string | undefined)[]) => texts.map((text) => text ?? '').join('\n');
  return {
    changed: String(reports.some(hasChanged)),
    created: sumCounts(({ counts }) => counts.created),
    updated: sumCounts(({ counts }) => counts.updated),
    deleted: sumCounts(({ counts }) => counts.deleted),
    unchanged: sumCounts(({ counts }) => counts.unchanged),
    superseded: sumCounts(({ counts }) => counts.superseded),
    orphaned: sumCounts(({ counts }) => counts.orphaned),
    'in-doubt': sumCounts(({ counts }) => counts.inDoubt),
    failed: sumCounts(({ result }) => countFailed(result)),
    skipped: sumCounts(({ skippedCount }) => skippedCount),
    'data-source-id': joinLines(reports.map(({ dataSourceId }) => dataSourceId)),
    'plan-path': joinLines(planPaths),
  };
}

/** Returns whether the run sent a change or, for a plan, would send one. */
function hasChanged({ outcome, plan, result }: Report): boolean {
  if (outcome === 'applied') {
    const isConnected = result?.connected === 'connected' && !result.existing;
    return isConnected || (result?.done.some(({ change }) => isSent(change)) ?? false);
  }
  return plan ? plan.connect?.kind === 'connect' || plan.changes.some(isSent) : false;
}

/** Returns whether applying the change requires a request. */
function isSent({ kind }: Change): boolean {
  return kind === 'create' || kind === 'update' || kind === 'supersede' || kind === 'delete';
}

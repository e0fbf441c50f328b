import type { Change } from '@context-sync/sync';
import { failedCount } from './failures.ts';
import type { Report } from './report-model.ts';

/** Returns the outputs by name, as in action.yml. For several sources, counts are added up and other values are joined by line breaks. */
export function getOutputs(reports: readonly Report[], planPaths: readonly string[]): Record<string, string> {
  const sum = (number: (report: Report) => number) => String(reports.reduce((total, each) => total + number(each), 0));
  const joinLines = (texts: readonly (string | undefined)[]) => texts.map((text) => text ?? '').join('\n');
  return {
    changed: String(reports.some(hasChanged)),
    created: sum(({ counts }) => counts.created),
    updated: sum(({ counts }) => counts.updated),
    deleted: sum(({ counts }) => counts.deleted),
    unchanged: sum(({ counts }) => counts.unchanged),
    superseded: sum(({ counts }) => counts.superseded),
    orphaned: sum(({ counts }) => counts.orphaned),
    'in-doubt': sum(({ counts }) => counts.inDoubt),
    failed: sum(({ result }) => failedCount(result)),
    skipped: sum(({ skippedCount }) => skippedCount),
    'data-source-id': joinLines(reports.map(({ dataSourceId }) => dataSourceId)),
    'plan-path': joinLines(planPaths),
  };
}

/** Returns whether the run sent a change, or a plan contains a change to send. */
function hasChanged({ outcome, plan, result }: Report): boolean {
  if (outcome === 'applied') {
    const isConnected = result?.connected === 'connected' && !result.existing;
    return isConnected || (result?.done.some(({ change }) => isSent(change)) ?? false);
  }
  return plan ? plan.connect?.kind === 'connect' || plan.changes.some(isSent) : false;
}

/** Returns whether the change requires a request. */
function isSent({ kind }: Change): boolean {
  return kind === 'create' || kind === 'update' || kind === 'supersede' || kind === 'delete';
}

import type { Change } from '@context-sync/sync';
import type { Report } from '../run/report.ts';

/** Values of the action's outputs by name, as in action.yml. */
export function outputsOf(report: Report, planPath: string): Record<string, string> {
  const { counts, plan, result, skipped, dataSourceId, outcome } = report;
  const { created, replaced, removed, kept, superseded, stale, inDoubt } = counts;
  const sent = result ? result.done.some(({ change }) => isSent(change)) || result.connected === 'connected' : false;
  const wouldSend = plan ? plan.connect?.kind === 'connect' || plan.changes.some(isSent) : false;
  return {
    changed: String(outcome === 'applied' ? sent : wouldSend),
    created: String(created),
    replaced: String(replaced),
    removed: String(removed),
    kept: String(kept),
    superseded: String(superseded),
    stale: String(stale),
    'in-doubt': String(inDoubt),
    failed: String(result?.failures.length ?? 0),
    skipped: String(skipped.length),
    'data-source-id': dataSourceId ?? '',
    'plan-path': planPath,
  };
}

/** Whether carrying the change out takes a request. */
function isSent({ kind }: Change): boolean {
  return kind === 'create' || kind === 'replace' || kind === 'supersede' || kind === 'remove';
}

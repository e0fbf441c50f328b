import { type Change, hasPortalRequests, type PortalChange } from '@context-sync/sync';
import { type AnswerFlip, countFlips } from '../questions/answers-model.ts';
import { countPortalConflicts, countPortalFailures, getPortalChanges } from './describe-portal.ts';
import { countFindings } from './fail-on-findings.ts';
import { countFailed } from './failures.ts';
import type { Report } from './report-model.ts';

/** Returns the outputs by name, as in action.yml. For several sources, counts are added up, and other values are joined by line breaks. */
export function getOutputs(reports: readonly Report[], planPaths: readonly string[]): Record<string, string> {
  const sumCounts = (number: (report: Report) => number) => reports.reduce((total, each) => total + number(each), 0);
  const counts = {
    created: sumCounts(({ counts: { created } }) => created),
    updated: sumCounts(({ counts: { updated } }) => updated),
    deleted: sumCounts(({ counts: { deleted } }) => deleted),
    unchanged: sumCounts(({ counts: { unchanged } }) => unchanged),
    deferred: sumCounts(({ counts: { deferred } }) => deferred),
    superseded: sumCounts(({ counts: { superseded } }) => superseded),
    orphaned: sumCounts(({ counts: { orphaned } }) => orphaned),
    'in-doubt': sumCounts(({ counts: { inDoubt } }) => inDoubt),
    failed: sumCounts(({ result }) => countFailed(result)),
    skipped: sumCounts(({ skippedCount }) => skippedCount),
  };
  const sumPages = (kind: PortalChange['kind']) =>
    sumCounts((report) => {
      const changes = getPortalChanges(report)?.changes ?? [];
      return changes.filter((change) => change.what === 'page' && change.kind === kind).length;
    });
  const findings = {
    warnings: sumCounts((report) => countFindings(report, 'warnings')),
    'broken-links': sumCounts((report) => countFindings(report, 'broken-links')),
  };
  const sumFlips = (kind: AnswerFlip['kind']) => sumCounts(({ questions }) => countFlips(questions, kind));
  const answers = reports.some(({ questions }) => questions)
    ? {
        questions: sumCounts(({ questions }) => questions?.checked ?? 0),
        answers: sumCounts(({ questions }) => questions?.found ?? 0),
        'lost-answers': sumFlips('lost'),
        'moved-answers': sumFlips('elsewhere'),
        'new-answers': sumFlips('new'),
        'question-problems': sumCounts(({ questions }) => questions?.problems.length ?? 0),
      }
    : {};
  const portal = reports.some((report) => report.portal)
    ? {
        'pages-created': sumPages('create'),
        'pages-updated': sumPages('update'),
        'pages-moved': sumPages('move'),
        'pages-deleted': sumPages('delete'),
        'portal-conflicts': sumCounts(countPortalConflicts),
        'portal-failed': sumCounts(countPortalFailures),
        'portal-url': reports.flatMap((report) => report.portal?.url ?? []),
        'preview-url': reports.flatMap((report) => report.portal?.preview?.url ?? []),
      }
    : {};
  const isChanged = reports.some(hasChanged);
  const joinLines = (texts: readonly (string | undefined)[]) => texts.map((text) => text ?? '').join('\n');
  return {
    changed: String(isChanged),
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])),
    result: JSON.stringify({ changed: isChanged, ...counts, ...findings, ...answers, ...portal }),
    'data-source-id': joinLines(reports.map(({ dataSourceId }) => dataSourceId)),
    'plan-path': joinLines(planPaths),
  };
}

/** Returns whether the run sent a change or, for a plan, would send one. */
function hasChanged({ outcome, plan, result }: Report): boolean {
  if (outcome === 'applied') {
    const isConnected = result?.connected === 'connected' && !result.existing;
    const isPortalChanged = (result?.portal?.done.length ?? 0) > 0 || result?.portal?.isNavigationSent === true;
    return isConnected || isPortalChanged || (result?.done.some(({ change }) => isSent(change)) ?? false);
  }
  if (!plan) return false;
  const isPortalChanged = plan.portal !== undefined && hasPortalRequests(plan.portal);
  return plan.connect?.kind === 'connect' || isPortalChanged || plan.changes.some(isSent);
}

/** Returns whether applying the change requires a request. */
function isSent({ kind }: Change): boolean {
  return kind === 'create' || kind === 'update' || kind === 'supersede' || kind === 'delete';
}

import type { Change } from '@context-sync/sync';
import { type AnswerFlip, countFlips } from '../questions/answers-model.ts';
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
  const isChanged = reports.some(hasChanged);
  const joinLines = (texts: readonly (string | undefined)[]) => texts.map((text) => text ?? '').join('\n');
  return {
    changed: String(isChanged),
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])),
    result: JSON.stringify({ changed: isChanged, ...counts, ...findings, ...answers }),
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

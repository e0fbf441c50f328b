import { createChangeRows, describeChanges } from './describe-changes.ts';
import { countFailed } from './failures.ts';
import type { Report } from './report-model.ts';
import { describeCounts, formatNumber, NO_ITEMS } from './report-wording.ts';

/** Returns the outcome of the run as a heading. */
export function getHeading({ outcome, result }: Report): string {
  if (outcome === 'applied') return OUTCOME_ENDINGS[result?.end ?? 'complete'];
  return OUTCOMES[outcome];
}

const OUTCOMES = {
  unchanged: 'nothing to do',
  outdated: 'a newer commit was synced already',
  'off-branch': 'the branch no longer has this commit',
  planned: 'plan',
} as const;

const OUTCOME_ENDINGS = {
  complete: 'synced',
  incomplete: 'partly synced',
  stopped: 'stopped',
  cancelled: 'canceled',
  'out-of-time': 'time limit reached, continues in the next run',
} as const;

/** Describes the numbers of changes: the planned changes of a plan, or the completed changes of a sync. */
export function describeOutcome({ outcome, plan, counts, result }: Report): string {
  if (outcome !== 'planned' || !plan) return describeCounts(counts, countFailed(result));
  return describePlan(plan.changes, counts.unchanged);
}

/** Formats the headline in Markdown: the changes in bold, followed by the number of unchanged items. */
export function formatOutcome(report: Report): string {
  const { unchanged } = report.counts;
  const outcomeText = describeOutcome({ ...report, counts: { ...report.counts, unchanged: 0 } });
  if (unchanged === 0) return `**${outcomeText}**`;
  const unchangedText = `${formatNumber(unchanged)} unchanged`;
  return outcomeText === NO_ITEMS ? `**${unchangedText}**` : `**${outcomeText}** (${unchangedText})`;
}

/** Returns a text such as `3 to create, 1 to update, 120 unchanged`. */
export function describePlan(changes: Parameters<typeof createChangeRows>[0], unchangedCount: number): string {
  const words = describeChanges(createChangeRows(changes), 'planned');
  return (
    [words, unchangedCount > 0 ? `${formatNumber(unchangedCount)} unchanged` : '']
      .filter((each) => each !== '')
      .join(', ') || NO_ITEMS
  );
}

/** Describes whether the plan equals the plan that was reviewed on the pull request. Returns undefined if no plan was reviewed. */
export function describeReview({ reviewed, outcome }: Report): string | undefined {
  if (!reviewed) return undefined;
  const changesText = outcome === 'applied' ? 'The applied changes' : 'The planned changes';
  const comparisonText = `those reviewed in pull request #${reviewed.pullRequest}`;
  return reviewed.same
    ? `${changesText} are exactly ${comparisonText}`
    : `${changesText} differ from ${comparisonText}`;
}

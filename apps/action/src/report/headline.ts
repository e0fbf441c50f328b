import { changeRows, describeChanges } from './changes.ts';
import { failedCount } from './failures.ts';
import type { Report } from './model.ts';
import { describeCounts, formatNumber } from './wording.ts';

/** What came of the run, as a heading. */
export function headingOf({ outcome, result }: Report): string {
  if (outcome === 'applied') return ENDS[result?.end ?? 'complete'];
  return OUTCOMES[outcome];
}

const OUTCOMES = {
  unchanged: 'nothing to do',
  outdated: 'a newer commit was synced already',
  'off-branch': 'the branch no longer has this commit',
  planned: 'plan',
} as const;

const ENDS = {
  complete: 'synced',
  incomplete: 'synced in part',
  stopped: 'stopped',
  cancelled: 'cancelled',
  'out-of-time': 'out of time, to be continued',
} as const;

/** The counts in words: of a plan as things to do, else as things done. */
export function describeOutcome({ outcome, plan, counts, result }: Report): string {
  if (outcome !== 'planned' || !plan) return describeCounts(counts, failedCount(result));
  return describePlan(plan.changes, counts.unchanged);
}

/** `3 to create, 1 to update, 120 unchanged` */
export function describePlan(changes: Parameters<typeof changeRows>[0], unchanged: number): string {
  const words = describeChanges(changeRows(changes), 'planned');
  return (
    [words, unchanged > 0 ? `${formatNumber(unchanged)} unchanged` : ''].filter((each) => each !== '').join(', ') ||
    'no items'
  );
}

/** Whether what was reviewed on the pull request is what was planned after its merge; undefined where nothing is known of a review. */
export function describeReview({ reviewed, outcome }: Report): string | undefined {
  if (!reviewed) return undefined;
  const what = outcome === 'applied' ? 'What was applied' : 'What is planned';
  const where = `what was reviewed in pull request ${reviewed.pullRequest}`;
  return reviewed.same ? `${what} is exactly ${where}` : `${what} differs from ${where}`;
}

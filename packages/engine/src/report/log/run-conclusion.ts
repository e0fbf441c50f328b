import type { ApplyResult } from '@context-sync/sync';
import { describeProblem } from '../../problem/problem.ts';
import { describePortal } from '../describe-portal.ts';
import { explain } from '../explain-failure.ts';
import { classifyFailures, listOtherFailures, needsManualCheck } from '../failures.ts';
import { describeOutcome, describeReview } from '../headline.ts';
import type { Report } from '../report-model.ts';
import { pluralize } from '../report-wording.ts';

/** The result of the run. */
export interface Conclusion {
  /** The last line of the log. It is understandable without the previous lines and may contain untrusted text. */
  readonly line: string;
  /** Whether the job must fail. */
  readonly failed: boolean;
}

/** Returns the last line of the log, and whether the run failed. */
export function describeConclusion(report: Report): Conclusion {
  const { outcome, project, docs, result } = report;
  const name = docs === '' ? project : `${project} (${docs})`;
  const portal = describePortal(report);
  const preview = report.portal?.preview;
  const words = portal === undefined ? describeOutcome(report) : `${describeOutcome(report)}; docs portal: ${portal}`;
  const createFailedConclusion = (line: string): Conclusion => ({ line, failed: true });
  if (result?.stoppedBy) {
    const problems = (explain(result.stoppedBy) ?? []).map(describeProblem).join(' ');
    return createFailedConclusion(`${problems} The run stopped sending. Result: ${words}.`);
  }
  if (result?.end === 'cancelled')
    return createFailedConclusion(`Canceled; the next run continues where this run stopped: ${words}`);
  if (result?.end === 'out-of-time') {
    return createFailedConclusion(
      `Time limit reached; run the job again to continue, or raise max-minutes in the configuration file: ${words}`,
    );
  }
  const unfinishedText = result ? describeUnfinished(result) : '';
  if (unfinishedText !== '') return createFailedConclusion(`${unfinishedText}: ${words}`);
  const lines = {
    unchanged: `No changes for ${name}: ${words}`,
    outdated: `Nothing to do for ${name}: a newer commit was synced already`,
    'off-branch': `Nothing to do for ${name}: the branch no longer has this commit`,
    planned: preview
      ? `Plan for ${name}, only a preview of the docs portal was sent: ${words}; preview: ${preview.url}`
      : `Plan for ${name}, nothing was sent: ${words}`,
    applied: `Synced to ${name}: ${words}`,
  };
  const reviewText = describeReview(report);
  return { line: `${lines[outcome]}${reviewText === undefined ? '' : `. ${reviewText}`}`, failed: false };
}

/** Describes failures and items in doubt, and the next step. Returns an empty string if there are none. */
function describeUnfinished(result: ApplyResult): string {
  const { failed, inDoubt } = classifyFailures(listOtherFailures(result), result);
  const items = inDoubt.filter(({ change }) => change !== undefined).length;
  const names = [
    ...(items > 0 ? [pluralize(items, 'item')] : []),
    ...(items < inDoubt.length ? ['the data source'] : []),
  ];
  const verb = names.length > 1 || items > 1 ? 'are' : 'is';
  const nextStep = inDoubt.some(({ change }) => needsManualCheck(change ? 'item' : 'data source', result))
    ? 'check the platform, then set on-in-doubt for one run'
    : 'the next run determines the outcome';
  const portalFailures = result.portal?.failures.length ?? 0;
  const sentences = [
    ...(portalFailures > 0
      ? [`${pluralize(portalFailures, 'change')} of the docs portal failed; the next run tries again`]
      : []),
    ...(failed.length > 0 ? [`${pluralize(failed.length, 'change')} failed; the next run tries again`] : []),
    ...(inDoubt.length > 0 ? [`${names.join(' and ')} ${verb} in doubt; ${nextStep}`] : []),
  ];
  return sentences.map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1)).join('. ');
}

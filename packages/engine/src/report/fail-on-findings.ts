import type { FailureCause } from '../inputs/fail-on.ts';
import { countFlips, type QuestionsReport } from '../questions/answers-model.ts';
import { QUESTIONS_PATH } from '../questions/questions-schema.ts';
import { countPortalConflicts } from './describe-portal.ts';
import type { Report } from './report-model.ts';
import { formatNumber, pluralize } from './report-wording.ts';

/** Returns the number of findings that can fail the run. Notices are not warnings. */
export function countFindings(report: Report, cause: FailureCause): number {
  const { warnings, counts, result, massChange, questions, portal } = report;
  switch (cause) {
    case 'broken-links':
      return warnings.filter(({ kind }) => kind === 'link' || kind === 'image').length;
    case 'warnings':
      return warnings.filter(({ kind }) => kind !== 'split').length + countPortalConflicts(report);
    case 'in-doubt':
      return counts.inDoubt + (result?.connected === 'in-doubt' ? 1 : 0);
    case 'mass-change':
      return (massChange?.losing ?? 0) + (portal?.loss?.losing ?? 0);
    case 'lost-answers':
      return questions ? listAnswerFindings(questions).length : 0;
  }
}

/** Describes the findings because of which the input `fail-on` fails the run. Returns undefined if there are none. */
export function describeFailOn(report: Report, causes: ReadonlySet<FailureCause>): string | undefined {
  const texts = [...causes].flatMap((cause) => {
    const count = countFindings(report, cause);
    return count === 0 ? [] : [describeFindings(cause, count, report)];
  });
  return texts.length === 0 ? undefined : `fail-on: ${texts.join(', ')}`;
}

function describeFindings(cause: FailureCause, count: number, { massChange, questions, portal }: Report): string {
  switch (cause) {
    case 'broken-links':
      return pluralize(count, 'broken link');
    case 'warnings':
      return pluralize(count, 'warning');
    case 'in-doubt':
      return `${formatNumber(count)} in doubt`;
    case 'mass-change':
      return [
        ...(massChange
          ? [
              `${formatNumber(massChange.losing)} of ${pluralize(massChange.of, 'item')} would be deleted, superseded or orphaned`,
            ]
          : []),
        ...(portal?.loss
          ? [`${formatNumber(portal.loss.losing)} of ${pluralize(portal.loss.of, 'page')} would be deleted`]
          : []),
      ].join(', ');
    case 'lost-answers':
      return questions ? listAnswerFindings(questions).join(', ') : '';
  }
}

/** Describes lost answers, and why answers could not be checked: a check that did not run must not pass. */
function listAnswerFindings(questions: QuestionsReport): string[] {
  const lostCount = countFlips(questions, 'lost');
  const problems = questions.problems.length;
  return [
    ...(lostCount > 0 ? [`${pluralize(lostCount, 'answer')} lost`] : []),
    ...(problems > 0 ? [`${pluralize(problems, 'problem')} in ${QUESTIONS_PATH}`] : []),
    ...(questions.flips ? [] : ['the answers are not compared, because the checkout does not contain the base commit']),
  ];
}

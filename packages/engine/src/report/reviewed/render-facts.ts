import type { DocsWarning } from '../../docs/docs-warning.ts';
import { countFlips } from '../../questions/answers-model.ts';
import { isReviewed } from '../../review/review-model.ts';
import { describeChanges } from '../describe-changes.ts';
import type { Report } from '../report-model.ts';
import { pluralize } from '../report-wording.ts';
import { linkToLines } from '../text/markdown-link.ts';
import { formatMarkdownText } from '../text/markdown-text.ts';
import { formatInlineCode } from '../text/safe-text.ts';
import type { VisibilityCounts } from '../visibility-changes.ts';
import type { DividedPlan } from './divide-plan.ts';

/** Maximum number of broken links, and of other warnings, that are named. */
const MAX_NAMED = 3;
const MAX_NAMED_OTHERS = 1;
const MAX_MESSAGE_CHARACTERS = 160;

export interface FactsInput {
  readonly report: Report;
  readonly reviewed: DividedPlan;
  /** The warnings about the reviewed documents. */
  readonly warnings: readonly DocsWarning[];
  readonly visibility: VisibilityCounts;
}

/** Returns the warnings about the reviewed documents that the base commit did not have yet. */
export function findNewWarnings({ warnings, review }: Report): DocsWarning[] {
  if (!review) return [...warnings];
  return warnings.filter(
    ({ path, message }) => isReviewed(review, path) && review.oldWarnings.get(path)?.has(message) !== true,
  );
}

/** Renders a short list of broken links, other warnings, leftover items, and what the author must do. */
export function renderFacts(input: FactsInput): string {
  return [
    `- **Breaks:** ${renderBroken(input)}`,
    `- **Stays behind:** ${renderLeftovers(input.reviewed)}`,
    `- **To do:** ${renderTasks(input)}`,
  ].join('\n');
}

function isBroken({ kind }: DocsWarning): boolean {
  return kind === 'link' || kind === 'image';
}

function renderBroken({ report, warnings }: FactsInput): string {
  const brokenWarnings = warnings.filter(isBroken);
  const otherWarnings = warnings.filter((warning) => !isBroken(warning));
  const lostCount = countFlips(report.questions, 'lost');
  const lostText = lostCount === 0 ? '' : `⚠️ ${pluralize(lostCount, 'answer')} lost, listed below`;
  const linkText = renderBrokenLinks({ report, broken: brokenWarnings, others: otherWarnings });
  if (lostCount === 0) return linkText;
  return warnings.length === 0 ? lostText : `${lostText}; ${linkText}`;
}

interface BrokenLinks {
  readonly report: Report;
  readonly broken: readonly DocsWarning[];
  readonly others: readonly DocsWarning[];
}

function renderBrokenLinks({ report, broken, others }: BrokenLinks): string {
  if (broken.length === 0 && others.length === 0) return 'nothing';
  const parts = [
    broken.length === 0
      ? 'no links'
      : `⚠️ ${pluralize(broken.length, 'link')}: ${nameWarnings(broken, MAX_NAMED, report)}`,
    ...(others.length === 0
      ? []
      : [`${pluralize(others.length, 'warning')}: ${nameWarnings(others, MAX_NAMED_OTHERS, report)}`]),
  ];
  return parts.join('; ');
}

/** Renders the first warnings with links to their lines. */
function nameWarnings(warnings: readonly DocsWarning[], most: number, report: Report): string {
  const warningLinks = warnings.slice(0, most).map(({ path, line, message }) => {
    const place = linkToLines(`${formatInlineCode(path)} ${line}`, report, path, [line, line]);
    return `${place}: ${formatMarkdownText(message, MAX_MESSAGE_CHARACTERS)}`;
  });
  const more = warnings.length > warningLinks.length ? [`and ${warnings.length - warningLinks.length} more below`] : [];
  return [...warningLinks, ...more].join('; ');
}

function renderLeftovers({ own }: DividedPlan): string {
  const supersededCount = own.filter(({ kind }) => kind === 'supersede').length;
  const orphanedCount = own.filter(({ kind }) => kind === 'orphan').length;
  const deferredCount = own.filter(({ kind }) => kind === 'defer').length;
  const deferredText =
    deferredCount === 0 ? '' : `${pluralize(deferredCount, 'item')} with old URLs, until the text of the item changes`;
  if (supersededCount + orphanedCount === 0) return deferredText || 'nothing; old items are updated or deleted';
  const texts = [
    ...(supersededCount > 0 ? [pluralize(supersededCount, 'old version')] : []),
    ...(orphanedCount > 0 ? [`${pluralize(orphanedCount, 'orphaned item')} of deleted sections`] : []),
  ];
  const reason = 'because the API of the platform cannot update or delete items';
  return `⚠️ ${texts.join(' and ')}, ${reason}${deferredText === '' ? '' : `; ${deferredText}`}`;
}

function renderTasks({ report, reviewed, warnings, visibility }: FactsInput): string {
  const { own } = reviewed;
  const brokenCount = warnings.filter(isBroken).length;
  const leftovers = own.filter(({ kind }) => kind === 'supersede' || kind === 'orphan').length;
  const inDoubt = own.filter(({ kind }) => kind === 'hold').length;
  const publicCount = visibility.changes.length + visibility.newPublic;
  const lostCount = countFlips(report.questions, 'lost');
  const tasks = [
    ...(lostCount > 0
      ? [`keep or replace ${lostCount === 1 ? 'the lost answer' : `the ${pluralize(lostCount, 'lost answer')}`}`]
      : []),
    ...(brokenCount > 0
      ? [`fix ${brokenCount === 1 ? 'the broken link' : `the ${pluralize(brokenCount, 'broken link')}`}`]
      : []),
    ...(warnings.length > brokenCount ? [`check ${pluralize(warnings.length - brokenCount, 'warning')}`] : []),
    ...(publicCount > 0 ? [`check that ${pluralize(publicCount, 'item')} may have the new visibility`] : []),
    ...(inDoubt > 0 ? [`decide about ${pluralize(inDoubt, 'item')} in doubt`] : []),
    ...(report.massChange ? ['confirm the mass change with <code>allow-mass-change</code> after the merge'] : []),
    ...(leftovers > 0 ? [`after the merge, delete ${pluralize(leftovers, 'old item')} on the platform`] : []),
  ];
  if (own.length > 0) tasks.unshift('check the changes below');
  return tasks.length === 0 ? 'nothing' : tasks.join('; ');
}

/** Describes the changes of the plan that have other causes than the reviewed commits. Returns an empty string if there are none. */
export function describeOthers({ others }: DividedPlan, warnings: number, skippedCount: number): string {
  const parts = [
    describeChanges(others, 'planned'),
    warnings === 0 ? '' : pluralize(warnings, 'warning'),
    skippedCount === 0 ? '' : pluralize(skippedCount, 'skipped file'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

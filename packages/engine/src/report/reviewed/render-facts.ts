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
  const broken = warnings.filter(isBroken);
  const others = warnings.filter((warning) => !isBroken(warning));
  const lost = countFlips(report.questions, 'lost');
  const lostText = lost === 0 ? '' : `⚠️ ${pluralize(lost, 'answer')} lost, listed below`;
  const linkText = renderBrokenLinks({ report, broken, others });
  if (lost === 0) return linkText;
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
  const named = warnings.slice(0, most).map(({ path, line, message }) => {
    const place = linkToLines(`${formatInlineCode(path)} ${line}`, report, path, [line, line]);
    return `${place}: ${formatMarkdownText(message, MAX_MESSAGE_CHARACTERS)}`;
  });
  const more = warnings.length > named.length ? [`and ${warnings.length - named.length} more below`] : [];
  return [...named, ...more].join('; ');
}

function renderLeftovers({ own }: DividedPlan): string {
  const old = own.filter(({ kind }) => kind === 'supersede').length;
  const orphaned = own.filter(({ kind }) => kind === 'orphan').length;
  const deferred = own.filter(({ kind }) => kind === 'defer').length;
  const deferredText =
    deferred === 0 ? '' : `${pluralize(deferred, 'item')} with old URLs, until the text of the item changes`;
  if (old + orphaned === 0) return deferredText || 'nothing; old items are updated or deleted';
  const texts = [
    ...(old > 0 ? [pluralize(old, 'old version')] : []),
    ...(orphaned > 0 ? [`${pluralize(orphaned, 'orphaned item')} of deleted sections`] : []),
  ];
  const reason = 'because the API of the platform cannot update or delete items';
  return `⚠️ ${texts.join(' and ')}, ${reason}${deferredText === '' ? '' : `; ${deferredText}`}`;
}

function renderTasks({ report, reviewed, warnings, visibility }: FactsInput): string {
  const { own } = reviewed;
  const broken = warnings.filter(isBroken).length;
  const leftovers = own.filter(({ kind }) => kind === 'supersede' || kind === 'orphan').length;
  const inDoubt = own.filter(({ kind }) => kind === 'hold').length;
  const publicCount = visibility.changes.length + visibility.newPublic;
  const lost = countFlips(report.questions, 'lost');
  const tasks = [
    ...(lost > 0
      ? [`keep or replace ${lost === 1 ? 'the lost answer' : `the ${pluralize(lost, 'lost answer')}`}`]
      : []),
    ...(broken > 0 ? [`fix ${broken === 1 ? 'the broken link' : `the ${pluralize(broken, 'broken link')}`}`] : []),
    ...(warnings.length > broken ? [`check ${pluralize(warnings.length - broken, 'warning')}`] : []),
    ...(publicCount > 0 ? [`check that ${pluralize(publicCount, 'item')} may have the new visibility`] : []),
    ...(inDoubt > 0 ? [`decide about ${pluralize(inDoubt, 'item')} in doubt`] : []),
    ...(report.massChange ? ['confirm the mass change with <code>allow-mass-change</code> after the merge'] : []),
    ...(leftovers > 0 ? [`after the merge, delete ${pluralize(leftovers, 'old item')} on the platform`] : []),
  ];
  if (own.length > 0) tasks.unshift('check the changes below');
  return tasks.length === 0 ? 'nothing' : tasks.join('; ');
}

/** Describes the changes of the plan that have other causes than the reviewed commits. Returns an empty string if there are none. */
export function describeOthers({ others }: DividedPlan, warnings: number, skipped: number): string {
  const parts = [
    describeChanges(others, 'planned'),
    warnings === 0 ? '' : pluralize(warnings, 'warning'),
    skipped === 0 ? '' : pluralize(skipped, 'skipped file'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}
